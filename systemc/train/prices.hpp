// SPDX-License-Identifier: Apache-2.0
// What the operations of a step take on a cluster while nothing is in their way.
#pragma once

#include <optional>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/topology/system.hpp"
#include "jacquard/workload/step_program.hpp"

namespace jacquard::train {

// The NPU of a system: by its device, or by the figures that the system gives.
struct Npu {
  std::optional<cost::Device> device;
  base::FlopsPerSecond peak{0};  // of bf16, or of all numbers
  base::BytesPerSecond memory_bandwidth{0};
  base::Bytes memory{0};  // 0: not known
};

// Throws ConfigError at `place` for a system without device whose peak or bandwidth is missing.
Npu npu_of(const topology::System& system, const config::Place& place);

// Dense peak for numbers of this type.
base::FlopsPerSecond peak_of(const Npu& npu, workload::NumberType type);

// Of each work of the program: by the law of the device, else the longer of operations / peak and
// bytes / memory bandwidth; to the nearest picosecond.
std::vector<base::Picoseconds> work_times(const workload::StepProgram& program, const Npu& npu);

// What a kernel of experts takes beside its products: sorting, moving rows, and its floors. Nothing
// without a device.
base::Picoseconds time_beside_products(const workload::ExpertWork& work, const Npu& npu);

// Of each communication of the program, where it is a collective within a node of so many NPUs (0:
// none) of a device whose links have a law; nothing where it runs on the network.
std::vector<std::optional<base::Picoseconds>> node_times(const workload::StepProgram& program,
                                                         int node, const Npu& npu);

}  // namespace jacquard::train
