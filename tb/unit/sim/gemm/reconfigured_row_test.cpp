// SPDX-License-Identifier: Apache-2.0
#include "sim/gemm/reconfigured_row.hpp"

#include <catch2/catch.hpp>

using namespace jacquard;
using namespace jacquard::gemm;

namespace {

// Two meshes, each the better one for one of two layers: 30 and 10 us, 12 and 25 us.
TuneAnswer two_meshes() {
  TuneAnswer answer;
  const auto block = [](const Mesh& mesh, double first, double second) {
    TunedBlock tuned;
    tuned.mesh = mesh;
    for (const double time : {first, second}) {
      TunedLayer layer;
      layer.passes.emplace_back().cost.time = base::Seconds{time * 1e-6};
      tuned.layers.push_back(layer);
    }
    tuned.time = base::Seconds{(first + second) * 1e-6};
    return tuned;
  };
  answer.tuned.blocks = {block({4, 8, 1}, 10, 25), block({8, 4, 1}, 30, 12)};
  return answer;
}

nlohmann::json row_with(const char* unit_us) {
  report::Result result("gemm tune", 1, {});
  add_reconfigured_row(two_meshes(), base::Picoseconds{std::stoll(unit_us) * 1'000'000}, result);
  return result.rows().back();
}

}  // namespace

TEST_CASE("layers have meshes of their own where that saves more than four guards", "[gemm]") {
  // 22 us apart and 35 us together: 13 us are saved, for two boundaries there and back.
  const auto free = row_with("0");
  CHECK(free["meshes"] == "4x8 8x4");
  CHECK(free["changes"] == 4);
  CHECK(free["block_time_ps"] == 22'000'000);
  CHECK(free["gain_ps"] == 13'000'000);
  CHECK(free["pays_below_ps"] == 3'250'000);
  const auto cheap = row_with("3");
  CHECK(cheap["changes"] == 4);
  CHECK(cheap["gain_ps"] == 1'000'000);
  const auto dear = row_with("4");
  CHECK(dear["changes"] == 0);
  CHECK(dear["meshes"] == "4x8 4x8");
  CHECK(dear["gain_ps"] == 0);
}
