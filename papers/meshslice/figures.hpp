// SPDX-License-Identifier: Apache-2.0
// MeshSlice's figures 9 to 12 by its closed forms: every algorithm at its best.
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "papers/meshslice/setting.hpp"

namespace jacquard::studies::meshslice {

struct FigureRow {
  std::string figure;  // "weak-scaling" (9, 10), "strong-scaling" (12), "shapes" (11)
  std::string model;
  gemm::Algorithm algorithm = gemm::Algorithm::meshslice;
  int chips = 0;
  std::int64_t batch = 0;
  std::string shape;  // of figure 11's product
  gemm::Mesh mesh;
  bool merged = false;  // merged_summa(), whose parts of communication are not known
  gemm::GemmCost cost;  // of a block's forward and backward passes, or of the product
};

struct FigureCase {
  std::string figure;
  const Subject* subject = nullptr;
  gemm::Algorithm algorithm = gemm::Algorithm::meshslice;
  int chips = 0;
  std::int64_t batch = 0;
  std::string shape;
  gemm::MatrixShape product;
  bool merged = false;
};

inline constexpr int kFewestChips = 16, kPaperChips = 256;
// Weak scaling from 16 to `most` chips; strong scaling and shapes as in the paper.
std::vector<FigureCase> figure_cases(int most);
// Nothing where the algorithm has no mesh of so many chips, and for merged SUMMA in another mode
// than the paper's.
std::optional<FigureRow> figure_row(const FigureCase& of, const gemm::Chip& chip, gemm::Mode mode);

const report::MetricTable<FigureRow>& figure_metrics();

}  // namespace jacquard::studies::meshslice
