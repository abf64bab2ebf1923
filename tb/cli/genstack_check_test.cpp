// SPDX-License-Identifier: Apache-2.0
// `jacquard genstack check` as a user runs it, on stacks whose files are changed by hand.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"
#include "support/source_tree.hpp"

using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::in_source_tree;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using jacquard::tb::with;
using jacquard::tb::Words;
using nlohmann::json;

namespace {

// Chronos's 4 x 4 example: two all-reduces of 1 MiB, in rings of 4.
const std::string kLog = in_source_tree("tb/python/golden/chronos_4x4");
const Words kCheck = {"genstack", "check", "--json", "--no-timing"};

class Stack : public Folder {
 public:
  Stack() {
    const Answer made = run_program({"genstack", "--log", kLog, "--fabric", "one_crossbar_64",
                                     "--set", "fabric.slot=50 us", "--out", "stack"},
                                    *this);
    INFO(made.err);
    REQUIRE(made.exit_code == 0);
  }

  // The lines of slots.csv, the columns' names first.
  std::vector<std::string> slots() const {
    std::vector<std::string> lines;
    std::string line;
    for (const char c : jacquard::base::read_file(path("stack/slots.csv"))) {
      if (c != '\n') {
        line += c;
        continue;
      }
      lines.push_back(line);
      line.clear();
    }
    return lines;
  }
  void write_slots(const std::vector<std::string>& lines) const {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    file("stack/slots.csv", text);
  }

  json check(int exit_code, const Words& more = {}) const {
    const Answer answer = run_program(with(with(kCheck, {"stack"}), more), *this);
    INFO(answer.err);
    CHECK(answer.exit_code == exit_code);
    return json::parse(answer.out)["rows"];
  }
};

bool names(const json& rows, const std::string& kind) {
  for (const json& row : rows) {
    if (row["row_kind"] == "fault" && row["kind"] == kind) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a stack of a log delivers what the log asks for") {
  const Stack stack;
  for (const Words& more : {Words{}, Words{kLog}, Words{kLog, "--threads", "2"}}) {
    const json rows = stack.check(0, more);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0]["bytes_expected"] == 2 * 16 * (1 << 20));
    CHECK(rows[0]["bytes_delivered"] == 2 * 16 * (1 << 20));
    CHECK(rows[0]["duplicates"] == 0);
    CHECK(rows[0]["conflicts"] == 0);
    CHECK(rows[0]["messages"] == 2 * 16 * 2 * 3);
  }
  CHECK(stack.check(0, {"--slots", "2", "--seed", "3"})[0]["covered"] == "slots");
  CHECK(stack.check(0, {"--actor", "0"})[0]["messages"] == 2 * 16 * 2 * 3);
}

TEST_CASE("a line of a stack's slots that is dropped, doubled or early is found") {
  const Stack stack;
  const std::vector<std::string> healthy = stack.slots();
  REQUIRE(healthy.size() == 5);

  std::vector<std::string> lines(healthy.begin(), healthy.end() - 1);
  stack.write_slots(lines);
  json rows = stack.check(1);
  CHECK(names(rows, "missing"));
  // The second all-reduce has summed each rank's quarter, and not passed it on.
  CHECK(rows[0]["bytes_delivered"] == 16 * (1 << 20) + 16 * (1 << 18));

  lines = healthy;
  lines.push_back(healthy.back());
  stack.write_slots(lines);
  rows = stack.check(1);
  CHECK(names(rows, "twice"));
  CHECK(rows[0]["duplicates"] > 0);
  CHECK(rows[0]["conflicts"] > 0);

  lines = healthy;
  REQUIRE(lines[1].rfind("0,0,0,3,", 0) == 0);
  lines[1].replace(0, lines[1].find(',', 8), "0,0,0,3,0");  // begins in slot 0
  stack.write_slots(lines);
  CHECK(names(stack.check(1), "early"));
}

TEST_CASE("a stack of another log is found") {
  const Stack stack;
  const json rows = stack.check(1, {in_source_tree("tb/python/golden/ddp_mlp")});
  CHECK(names(rows, "job"));
}

TEST_CASE("a check that cannot be made is refused in a line") {
  const Folder empty;
  using Catch::Contains;
  CHECK_THAT(mistake(kCheck, empty), Contains("STACK"));
  CHECK_THAT(mistake(with(kCheck, {"nowhere"}), empty), Contains("nowhere"));
  CHECK_THAT(mistake(with(kCheck, {"nowhere", "--slots", "5", "--actor", "0"}), empty),
             Contains("--actor"));
  CHECK_THAT(mistake(with(kCheck, {"nowhere", "--slots", "many"}), empty), Contains("--slots"));
}
