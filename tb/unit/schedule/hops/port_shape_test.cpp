// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/hops/port_shape.hpp"

#include <catch2/catch.hpp>
#include <set>

using namespace jacquard;
using schedule::PortShape;

TEST_CASE("a port is its digits, and a shift changes one of them round about") {
  const PortShape shape({2, 3, 4});
  CHECK(shape.ports() == 24);
  CHECK(shape.settings() == 1 + 2 + 3);
  CHECK(text_of(shape) == "2x3x4");
  for (int port = 0; port < 24; ++port) {
    CHECK(shape.digit(port, 0) + 2 * (shape.digit(port, 1) + 3 * shape.digit(port, 2)) == port);
    for (int k = 0; k < 3; ++k) {
      for (int by = 0; by < shape.size(k); ++by) {
        const int to = shape.shifted(port, k, by);
        CHECK(shape.digit(to, k) == (shape.digit(port, k) + by) % shape.size(k));
        for (int other = 0; other < 3; ++other) {
          if (other != k) CHECK(shape.digit(to, other) == shape.digit(port, other));
        }
      }
    }
  }
}

// OEIS A074206, ordered factorisations.
TEST_CASE("every ordered factorisation of a number of ports is a shape, the fewest digits first") {
  const std::pair<int, std::size_t> known[] = {{1, 1},   {2, 1},   {7, 1},   {12, 8},  {16, 8},
                                               {36, 26}, {64, 32}, {72, 76}, {96, 112}};
  for (const auto& [ports, count] : known) {
    const auto shapes = schedule::shapes_of(ports);
    std::set<std::string> texts;
    int digits = 0;
    for (const PortShape& shape : shapes) {
      CHECK(shape.ports() == ports);
      CHECK(shape.digits() >= digits);
      digits = shape.digits();
      texts.insert(text_of(shape));
    }
    CHECK(texts.size() == count);
    CHECK(shapes.size() == count);
  }
  CHECK(schedule::shapes_of(1024).size() == 42);  // partitions of 10, in ascending order
}

TEST_CASE("a shape that is none, or of other ports, is refused with one that would do") {
  const config::Place place{"--shape", ""};
  CHECK(schedule::parse_shape("8x8", 64, place) == PortShape({8, 8}));
  CHECK(schedule::parse_shape("64", 64, place) == PortShape({64}));
  for (const char* wrong :
       {"", "8", "8x", "x8", "8x8x1", "8x9", "-8x-8", "8*8", "4x4x4x4", "99999999999"}) {
    CHECK_THROWS_WITH(schedule::parse_shape(wrong, 64, place),
                      Catch::Contains("--shape") && Catch::Contains("2x2x2x2x2x2"));
  }
}
