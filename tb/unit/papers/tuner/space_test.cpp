// SPDX-License-Identifier: Apache-2.0
#include "papers/tuner/space.hpp"

#include <catch2/catch.hpp>

using namespace jacquard::studies;

TEST_CASE("A range runs from low to high, evenly or by factors") {
  const Space space = {{"linear", 2, 10, false}, {"by factors", 0.01, 100, true}};
  CHECK(values_at(space, {0, 0}) == std::vector<double>{2, 0.01});
  CHECK(values_at(space, {1, 1}) == std::vector<double>{10, 100});
  const auto middle = values_at(space, {0.5, 0.5});
  CHECK(middle[0] == Approx(6));
  CHECK(middle[1] == Approx(1));
  CHECK(value_at({"one point", 3, 3, true}, 0.7) == 3);
}
