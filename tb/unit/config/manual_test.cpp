// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/base/file.hpp"
#include "jacquard/schedule/schedule_config.hpp"
#include "support/source_tree.hpp"

TEST_CASE("docs/config.md holds the table of fields as it is") {
  // Found different? Put the output of this test's expansion between the two comments.
  const std::string text =
      jacquard::base::read_file(jacquard::tb::in_source_tree("docs/config.md"));
  const std::string begin = "<!-- generated from the table: schedule -->\n";
  const std::string end = "<!-- end of generated -->";
  const auto first = text.find(begin);
  REQUIRE(first != std::string::npos);
  const auto from = first + begin.size();
  const auto last = text.find(end, from);
  REQUIRE(last != std::string::npos);
  CHECK(text.substr(from, last - from) == jacquard::schedule::schedule_fields().manual());
}
