// SPDX-License-Identifier: Apache-2.0
// MeshSlice's figures 13 and 14: the closed form against a simulation, by mesh and by slices.
// Theirs is SST; ours is the event engine, which knows nothing of the closed form.
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/line_chart.hpp"
#include "jacquard/report/metric_table.hpp"
#include "papers/meshslice/setting.hpp"

namespace jacquard::studies::meshslice {

struct EstimateRow {
  std::string figure;  // "meshes" (13), "slices" (14)
  std::string model;
  gemm::Mesh mesh;
  int slices = 0;        // of every pass; 0: each pass has its best
  double closed = 0;     // utilisation by the closed form
  double simulated = 0;  // on the event engine
};

// Of both models at 256 chips, weakly scaled, nothing transposed and the largest matrix in its
// place: every mesh whose sides are at least 4, each pass with its best slice count; then 32 x 8
// with one slice count that all passes may have.
std::vector<EstimateRow> estimates(const gemm::Chip& chip);

const report::MetricTable<EstimateRow>& estimate_metrics();

// Figure 14: utilisation over slices.
report::LineChart slices_chart(const std::vector<EstimateRow>& rows);

}  // namespace jacquard::studies::meshslice
