// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>

#include "unit/gemm/requests.hpp"

using namespace jacquard;
using namespace jacquard::gemm;

namespace {

std::string fault_of(const Request& request) {
  const auto fault = illegal(request);
  return fault ? base::ConfigError(*fault).what() : "legal";
}

}  // namespace

TEST_CASE("a slice count must divide both local sides by whole blocks", "[gemm]") {
  // The field notes' example: 3 x 8 divides 48 / 2 but not 48 / 4.
  Request r = make_request(Algorithm::meshslice, Dataflow::ls, {4, 2}, {16, 48, 16}, 3);
  CHECK(fault_of(r) ==
        "--slices: expected slices of whole blocks of 8 in n / rows = 12 and n / columns = 24, "
        "found 3 (nearest is 1)");
  r.shape.n = 96;
  CHECK(fault_of(r) == "legal");
  CHECK(legal_slices(r) == std::vector<int>{1, 3});
  r.slices = 0;
  CHECK(fault_of(r).find("found 0 (nearest is 1)") != std::string::npos);
}

TEST_CASE("one slice cuts nothing, whatever the block", "[gemm]") {
  for (const Dataflow dataflow : kDataflows) {
    const Request r = make_request(Algorithm::meshslice, dataflow, {2, 2}, {6, 6, 6});
    CHECK(fault_of(r) == "legal");
    CHECK(legal_slices(r) == std::vector<int>{1});
  }
}

TEST_CASE("the legal slice counts are those that illegal passes", "[gemm]") {
  for (const Algorithm algorithm : {Algorithm::meshslice, Algorithm::wang, Algorithm::summa,
                                    Algorithm::collective, Algorithm::cannon}) {
    for (const Mesh mesh : {Mesh{4, 4, 1}, Mesh{2, 6, 1}, Mesh{12, 1, 1}}) {
      for (const Dataflow dataflow : kDataflows) {
        Request r = make_request(algorithm, dataflow, mesh, {1440, 480, 960}, 99);
        r.transposed = mesh.rows == 2;
        const auto legal = legal_slices(r);
        std::vector<int> passed;
        for (r.slices = 1; r.slices <= 500; ++r.slices) {
          if (!illegal(r)) passed.push_back(r.slices);
        }
        CHECK(legal == passed);
      }
    }
  }
}

TEST_CASE("a mesh that the sides do not allow is told the nearest that they do", "[gemm]") {
  CHECK(fault_of(make_request(Algorithm::collective, Dataflow::os, {32, 8}, {81, 96, 96})) ==
        "--mesh: expected rows that divide m = 81, found 32x8 "
        "(no mesh of 256 chips does; the nearest m is 96)");
  CHECK(fault_of(make_request(Algorithm::collective, Dataflow::os, {8, 3}, {100, 96, 96})) ==
        "--mesh: expected rows that divide m = 100, found 8x3 (nearest is 4x6)");
  CHECK(fault_of(make_request(Algorithm::summa, Dataflow::ls, {6, 4}, {24, 20, 24})) ==
        "--mesh: expected rows that divide n = 20, found 6x4 "
        "(no mesh of 24 chips does; the nearest n is 24)");
}

TEST_CASE("a transposed product names the sides as they were given", "[gemm]") {
  Request r = make_request(Algorithm::collective, Dataflow::ls, {2, 4}, {30, 64, 64});
  r.transposed = true;
  CHECK(fault_of(r).find("columns that divide m = 30") != std::string::npos);
  r = make_request(Algorithm::meshslice, Dataflow::ls, {2, 4}, {32, 64, 64}, 3);
  r.transposed = true;
  CHECK(fault_of(r).find("in n / rows = 32 and n / columns = 16") != std::string::npos);
}

TEST_CASE("each algorithm says which meshes it takes", "[gemm]") {
  const MatrixShape shape{4096, 4096, 4096};
  const auto fault = [&](Algorithm algorithm, Mesh mesh) {
    return fault_of(make_request(algorithm, Dataflow::os, mesh, shape));
  };
  CHECK(fault(Algorithm::cannon, {32, 8}) ==
        "--mesh: expected a square mesh of one layer for cannon, found 32x8 (nearest is 16x16)");
  // The root of 128 is nearest 11, and of the sides that divide 4096 8 is nearest to that.
  CHECK(fault(Algorithm::cannon, {32, 4}).find("nearest is 8x8") != std::string::npos);
  CHECK(fault(Algorithm::solomonik, {16, 16, 4}) == "legal");
  CHECK(fault(Algorithm::solomonik, {8, 8, 3}).find("nearest is 8x8x2") != std::string::npos);
  CHECK(fault(Algorithm::solomonik, {4, 16, 4}).find("nearest is 8x8x4") != std::string::npos);
  CHECK(fault(Algorithm::tp, {32, 8}).find("nearest is 1x256") != std::string::npos);
  CHECK(fault(Algorithm::fsdp, {32, 8}).find("nearest is 256x1") != std::string::npos);
  CHECK(fault(Algorithm::meshslice, {8, 8, 4}).find("nearest is 16x16") != std::string::npos);
}

TEST_CASE("steps and panels are bounded by what the loop has", "[gemm]") {
  const MatrixShape shape{4096, 4096, 4096};
  CHECK(fault_of(make_request(Algorithm::tp, Dataflow::os, {1, 16}, shape, 17)) ==
        "--slices: expected at most 16, or 0: the chips of the direction that overlaps, found 17 "
        "(nearest is 16)");
  CHECK(fault_of(make_request(Algorithm::tp, Dataflow::os, {1, 16}, shape, 0)) == "legal");
  CHECK(fault_of(make_request(Algorithm::summa, Dataflow::os, {32, 8}, shape, 9)) ==
        "--slices: expected a divisor of the 32 panels, or 0, found 9 (nearest is 8)");
  CHECK(fault_of(make_request(Algorithm::collective, Dataflow::os, {4, 4}, shape, 2)) ==
        "--slices: expected 1 for collective, found 2 (nearest is 1)");
  Request r = make_request(Algorithm::meshslice, Dataflow::os, {4, 4}, shape);
  r.overlapped = Direction::row;
  CHECK(fault_of(r) == "--overlapped: expected row or column, with wang, found row with meshslice");
}

TEST_CASE("numbers whose products would not fit are refused", "[gemm]") {
  const std::int64_t huge = kLargestSize;
  CHECK(fault_of(make_request(Algorithm::collective, Dataflow::os, {1, 1}, {huge, huge, 1})) ==
        "--shape: expected matrices of at most 2^58 bytes, found 1073741824x1073741824x1");
  CHECK(fault_of(make_request(Algorithm::collective, Dataflow::os, {1, 1},
                              {huge / 16, huge / 16, huge / 16}))
            .find("2^62 multiply-adds") != std::string::npos);
  Request r = make_request(Algorithm::meshslice, Dataflow::os, {1, 1}, {64, 64, huge}, 1 << 20);
  r.block = 1;
  CHECK(fault_of(r).find("found 1048576 (nearest is 65536)") != std::string::npos);
  for (const int bad : {0, -1, std::numeric_limits<int>::max()}) {
    r = make_request(Algorithm::meshslice, Dataflow::os, {4, 4}, {64, 64, 64});
    r.block = bad;
    CHECK(fault_of(r).find("--block") == 0);
    r.block = 8;
    r.element_bytes = bad;
    CHECK(fault_of(r).find("--element-bytes") == 0);
    r.element_bytes = 2;
    r.mesh.rows = bad;
    CHECK(fault_of(r).find("--mesh") == 0);
    r.mesh.rows = 4;
    r.shape.k = bad;
    CHECK(fault_of(r) != "legal");
    CHECK(legal_slices(r).empty());
  }
}
