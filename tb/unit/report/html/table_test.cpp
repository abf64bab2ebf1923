// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/table.hpp"

#include <catch2/catch.hpp>

using namespace jacquard::report;
using Catch::Contains;
using Cells = std::vector<std::string>;

TEST_CASE("times of a column have the unit of the largest") {
  CHECK(in_one_unit({"627 ns", "1.13 us"}) == Cells{"0.627 us", "1.13 us"});
  CHECK(in_one_unit({"0 ps", "30.8 ms", "2.00 ms"}) == Cells{"0 ms", "30.8 ms", "2.00 ms"});
}

TEST_CASE("a column keeps its cells where one unit would lose one, or where some are no times") {
  for (const Cells& cells :
       {Cells{"1 ns", "1 s"}, Cells{"1 ns", "-"}, Cells{"3", "4 us"}, Cells{}}) {
    CHECK(in_one_unit(cells) == cells);
  }
}

TEST_CASE("a table has words as headings and safe cells") {
  const std::string html = html_table({"name", "events_per_s"}, {{"a & b", "1"}});
  CHECK_THAT(html, Contains("<th>events per s</th>") && Contains("<td>a &amp; b</td>"));
}
