// SPDX-License-Identifier: Apache-2.0
#include "papers/meshslice/estimates.hpp"

#include <catch2/catch.hpp>
#include <map>

using namespace jacquard;
using studies::meshslice::EstimateRow;

namespace {

const std::vector<EstimateRow>& rows() {
  static const std::vector<EstimateRow> all =
      studies::meshslice::estimates(studies::meshslice::shipped_chip(studies::meshslice::kFit));
  return all;
}

}  // namespace

// 12 products of milliseconds each; the engine counts whole picoseconds a hop.
TEST_CASE("the closed form of MeshSlice is what the event engine takes, on every mesh and S") {
  int meshes = 0, slices = 0;
  for (const EstimateRow& row : rows()) {
    INFO(row.model << " on " << gemm::text_of(row.mesh) << ", S = " << row.slices);
    CHECK(row.closed == Approx(row.simulated).epsilon(1e-7));
    (row.figure == "meshes" ? meshes : slices) += 1;
  }
  CHECK(meshes == 2 * 5);  // 4x64, 8x32, 16x16, 32x8, 64x4
  CHECK(slices > 10);
}

// MeshSlice s5.2: "the cost models accurately identify the optimal shape", figure 13 shows 32 x 8,
// and "the optimal slice counts ... are the same as the ones found by simulating".
TEST_CASE("both find 32 x 8 and the same slice count of MeshSlice") {
  std::map<std::string, const EstimateRow*> closed, simulated;
  for (const EstimateRow& row : rows()) {
    const std::string key = row.figure + row.model;
    const EstimateRow*& by_form = closed[key];
    const EstimateRow*& by_events = simulated[key];
    if (by_form == nullptr || row.closed > by_form->closed) by_form = &row;
    if (by_events == nullptr || row.simulated > by_events->simulated) by_events = &row;
  }
  CHECK(closed == simulated);
  for (const auto& [key, row] : closed) {
    INFO(key);
    CHECK(gemm::text_of(row->mesh) == "32x8");
  }
}
