// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/fitted_table.hpp"

#include <catch2/catch.hpp>
#include <sstream>

using namespace jacquard::report;

namespace {

std::string table(const std::vector<Row>& rows, int width) {
  std::vector<const Row*> pointers;
  for (const Row& row : rows) pointers.push_back(&row);
  return fitted_table(pointers, width);
}

const std::vector<Row> kRows = {
    {{"name", "a"}, {"bytes_per_slot", 12}, {"kind", "ring"}, {"time", "3 us"}, {"hops", 1}},
    {{"name", "b"}, {"bytes_per_slot", 7}, {"kind", "ring"}, {"time", "40 us"}, {"hops", 2}}};

}  // namespace

TEST_CASE("A table that fits stays as it is") {
  CHECK(table(kRows, 40) ==
        "name  bytes_per_slot  kind  time   hops\n"
        "a                 12  ring  3 us      1\n"
        "b                  7  ring  40 us     2\n");
}

TEST_CASE("A wider one has its headings in lines") {
  CHECK(table(kRows, 35) ==
        "      bytes\n"
        "        per\n"
        "name   slot  kind  time   hops\n"
        "a        12  ring  3 us      1\n"
        "b         7  ring  40 us     2\n");
}

TEST_CASE("Then what all rows share stands above, and what is missed least is left out and named") {
  CHECK(table(kRows, 27) ==
        "all: kind ring\n"
        "      bytes\n"
        "        per\n"
        "name   slot  time   hops\n"
        "a        12  3 us      1\n"
        "b         7  40 us     2\n");
  CHECK(table(kRows, 20) ==
        "all: kind ring\n"
        "      bytes\n"
        "        per\n"
        "name   slot  time\n"
        "a        12  3 us\n"
        "b         7  40 us\n"
        "--wide shows also hops\n");
}

TEST_CASE("Sentences go on in a second line, and a path keeps its end") {
  const std::string said = "a sentence of several words that is far too long for one line";
  const std::vector<Row> rows = {
      {{"name", "a"}, {"finding", said}, {"x", 1}},
      {{"name", "some/folders/that/lead/to/a_file.json"}, {"finding", "short"}, {"x", 2}}};
  std::istringstream lines(table(rows, 70));
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 70);
  const std::string text = table(rows, 70);
  CHECK(text.find("...") != text.npos);
  CHECK(text.find("to/a_file.json") != text.npos);
  for (const char* word : {"sentence", "several", "far", "line"}) {
    CHECK(text.find(word) != text.npos);
  }
}

TEST_CASE("A list of knobs goes on in a second line, and loses nothing") {
  const std::string knobs =
      "dp=16,tp=8,pp=8,zero=1,micro_batch=1,recompute=selective,stages=2:2:2:2:2:2:2:3";
  const std::vector<Row> rows = {
      {{"npus", 1024}, {"parallel", knobs}, {"time", "1.5 s"}},
      {{"npus", 2048}, {"parallel", "dp=32,tp=8,pp=8"}, {"time", "1 s"}}};
  std::string found;
  std::istringstream lines(table(rows, 50));
  for (std::string line; std::getline(lines, line);) {
    CHECK(line.size() <= 50);
    if (line.find("npus") != line.npos || line.find("2048") != line.npos) continue;
    const std::size_t from = line.find_first_not_of(' ', line.find("1024") == 0 ? 4 : 0);
    found += line.substr(from, line.find(' ', from) - from);
  }
  CHECK(found == knobs);
}

TEST_CASE("One row that is too wide becomes a line for each cell") {
  CHECK(table({kRows[0]}, 20) ==
        "name            a\n"
        "bytes_per_slot  12\n"
        "kind            ring\n"
        "time            3 us\n"
        "hops            1\n");
}

TEST_CASE("A wall clock's heading keeps the word where the rows begin") {
  const std::vector<Row> rows = {{{"a_long_name", 1}, {"events_per_wall_s", 1}},
                                 {{"a_long_name", 2}, {"events_per_wall_s", 2}}};
  CHECK(table(rows, 24).find("events_per_wall_s\n") != std::string::npos);
}
