// SPDX-License-Identifier: Apache-2.0
// The grammar is that of LogGOPSim's txt2bin; texts here are our own.
#include "jacquard/interop/goal/goal.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/interop/chakra/check.hpp"
#include "jacquard/interop/chakra/op_graph.hpp"
#include "jacquard/interop/goal/traces.hpp"

using namespace jacquard;
using interop::GoalKind;

namespace {

const char* const kPing =
    "num_ranks 2\n\n"
    "/* there and\n back */\n"
    "rank 0 {\n"
    "l1: calc 1500 cpu 1\n"
    "l2: send 8b to 1 tag 7 cpu 0 nic 1\n"
    "l2 requires l1\n"
    "recv 4b from 1\n"
    "}\n"
    "rank 1 { // the other\n"
    "a: recv 8b from 0 tag 7\n"
    "b: send 4 b to 0\n"
    "b irequires a\n"
    "}\n";

std::string fault(const std::string& text) {
  try {
    interop::parse_goal(text, "s.goal");
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("a GOAL schedule is read with its labels, tags, streams and comments") {
  const auto schedule = interop::parse_goal(kPing, "s.goal");
  REQUIRE(schedule.ranks.size() == 2);
  const auto& first = schedule.ranks[0];
  REQUIRE(first.size() == 3);
  CHECK(first[0].kind == GoalKind::calculate);
  CHECK(first[0].amount == 1500);
  CHECK(first[0].cpu == 1);
  CHECK(first[1].kind == GoalKind::send);
  CHECK(first[1].peer == 1);
  CHECK(first[1].tag == 7);
  CHECK(first[1].nic == 1);
  CHECK(first[1].after_end == std::vector<std::size_t>{0});
  CHECK(first[2].label.empty());
  CHECK(schedule.ranks[1][1].amount == 4);
  CHECK(schedule.ranks[1][1].after_begin == std::vector<std::size_t>{0});
}

TEST_CASE("a GOAL schedule is the job of its ranks, to the nanosecond") {
  const auto traces = interop::traces_of(interop::parse_goal(kPing, "s.goal"), 0);
  interop::check_ranks(traces);
  CHECK(traces.notes.size() == 2);  // of a cpu and of a nic
  const auto job = interop::job_of(traces, {}, true);
  REQUIRE(job.npus() == 2);
  const auto& calculation = job.graph(0).node(0);
  CHECK(calculation.duration == base::Picoseconds{1'500'000});
  CHECK(calculation.stream == workload::Stream::cpu);
  // What begins with another waits for the beginning of it, not for its end.
  const auto& other = job.graph(1);
  REQUIRE(other.size() == 3);
  CHECK(other.node(1).control_after == std::vector<std::uint64_t>{2});
  CHECK(other.node(0).control_after == std::vector<std::uint64_t>{2});
  CHECK(other.node(2).kind == workload::OpKind::marker);
}

TEST_CASE(
    "NPUs beyond the ranks of a GOAL schedule do nothing, and ranks beyond NPUs are refused") {
  const auto schedule = interop::parse_goal(kPing, "s.goal");
  CHECK(interop::traces_of(schedule, 4).ranks() == 4);
  CHECK_THROWS_WITH(interop::traces_of(schedule, 1), Catch::Contains("at most 1 ranks"));
}

TEST_CASE("a GOAL schedule is told by its first word") {
  CHECK(interop::is_goal(kPing));
  CHECK(interop::is_goal("// by hand\n/* x */ num_ranks 1\n"));
  CHECK_FALSE(interop::is_goal("{\"nodes\": []}"));
  CHECK_FALSE(interop::is_goal(""));
}

TEST_CASE("what is no GOAL is refused by line") {
  const std::string head = "num_ranks 2\nrank 0 {\n";
  CHECK(fault(head + "x: send 8 to 1\n}\n") == "s.goal, line 3: expected 'b', found 'to'");
  CHECK(fault(head + "x requires y\n}\n").find("line 3: expected the label of an operation") !=
        std::string::npos);
  CHECK(fault(head + "x: calc 1\nx: calc 2\n}\n").find("line 4: expected a label of its own") !=
        std::string::npos);
  CHECK(fault(head + "recv 8b from -1\n}\n").find("any sender") != std::string::npos);
  CHECK(fault(head + "recv 8b from 1 tag -1\n}\n").find("any tag") != std::string::npos);
  CHECK(fault(head + "send 8b to 2\n}\n").find("line 3: expected a rank in 0..1, found '2'") !=
        std::string::npos);
  CHECK(fault(head + "}\nrank 0 {\n}\n").find("each rank once") != std::string::npos);
  CHECK(fault(head).find("that ends rank 0") != std::string::npos);
  CHECK(fault("num_ranks 0\n").find("at least 1 rank") != std::string::npos);
  CHECK(fault("rank 0 {\n}\n").find("expected num_ranks") != std::string::npos);
}
