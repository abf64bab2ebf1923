// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/gemm/request.hpp"

using namespace jacquard;
using namespace jacquard::gemm;

namespace {

Request request(Algorithm algorithm, Dataflow dataflow, Mesh mesh, MatrixShape shape, int slices) {
  Request r;
  r.algorithm = algorithm;
  r.dataflow = dataflow;
  r.mesh = mesh;
  r.shape = shape;
  r.slices = slices;
  return r;
}

std::string fault_of(const Request& r) {
  const auto fault = illegal(r);
  return fault ? base::ConfigError(*fault).what() : "legal";
}

}  // namespace

TEST_CASE("a slice count must divide both local sides by whole blocks", "[gemm]") {
  // The field notes' example: 3 x 8 divides 48 / 2 but not 48 / 4.
  Request r = request(Algorithm::meshslice, Dataflow::ls, {4, 2}, {16, 48, 16}, 3);
  CHECK(fault_of(r) ==
        "--slices: expected slices of whole blocks of 8 in both local sides, 12 and 24, found 3 "
        "(nearest is 1)");
  r.shape.n = 96;
  CHECK(fault_of(r) == "legal");
  CHECK(legal_slices(r) == std::vector<int>{1, 3});
}
