// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/placement.hpp"

#include <catch2/catch.hpp>

#include "support/fabrics.hpp"
#include "support/fault_of.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using namespace jacquard::topology;
using Catch::Contains;

namespace {

const config::Place kHere{"--placement", ""};

std::vector<int> npus(const std::string& text, const std::string& shape) {
  const Fabric fabric = tb::fabric_of(shape);
  const Placement placement = read_placement(text, fabric.npus(), &fabric, kHere);
  std::vector<int> all;
  for (int rank = 0; rank < placement.size(); ++rank) {
    all.push_back(placement.npu(rank));
    CHECK(placement.rank(placement.npu(rank)) == rank);
  }
  return all;
}

std::string fault(const std::string& text) {
  return tb::fault_of([&] { npus(text, "Ring(3) Ring(2)"); });
}

using Npus = std::vector<int>;

}  // namespace

TEST_CASE("Ranks sit where the placement's name says") {
  CHECK(npus("identity", "Ring(3) Ring(2)") == Npus{0, 1, 2, 3, 4, 5});
  CHECK(npus("reverse", "Ring(3) Ring(2)") == Npus{5, 4, 3, 2, 1, 0});
  CHECK(npus("stride:3", "Ring(3) Ring(2)") == Npus{0, 3, 1, 4, 2, 5});
  CHECK(npus("stride:1", "Ring(6)") == Npus{0, 1, 2, 3, 4, 5});
  CHECK(npus("stride:6", "Ring(6)") == Npus{0, 1, 2, 3, 4, 5});
  CHECK(npus("dimensions:0,1", "Ring(3) Ring(2)") == Npus{0, 1, 2, 3, 4, 5});
  CHECK(npus("dimensions:1,0", "Ring(3) Ring(2)") == Npus{0, 3, 1, 4, 2, 5});
  CHECK(npus("dimensions:2,0,1", "Ring(2) Ring(2) Ring(2)") == Npus{0, 4, 1, 5, 2, 6, 3, 7});
}

TEST_CASE("A placement may be a file with the NPU of each rank") {
  const tb::Folder folder;
  const std::string path = folder.file("placement.json", "[2, 0, 1, 5, 3, 4]");
  CHECK(npus(path, "Ring(6)") == Npus{2, 0, 1, 5, 3, 4});
  folder.file("placement.json", "[2, 0, 2, 5, 3, 4]");
  CHECK_THAT(fault(path), Contains("placement.json: expected one rank on each NPU, found ranks 0 "
                                   "and 2 on NPU 2"));
  folder.file("placement.json", "[2, 0, 6, 5, 3, 4]");
  CHECK_THAT(fault(path), Contains("placement.json#/2: expected a whole number in 0..5"));
  folder.file("placement.json", "[2, 0]");
  CHECK_THAT(fault(path), Contains("NPU of each of 6 ranks, found 2 numbers"));
  folder.file("placement.json", "{}");
  CHECK_THAT(fault(path), Contains("NPU of each of 6 ranks, found an object"));
}

TEST_CASE("A placement that does not fit is refused with what would") {
  CHECK_THAT(fault("idntity"), Contains("--placement: ") && Contains("did you mean 'identity'?"));
  CHECK_THAT(fault("stride:4"), Contains("a stride that divides the 6 NPUs, found 4"));
  CHECK_THAT(fault("stride:0"), Contains("a stride that divides the 6 NPUs"));
  CHECK_THAT(fault("stride:x"), Contains("a stride that divides the 6 NPUs"));
  CHECK_THAT(fault("dimensions:0"), Contains("each of the dimensions 0..1 once"));
  CHECK_THAT(fault("dimensions:0,0"), Contains("each of the dimensions 0..1 once"));
  CHECK_THAT(fault("dimensions:0,1,"), Contains("each of the dimensions 0..1 once"));
  CHECK_THAT(tb::fault_of([] { read_placement("dimensions:0", 4, nullptr, kHere); }),
             Contains("a graph has no dimensions"));
}
