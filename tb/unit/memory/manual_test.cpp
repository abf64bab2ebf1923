// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/base/file.hpp"
#include "jacquard/memory/memory_config.hpp"
#include "support/source_tree.hpp"

using namespace jacquard;

TEST_CASE("docs/memory.md ends with the table of a memory's keys") {
  const std::string page = base::read_file(tb::in_source_tree("docs/memory.md"));
  const std::string begin = "<!-- generated from the table: memory -->\n";
  const std::string end = "<!-- end of generated -->\n";
  const auto from = page.find(begin);
  REQUIRE(from != std::string::npos);
  // Different? Put the right side of the test's expansion there.
  CHECK(page.substr(from + begin.size()) == memory::memory_fields().manual() + end);
}
