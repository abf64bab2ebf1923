// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/knobs/launch.hpp"

#include <fmt/format.h>

#include "jacquard/cost/device.hpp"
#include "systemc/train/training_keys.hpp"

namespace jacquard::knobs {
namespace {

using launch::Framework;
using launch::Training;

Training training_of(const train::TrainConfig& config, Framework framework) {
  Training training =
      launch::write_training(train::request_of(config, {}), config.system.node, framework);
  if (const auto documents = train::said_documents(config.lengths))
    training.refused.push_back({documents->key, "", documents->none, documents->found, ""});
  const std::string& name = config.system.npu.device;
  const bool own = framework != Framework::torchtitan && !name.empty();
  const std::string links = own ? cost::device_of(name, {"--system", ""}).link_kind : "";
  if (links == "ici" || links == "neuronlink")
    training.refused.push_back({"system", "", "GPUs of NVIDIA or AMD", name, ""});
  return training;
}

LaunchRow row_of(const Training& training) {
  constexpr const char* kNames[] = {"Megatron-LM", "Megatron-Bridge", "torchtitan"};
  LaunchRow row{kNames[static_cast<std::size_t>(training.framework)], training.line(), "",
                training.file(), training.file_name()};
  for (const base::InputFault& fault : training.refused) {
    row.notes += fmt::format("{}{}: {} cannot be said, {} can", row.notes.empty() ? "" : "; ",
                             fault.source, fault.found, fault.expected);
  }
  for (const std::string& note : training.notes)
    row.notes += (row.notes.empty() ? "" : "; ") + note;
  return row;
}

}  // namespace

LaunchRow launch_row(const train::TrainConfig& config, Framework framework) {
  return row_of(training_of(config, framework));
}

LaunchRow asked_launch_row(const train::TrainConfig& config, const std::string& framework) {
  const Training training = training_of(config, launch::framework_of(framework));
  launch::require_runs(training);
  return row_of(training);
}

}  // namespace jacquard::knobs
