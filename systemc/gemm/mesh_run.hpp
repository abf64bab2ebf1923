// SPDX-License-Identifier: Apache-2.0
// A program on the torus of a chip's links, for engines that simulate it.
#pragma once

#include "jacquard/engine/job/work.hpp"
#include "jacquard/engine/scenario.hpp"
#include "jacquard/topology/fabric.hpp"
#include "systemc/gemm/run.hpp"

namespace jacquard::gemm {

// What a scenario of it refers to.
struct MeshRun {
  Program program;
  engine::job::JobWork work;
  topology::Fabric fabric;
  engine::Disturbance disturbance;

  // Throws ConfigError as program_of(), check() of the network, and job_of().
  explicit MeshRun(const RunConfig& config);
  // Endpoints and memory take no time: the figures of operations were measured with all that an NPU
  // pays around a message.
  engine::Scenario scenario() const;
};

// Of a run that took `time`.
Answer answer_of(const RunConfig& config, const Program& program, base::Picoseconds time,
                 base::Picoseconds compute);

}  // namespace jacquard::gemm
