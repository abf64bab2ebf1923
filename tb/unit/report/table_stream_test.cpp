// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/table_stream.hpp"

#include <catch2/catch.hpp>

using namespace jacquard::report;

TEST_CASE("A streamed table has a heading before its first row, and columns that line up") {
  TableStream table({{"name", 6}});
  CHECK(table.line({{"name", "a"}, {"time", "12 us"}, {"count", 7}}) ==
        "name    time   count\n"
        "a       12 us      7\n");
  CHECK(table.line({{"name", "longer"}, {"time", "3 us"}, {"count", 123}}) ==
        "longer  3 us     123\n");
}

TEST_CASE("A row of another kind, or with a new column, begins a table of its own") {
  TableStream table;
  table.line({{"row_kind", "x"}, {"a", 1}});
  CHECK(table.line({{"row_kind", "y"}, {"b", 2}}) == "\nb\n2\n");
  CHECK(table.line({{"row_kind", "y"}, {"b", 3}, {"c", 4}}) == "\nb  c\n3  4\n");
  CHECK(table.line({{"row_kind", "y"}, {"c", 5}}) == "   5\n");
}
