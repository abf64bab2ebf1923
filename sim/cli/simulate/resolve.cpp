// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/simulate/resolve.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/tool/swept.hpp"
#include "sim/cli/config_options.hpp"
#include "sim/cli/find_config.hpp"
#include "sim/cli/sweep.hpp"
#include "sim/cli/system_option.hpp"
#include "systemc/experiment/system_links.hpp"

namespace jacquard::cli {
namespace {

using experiment::ExperimentConfig;

// Keeps those of the experiment's fabrics that are named, in the order of their names.
void choose_fabrics(const std::string& names, ExperimentConfig& config) {
  std::vector<std::string> known;
  for (const auto& fabric : config.fabrics) known.push_back(fabric.name);
  std::vector<experiment::FabricChoice> chosen;
  for (const std::string& name : base::comma_list(names)) {
    const auto it = std::find(known.begin(), known.end(), name);
    if (it == known.end()) base::throw_unknown_name("--fabrics", "a fabric", name, known);
    chosen.push_back(base::at(config.fabrics, it - known.begin()));
  }
  config.fabrics = std::move(chosen);
}

// Whether a variant says the key itself, alone or with the noun that the key is of.
bool keeps(const experiment::FabricChoice& fabric, const std::string& key) {
  for (const std::string& own : fabric.set) {
    const std::string said = own.substr(0, own.find('='));
    if (said == key || key.rfind(said + ".", 0) == 0) return true;
  }
  const auto dot = key.find('.');
  const std::string noun = key.substr(0, dot);
  const config::Json* of_noun = noun == "scheduler" ? &fabric.scheduler
                                : noun == "circuit" ? &fabric.circuit
                                : noun == "fabric"  ? &fabric.fabric
                                : noun == "faults"  ? &fabric.faults
                                                    : nullptr;
  return of_noun != nullptr && !of_noun->is_null();
}

// What a variant says wins over --set and a sweep: it is said where that leaves a key without use.
void name_keepers(const std::string& key, const ExperimentConfig& config) {
  std::string names;
  for (const experiment::FabricChoice& fabric : config.fabrics) {
    if (keeps(fabric, key)) names += (names.empty() ? "" : ", ") + fabric.name;
  }
  if (!names.empty()) spdlog::warn("{} is as the experiment says for: {}", key, names);
}

}  // namespace

ExperimentConfig resolve_experiment(const SimulateOptions& o, const Common& common) {
  if (o.experiment.empty()) {
    throw base::ConfigError(
        {"EXPERIMENT", "", "a file, or the name of a shipped experiment (see --list)", "", ""});
  }
  auto config = config::read_config(experiment::experiment_fields(),
                                    find_config(kExperiments, o.experiment, "EXPERIMENT"));
  if (!o.system.empty()) {
    const topology::System system = read_system(o.system);
    require_identity(system);
    experiment::set_links(system, "--system " + o.system, config.fabric);
  }
  for (const std::string& assignment : common.set) {
    experiment::experiment_fields().set(config, assignment);
  }
  if (!o.flows.empty()) {
    config.traffic.kind = experiment::TrafficKind::flows;
    config.traffic.file = o.flows;
  }
  if (!o.fabrics.empty()) choose_fabrics(o.fabrics, config);
  for (const std::string& assignment : common.set) {
    const std::string key = assignment.substr(0, assignment.find('='));
    if (key == config.sweep.key) config.sweep = {};  // what is said by hand ends the sweep
    name_keepers(key, config);
  }
  for (const tool::Swept& swept : tool::read_sweeps(common.sweep, kMostPoints)) {
    config.sweep = {swept.key, swept.values};
    name_keepers(swept.key, config);
  }
  return config;
}

void or_name_origin(const SimulateOptions& o, const Common& common,
                    const std::function<void()>& act) {
  try {
    act();
  } catch (const base::ConfigError& error) {
    base::InputFault fault = error.fault();
    if (!fault.source.empty() || fault.where.rfind("/fabric", 0) != 0) throw;
    std::string key = fault.where.substr(1);
    std::replace(key.begin(), key.end(), '/', '.');
    const auto sets_it = [&key](const std::string& a) { return a.rfind(key + "=", 0) == 0; };
    if (std::any_of(common.set.begin(), common.set.end(), sets_it)) {
      fault.source = "--set " + key;
      fault.where.clear();
    } else {
      fault.source = find_config(kExperiments, o.experiment, "EXPERIMENT");
    }
    throw base::ConfigError(std::move(fault));
  }
}

}  // namespace jacquard::cli
