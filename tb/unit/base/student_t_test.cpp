// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/student_t.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace jacquard::base;

TEST_CASE("Student's t at 95 % is what tables print") {
  // Fisher & Yates, Statistical Tables, two-sided 5 %.
  struct Printed {
    int freedom;
    double t;
  };
  for (const Printed& p : {Printed{1, 12.706},
                           {2, 4.303},
                           {3, 3.182},
                           {4, 2.776},
                           {5, 2.571},
                           {6, 2.447},
                           {9, 2.262},
                           {14, 2.145},
                           {19, 2.093},
                           {30, 2.042},
                           {60, 2.000},
                           {120, 1.980},
                           {100'000, 1.960}}) {
    INFO(p.freedom);
    CHECK(student_t_95(p.freedom) == Approx(p.t).epsilon(0.001));
  }
}

TEST_CASE("The interval of a mean is by hand") {
  // Mean 5, squares 16 + 1 + 1 + 16 over 3 degrees, four values.
  const MeanWithin found = mean_within({1, 4, 6, 9});
  CHECK(found.mean == 5);
  CHECK(found.half_width == Approx(3.1824 * std::sqrt(34.0 / 3 / 4)).epsilon(0.001));
}
