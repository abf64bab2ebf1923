// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/stack/check/wiring.hpp"

using namespace jacquard::stack;
using check::Wiring;

namespace {

// 8 ports on 2 leaves of 4; 4 uplinks each, to 2 spines by 2 links.
Sizes two_tiers() {
  Sizes sizes;
  sizes.ports = 8;
  sizes.leaf_ports = 4;
  sizes.leaves = 2;
  sizes.uplinks = 4;
  sizes.spines = 2;
  sizes.links = 2;
  return sizes;
}

using Outputs = std::vector<std::vector<int>>;

Wiring::End traced(const Wiring& wiring, const Outputs& outputs, int port) {
  return wiring.trace(
      [&](int number) -> const std::vector<int>& {
        return outputs[static_cast<std::size_t>(number)];
      },
      port);
}

Outputs nothing_set() {
  return {std::vector<int>(8, -1), std::vector<int>(8, -1), std::vector<int>(4, -1),
          std::vector<int>(4, -1)};
}

}  // namespace

TEST_CASE("a circuit is followed from leaf to spine to leaf") {
  const Wiring wiring(two_tiers());
  CHECK(wiring.switches() == 4);
  CHECK(wiring.ports(0) == 8);
  CHECK(wiring.ports(2) == 4);
  Outputs outputs = nothing_set();
  // NPU 1 takes uplink 3 of leaf 0, which is the second link of leaf 0 at spine 1 (input 1). It
  // leaves spine 1 by the first link of leaf 1 (output 2): uplink 1 of leaf 1, input 4 + 1 there.
  outputs[0][1] = 4 + 3;
  CHECK(traced(wiring, outputs, 1).port == -1);
  CHECK(traced(wiring, outputs, 1).switch_at == 3);
  outputs[3][1] = 2;
  CHECK(traced(wiring, outputs, 1).port == -1);
  CHECK(traced(wiring, outputs, 1).switch_at == 1);
  outputs[1][4 + 1] = 2;
  const Wiring::End end = traced(wiring, outputs, 1);
  CHECK(end.port == 6);
  CHECK(end.up == 3);
  CHECK(end.down == 1);
}

TEST_CASE("a circuit within a leaf or a crossbar takes no uplink") {
  const Wiring wiring(two_tiers());
  Outputs outputs = nothing_set();
  outputs[1][0] = 3;
  CHECK(traced(wiring, outputs, 4).port == 7);
  CHECK(traced(wiring, outputs, 4).up == -1);
  CHECK(traced(wiring, outputs, 5).port == -1);

  Sizes one;
  one.ports = 3;
  one.leaf_ports = 3;
  CHECK(traced(Wiring(one), {{2, -1, 0}}, 0).port == 2);
  CHECK(traced(Wiring(one), {{2, -1, 0}}, 1).port == -1);
}

TEST_CASE("outputs that a switch does not have lead nowhere") {
  const Wiring wiring(two_tiers());
  Outputs outputs = nothing_set();
  outputs[0][0] = 99;
  CHECK(traced(wiring, outputs, 0).port == -1);
  outputs[0][0] = 4;
  outputs[2][0] = 99;
  CHECK(traced(wiring, outputs, 0).port == -1);
  outputs[2][0] = 2;
  outputs[1][4] = 5;  // up again
  CHECK(traced(wiring, outputs, 0).port == -1);
}
