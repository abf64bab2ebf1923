// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/result.hpp"
#include "systemc/gemm/run.hpp"

namespace jacquard::gemm {

// One product on one engine.
struct RunRow {
  const RunConfig* config;
  std::string engine;
  Answer answer;
};
report::Printed row_of(const RunRow& row);

// An algorithm that the mesh or the shape does not allow.
struct RefusedAlgorithm {
  Algorithm algorithm;
  std::string reason;
};
report::Printed row_of(const RefusedAlgorithm& refused);

std::vector<report::RowKind> run_row_kinds();

}  // namespace jacquard::gemm
