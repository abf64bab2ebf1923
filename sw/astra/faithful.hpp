// SPDX-License-Identifier: Apache-2.0
// ASTRA-sim's inputs as a job on a fabric, for the engines that know nothing of ASTRA-sim.
#pragma once

#include <optional>

#include "jacquard/astra/input.hpp"
#include "jacquard/engine/job/run.hpp"

namespace jacquard::astra {

struct Faithful {
  engine::job::JobWork work;
  topology::Fabric fabric;
  engine::Rules rules;
  engine::Limits limits;
  engine::Symmetry symmetry = engine::Symmetry::automatic;
  std::string source = {};  // of the job, for errors

  engine::Scenario scenario() const& {
    engine::Scenario all{work, fabric, rules, {}, engine::Mode::faithful, symmetry};
    all.limits = limits;
    all.origin.source = source;
    return all;
  }
  engine::Scenario scenario() && = delete;  // it would outlive the work
};

// The network as a fabric: links of 2^30 B/s per GB/s, latencies to the nearest picosecond. Throws
// ConfigError naming `source` for a latency that is no number of 0 to 100 days.
topology::Fabric fabric_of(const std::vector<Dimension>& network, const std::string& source);

// The inverse, to the last bit.
std::vector<Dimension> network_of(const topology::Fabric& fabric);

// Mode and progress are not looked at; queues of a dimension only make more chunks active. Throws
// ConfigError for what faithful mode does not have: the rendezvous protocol, priorities, custom
// collectives, flat algorithms beside others.
Faithful faithful(const Input& input, const engine::job::Scales& scales = {},
                  std::optional<base::Bytes> npu_memory = std::nullopt);

}  // namespace jacquard::astra
