// SPDX-License-Identifier: Apache-2.0
// A program as the job that engines run: what each chip computes, and what it sends to whom.
#pragma once

#include "jacquard/gemm/chip.hpp"
#include "jacquard/gemm/mesh_network.hpp"
#include "jacquard/gemm/program.hpp"
#include "jacquard/workload/job.hpp"

namespace jacquard::gemm {

// The figures of a chip that an operation goes by: broadcasts gather's, reductions scatter's.
Transfer transfer_of(OpKind kind);

// The fastest that any of the chip's operations is in a direction: what its links are given, of
// which each operation then reaches a share. The depth has the figures of columns.
base::BytesPerSecond link_bandwidth(const Chip& chip, Direction direction);

// One class of all chips. The id of a node is the index of its operation in Program::ops.
//   places      the chip's column, row and layer, each in as many digits as its side has
//               dimensions of the network; those of one chip left out
//   partitions  number 1 + Direction: the chips of a row, of a column, of a depth
//   multiply    flops = 2 x the sides of the product, for flops / Chip::effective
//   gather ...  a collective of its partition, begun a launch after it may, with the sync and the
//               share of its Transfer; a permute is one of all chips
//   slice, place, copy, add   markers, which take no time
// A node waits for what its operation waits for, and for the operation before it of the same unit
// (the cores, or a direction).
// Throws ConfigError naming the chip for a product of more than 46 days.
workload::Job job_of(const Program& program, const Chip& chip, const MeshNetwork& network = {});

}  // namespace jacquard::gemm
