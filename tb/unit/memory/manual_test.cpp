// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/base/file.hpp"
#include "jacquard/memory/memory_config.hpp"
#include "support/source_tree.hpp"

using namespace jacquard;

// Different? Put the table of `jacquard config show memory`'s manual between the two comments.
TEST_CASE("docs/memory_config.md ends with the table of a memory's keys") {
  const std::string page = base::read_file(tb::in_source_tree("docs/memory_config.md"));
  CHECK_THAT(page,
             Catch::EndsWith("<!-- generated from the table: memory -->\n" +
                             memory::memory_fields().manual() + "<!-- end of generated -->\n"));
}
