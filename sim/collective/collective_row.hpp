// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "systemc/collective/run_collective.hpp"

namespace jacquard::run {

// What `jacquard collective` answers. A row of the run, with the bandwidths by which collectives
// are compared (as nccl-tests defines them: data / time, and that times the bytes an NPU must at
// least send for each byte of data); one of each collective; one of each dimension, where the
// engine tells; and of the busiest links of a graph.
std::vector<report::Printed> collective_rows(const CollectiveConfig& config,
                                             const topology::Network& network, const Work& work,
                                             const engine::Result& result);
std::vector<report::RowKind> collective_row_kinds();

}  // namespace jacquard::run
