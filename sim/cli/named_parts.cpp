// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/named_parts.hpp"

#include "jacquard/base/error.hpp"
#include "jacquard/config/composed.hpp"
#include "jacquard/cost/device.hpp"
#include "systemc/experiment/technologies.hpp"
#include "systemc/machine/machine_parts.hpp"
#include "systemc/npu/npu_config.hpp"

namespace jacquard::cli {
namespace {

void require_device(const std::string& name, const config::Place& place) {
  if (!name.empty()) cost::device_of(name, place);
}

// Gives a fault of a lookup that knows of its own option alone the key that holds the name.
template <class Find>
void at_place(const config::Place& place, const Find& find) {
  try {
    find();
  } catch (const base::ConfigError& error) {
    const base::InputFault& fault = error.fault();
    place.fail(fault.expected, fault.found, fault.hint);
  }
}

}  // namespace

void require_named_parts(const topology::System& system, const config::Place& place) {
  require_device(system.npu.device, place / "npu" / "device");
}

void require_named_parts(const train::TrainConfig& job, const config::Place& place) {
  require_named_parts(job.system, place / "system");
  at_place(place / "hbm", [&] {
    if (job.hbm != "none" && job.hbm != "peak")
      machine::memory_of(job.hbm, job.system.npu.memory_bandwidth);
  });
}

void require_named_parts(const systems::Cluster& cluster, const config::Place& place) {
  require_device(cluster.device, place / "device");
}

void require_named_parts(const gemm::Chip& chip, const config::Place& place) {
  if (!chip.npu.empty()) {
    config::noun_of(config::Json(chip.npu), place / "npu", systemc::kNpus);
  }
}

void require_named_parts(const experiment::ExperimentConfig& experiment,
                         const config::Place& place) {
  const std::string& technology = experiment.circuit.technology;
  at_place(place / "circuit" / "technology", [&] {
    if (!technology.empty()) experiment::find_technology(technology);
  });
}

void require_named_parts(const genstack::GenstackConfig& genstack, const config::Place& place) {
  require_device(genstack.device, place / "device");
  if (!genstack.job.model.name.empty()) require_named_parts(genstack.job, place / "job");
}

}  // namespace jacquard::cli
