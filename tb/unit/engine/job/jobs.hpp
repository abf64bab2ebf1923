// SPDX-License-Identifier: Apache-2.0
// Jobs written in a test, and a machine that runs them.
#pragma once

#include "jacquard/engine/event/event_engine.hpp"
#include "jacquard/engine/job/run.hpp"
#include "support/op_nodes.hpp"

namespace jacquard::tb {

struct Machine {
  topology::Fabric fabric;
  engine::job::JobWork work = {};
  engine::Rules rules = {};
  engine::Symmetry symmetry = engine::Symmetry::automatic;

  std::map<int, std::vector<int>>& groups() { return work.job.groups; }
};

// Links of `bytes_per_us` and 500 ns; collectives in one chunk, unless a test says otherwise.
inline topology::Dimension dimension(topology::Block block, int size, double bytes_per_us = 1000) {
  return {block, size, base::BytesPerSecond{bytes_per_us * 1e6}, base::Picoseconds{500'000}};
}

inline Machine machine(std::vector<topology::Dimension> dimensions,
                       collective::Method method = collective::Method::ring) {
  Machine out{topology::Fabric(std::move(dimensions))};
  for (engine::job::Algorithms& algorithms : out.work.algorithms) {
    algorithms.by_dimension = {{method, 0}};
  }
  return out;
}

inline Machine pair_of_npus() { return machine({dimension(topology::Block::ring, 2)}); }

inline void run_on_all(Machine& machine, std::vector<OpNode> nodes) {
  run_on_all(machine.work.job, std::move(nodes), machine.fabric.npus());
}

// A graph of its own for each NPU.
inline void run_on_each(Machine& machine, std::vector<std::vector<OpNode>> graphs) {
  add_each(machine.work.job, std::move(graphs));
}

inline engine::job::Answer run(const Machine& machine) {
  engine::Scenario scenario{machine.work, machine.fabric,         machine.rules,
                            {},           engine::Mode::faithful, machine.symmetry};
  scenario.limits = engine::kLimitsOfJobs;
  return *engine::EventEngine().run(scenario).job;
}

// When each NPU is done, in picoseconds.
inline std::vector<long> ends_of(const Machine& machine) {
  std::vector<long> ends;
  for (const auto& npu : run(machine).npus) ends.push_back(npu.end.count());
  return ends;
}

}  // namespace jacquard::tb
