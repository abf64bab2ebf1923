// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/simulate/resolve.hpp"

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
  for (const tool::Swept& swept : tool::read_sweeps(common.sweep, kMostPoints)) {
    config.sweep = {swept.key, swept.values};
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
