// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/colours.hpp"

#include <catch2/catch.hpp>

#include "jacquard/report/fitted_table.hpp"

using namespace jacquard::report;

TEST_CASE("A terminal's table has bold headings and coloured verdicts, in the same places") {
  const Row good = {{"verdict", "match"}, {"id", 1}}, bad = {{"verdict", "differs"}, {"id", 22}};
  const std::vector<const Row*> rows = {&good, &bad};
  CHECK(fitted_table(rows, 80) ==
        "verdict  id\n"
        "match     1\n"
        "differs  22\n");
  {
    const Colours colours(true);
    CHECK(fitted_table(rows, 80) ==
          "\x1b[1mverdict  id\x1b[0m\n"
          "\x1b[32mmatch\x1b[0m     1\n"
          "\x1b[31mdiffers\x1b[0m  22\n");
  }
  CHECK(fitted_table(rows, 80).find('\x1b') == std::string::npos);
}
