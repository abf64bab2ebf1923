// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/kept/connected.hpp"

#include <catch2/catch.hpp>

using jacquard::schedule::Connected;
using jacquard::schedule::kUnmatched;
using jacquard::schedule::Matching;

TEST_CASE("A dark crossbar has no circuit, and one that was set has each part of its setting") {
  Connected connected;
  CHECK_FALSE(connected.has({1, 0}));
  connected.take({1, 2, 0});
  CHECK(connected.has({1, 2, 0}));
  CHECK(connected.has({1, kUnmatched, kUnmatched}));
  CHECK_FALSE(connected.has({2, kUnmatched, kUnmatched}));
}

TEST_CASE("A circuit stays until one of its two ports gets another") {
  Connected connected(Matching{1, 2, 0, 3});
  connected.take({2, kUnmatched, kUnmatched, kUnmatched});
  CHECK(connected.columns() == Matching{2, kUnmatched, 0, 3});
  CHECK(connected.has({kUnmatched, kUnmatched, 0, 3}));
  CHECK_FALSE(connected.has({kUnmatched, 2, kUnmatched, kUnmatched}));
}
