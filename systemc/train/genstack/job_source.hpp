// SPDX-License-Identifier: Apache-2.0
// The job that a stack is made for.
#pragma once

#include <string>
#include <vector>

#include "jacquard/engine/job/work.hpp"
#include "systemc/train/genstack/genstack_config.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::genstack {

struct JobSource {
  std::string name;  // of the job's title or the log
  engine::job::JobWork work;
  std::vector<std::string> notes;  // what a log could not say
};

// The step of the configured job, its groups named by their axes; or the job of the log. Throws
// ConfigError as train::prepare() and the reader of logs do.
JobSource job_of(const GenstackConfig& config, const train::JobPlaces& places);

// The job of a step, its groups named by their axes, its collectives by the algorithm where that
// can run a kind.
engine::job::JobWork work_of(const train::Step& step, const std::string& algorithm);

// A network of the fabric's rate and flight, as if its switches were one.
topology::NetworkConfig crossbar_network(const stack::Fabric& fabric, int npus);

// The configured step with all its NPUs at one switch: a port of the fabric's rate each, half the
// longest way from a port to the switch; with `node_links`, on the job's own system.
train::TrainConfig at_one_crossbar(const GenstackConfig& config);

}  // namespace jacquard::genstack
