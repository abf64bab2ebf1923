// SPDX-License-Identifier: Apache-2.0
// The rows of `jacquard gemm tune`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/gemm/tune/tune.hpp"
#include "jacquard/report/result.hpp"

namespace jacquard::gemm {

// What a question was and what came of it.
struct TuneAnswer {
  std::string model;
  std::string task;
  std::int64_t batch = 0;
  std::int64_t sequence = 0;
  std::string algorithm;
  Question question;
  Tuned tuned;
  std::optional<TunedBlock> by_rules;  // of the paper; none in authors mode
};

// First the fastest mesh, then its layers' passes, then the other meshes.
void add_rows(const TuneAnswer& answer, report::Result& result);
std::vector<report::RowKind> tune_row_kinds();

}  // namespace jacquard::gemm
