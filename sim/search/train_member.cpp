// SPDX-License-Identifier: Apache-2.0
#include "sim/search/train_member.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "jacquard/base/error.hpp"
#include "jacquard/topology/cost.hpp"
#include "systemc/engines/engines.hpp"

namespace jacquard::searching {
namespace {

using config::Json;
using search::Bindings;
using train::Step;
using train::TrainConfig;

constexpr std::size_t kKept = 8192;  // workloads
constexpr const char* kSystem = "system.";

double memory_of(const Step& step) {
  double most = 0;
  for (const workload::Memory& memory : step.memory) {
    most = std::max(most, static_cast<double>(memory.total().count()));
  }
  return most;
}

double bandwidth_of(const topology::Fabric& fabric) {
  double sum = 0;
  for (const topology::Dimension& dimension : fabric.all()) {
    sum += topology::npu_bandwidth(dimension).count();
  }
  return sum;
}

double dollars_of(const topology::Fabric& fabric) {
  try {
    return static_cast<double>(topology::total(topology::network_cost(fabric)).count()) / 100;
  } catch (const base::ConfigError&) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

TrainAnswer answer_of(const Step& step, base::Picoseconds time) {
  TrainAnswer answer;
  answer.time_ps = static_cast<double>(time.count());
  answer.memory_bytes = memory_of(step);
  answer.bandwidth_bytes_per_s = bandwidth_of(step.fabric);
  answer.cost_dollars = dollars_of(step.fabric);
  return answer;
}

// Without the knobs that would fit, which take long to find.
void require_fits(const Step& step) {
  if (step.config.ignore_memory || train::fits(step)) return;
  constexpr double kGigabyte = 1e9;
  throw base::ConfigError({"memory", "",
                           fmt::format("a step within {:.4g} GB",
                                       static_cast<double>(step.npu.memory.count()) / kGigabyte),
                           fmt::format("{:.4g} GB", memory_of(step) / kGigabyte), ""});
}

}  // namespace

KeyPart part_of(const std::string& key) {
  // What an NPU is belongs to the workload: computations and memory follow from it.
  if (key.rfind("system.network", 0) == 0 || key == "system.algorithm") return KeyPart::network;
  const bool protocol = key == "order" || key == "chunks" || key == "spread";
  return protocol ? KeyPart::protocol : KeyPart::workload;
}

TrainMember::TrainMember(const Json& base, std::vector<BoundKey> keys, config::Place place)
    : keys_(std::move(keys)), place_(std::move(place)) {
  train::train_fields().read(base_, base, place_ / "base");
}

bool TrainMember::is_simple() const {
  for (const BoundKey& key : keys_) {
    for (const char* decides : {"engine", "expert_routing", "system.node", "system.npu.device"}) {
      if (key.name == decides || key.name == "system") return false;
    }
  }
  return run::is_closed_form(base_.engine) && base_.system.npu.device.empty() &&
         base_.system.node == 0 && base_.expert_routing.kind == workload::ExpertRouting{}.kind;
}

std::string TrainMember::texts_of(KeyPart part, const Bindings& bindings) const {
  std::string all;
  for (const BoundKey& key : keys_) {
    if (part_of(key.name) == part) all += key.text.of(bindings) + '\n';
  }
  return all;
}

TrainConfig TrainMember::config_of(const Bindings& bindings) const {
  TrainConfig config = base_;
  for (const BoundKey& key : keys_) {
    train::train_fields().set(config, key.name, key.text.of(bindings),
                              place_.source + (place_ / "bind" / key.name).where);
  }
  return config;
}

topology::System TrainMember::system_of(const Bindings& bindings) const {
  const auto& table = topology::system_fields();
  Json patch = Json::object();
  for (const BoundKey& key : keys_) {
    if (part_of(key.name) != KeyPart::network) continue;
    patch.merge_patch(
        config::json_of_override(key.name.substr(std::char_traits<char>::length(kSystem)),
                                 key.text.of(bindings), table.infos(), place_.source));
  }
  topology::System system = base_.system;
  table.read(system, patch, place_ / "bind");
  return system;
}

TrainMember::Shared TrainMember::workload_of(const Bindings& bindings, int npus) const {
  const std::string name = texts_of(KeyPart::workload, bindings) + std::to_string(npus);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = workloads_.find(name);
    if (found != workloads_.end()) return found->second;
  }
  const TrainConfig config = config_of(bindings);
  auto step = std::make_shared<Step>(train::without_program(config, {place_.source, place_.where}));
  require_fits(*step);
  train::add_program(*step);
  const std::lock_guard<std::mutex> lock(mutex_);
  if (workloads_.size() >= kKept) workloads_.clear();
  return workloads_.emplace(name, std::move(step)).first->second;
}

TrainAnswer TrainMember::simple(const Bindings& bindings) const {
  topology::System system = system_of(bindings);
  topology::Fabric fabric = topology::build_fabric(system.network);
  Step step = *workload_of(bindings, fabric.npus());
  const std::string protocol = texts_of(KeyPart::protocol, bindings);
  std::shared_ptr<const TrainConfig> how;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = protocols_.find(protocol);
    if (found != protocols_.end()) how = found->second;
  }
  if (!how) {
    how = std::make_shared<const TrainConfig>(config_of(bindings));
    const std::lock_guard<std::mutex> lock(mutex_);
    protocols_.emplace(protocol, how);
  }
  step.config.system.network = std::move(system.network);
  step.config.system.algorithm = std::move(system.algorithm);
  step.fabric = std::move(fabric);
  step.config.chunks = how->chunks;
  step.config.spread = how->spread;
  step.config.rules.order = how->rules.order;
  thread_local engine::step::ListSchedule schedule;
  return answer_of(step, train::analytic_time(step, schedule));
}

TrainAnswer TrainMember::run(const Bindings& bindings) const {
  if (is_simple()) return simple(bindings);
  Step step = train::without_program(config_of(bindings), {place_.source, place_.where});
  require_fits(step);
  train::add_program(step);
  if (!run::is_closed_form(step.config.engine)) return answer_of(step, train::run_step(step).time);
  thread_local engine::step::ListSchedule schedule;
  return answer_of(step, train::analytic_time(step, schedule));
}

void TrainMember::require_possible(const Bindings& bindings) const {
  const TrainConfig config = config_of(bindings);
  require_fits(train::without_program(config, {place_.source, place_.where}));
}

double TrainMember::computing_ps(const Bindings& bindings) const {
  const topology::System system = system_of(bindings);
  const Shared step = workload_of(bindings, topology::build_fabric(system.network).npus());
  double most = 0;
  for (const workload::ClassProgram& program : step->program.classes) {
    double sum = 0;
    for (const workload::StepOp& op : program.ops) {
      if (op.kind == workload::OpKind::compute) {
        sum += static_cast<double>(base::at(step->works, op.work).count());
      }
    }
    most = std::max(most, sum);
  }
  return most;
}

}  // namespace jacquard::searching
