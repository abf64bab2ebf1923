// SPDX-License-Identifier: Apache-2.0
// Faults planted in a stack that holds: each is found, and named.
#include <catch2/catch.hpp>
#include <functional>

#include "jacquard/stack/check/check.hpp"
#include "unit/stack/small_stacks.hpp"

using namespace jacquard::stack;
using Catch::Contains;
using check::FaultKind;
using check::Verdict;
using jacquard::base::Bytes;
using jacquard::base::Picoseconds;

namespace {

using Plant = std::function<void(Stack&)>;

// Reduce-scatters of 3 repetitions in rings of 4; 1,024 bytes a message, in 2 slots.
Stack healthy() {
  return small_stacks::composed(small_jobs::four_by_four([](auto& node) {
                                  node.collective =
                                      jacquard::rounds::CollectiveKind::reduce_scatter;
                                }),
                                small_stacks::fabric(2));
}

// What the checker says of the first fault of a kind.
std::string found(const Plant& plant, FaultKind kind) {
  Stack stack = healthy();
  REQUIRE(check::check(stack, {}).holds());
  plant(stack);
  const Verdict verdict = check::check(stack, {});
  CHECK_FALSE(verdict.holds());
  CHECK(verdict.faults.of(kind) > 0);
  std::string words;
  for (const auto& fault : verdict.faults.first()) {
    UNSCOPED_INFO(name_of(fault.kind) << ": " << fault.words);
    if (fault.kind == kind && words.empty()) words = fault.words;
  }
  return words;
}

Placed& first(Stack& stack) { return stack.timeline.placed.front(); }
Placed& last(Stack& stack) { return stack.timeline.placed.back(); }
jacquard::rounds::Round& first_round(Stack& stack) { return stack.plan.rounds.rounds.front(); }

// One entry for each repetition.
void split(Stack& stack) {
  std::vector<Placed> apart;
  for (const Placed& placed : stack.timeline.placed) {
    for (int n = 0; n < placed.repetitions; ++n) {
      apart.push_back(placed);
      apart.back().first_repetition += n;
      apart.back().repetitions = 1;
      apart.back().start += std::int64_t{n} * placed.slots;
    }
  }
  stack.timeline.placed = apart;
}

}  // namespace

TEST_CASE("a message in a slot before its computation has ended is early") {
  const std::string words = found([](Stack& s) { first(s).start -= 1; }, FaultKind::early);
  CHECK_THAT(words, Contains("slot 0: call 0 (tp reduce-scatter of all)"));
  CHECK_THAT(words, Contains("waits for its node 0"));
}

TEST_CASE("a repetition before the data of the one before are there is early") {
  const std::string words = found(
      [](Stack& s) {
        split(s);
        s.timeline.placed[1].start -= 1;
      },
      FaultKind::early);
  CHECK_THAT(words,
             Contains("rank 0 sends call 0 (tp reduce-scatter of all), round 0, repetition 1"));
  CHECK_THAT(words, Contains("before it has received round 0, repetition 0"));
}

TEST_CASE("an entry that is dropped leaves a call without its messages") {
  const std::string words =
      found([](Stack& s) { s.timeline.placed.pop_back(); }, FaultKind::missing);
  CHECK_THAT(words, Contains("call 1 (dp reduce-scatter of all) is not in any slot"));
}

TEST_CASE("a repetition that is dropped is missing, and so are its contributions") {
  const Plant plant = [](Stack& s) { last(s).repetitions -= 1; };
  CHECK_THAT(found(plant, FaultKind::missing), Contains("round 0, repetition 2 is not sent"));
  Stack stack = healthy();
  plant(stack);
  const Verdict verdict = check::check(stack, {});
  CHECK(verdict.bytes_expected == 2 * 4 * 4096);
  CHECK(verdict.bytes_delivered == 4 * 4096);  // those of the other call
}

TEST_CASE("an entry that comes twice is sent again, and its ports are used twice") {
  const Plant plant = [](Stack& s) { s.timeline.placed.push_back(last(s)); };
  CHECK_THAT(found(plant, FaultKind::twice), Contains("call 1 (dp reduce-scatter of all)"));
  CHECK_THAT(found(plant, FaultKind::port), Contains("port 0 sends twice"));
  Stack stack = healthy();
  plant(stack);
  CHECK(check::check(stack, {}).duplicates > 0);
}

TEST_CASE("two messages of one port in one slot are a conflict") {
  // The second call's first message beside the first call's.
  const Plant plant = [](Stack& s) { last(s).start = first(s).start; };
  CHECK_THAT(found(plant, FaultKind::port), Contains("port 0 sends twice"));
  Stack stack = healthy();
  plant(stack);
  CHECK(check::check(stack, {}).conflicts >= 32);  // an output and an input of each rank
}

TEST_CASE("a setting that leads elsewhere than the collective says does not end at the receiver") {
  const std::string words = found(
      [](Stack& s) {
        s.plan.patterns[0].permutation = jacquard::rounds::SymbolicPermutation::shift(0, -1);
      },
      FaultKind::circuit);
  CHECK_THAT(words, Contains("what port 0 sends ends at port 3"));
  CHECK_THAT(words, Contains("is for port 1"));
}

TEST_CASE("rounds that send the wrong pieces leave wrong results") {
  const std::string words =
      found([](Stack& s) { first_round(s).pieces[0].add += 1; }, FaultKind::missing);
  CHECK_THAT(words, Contains("16 results are wrong"));
}

TEST_CASE("a contribution that is summed twice is counted") {
  // All send everything to their neighbour: a message of all pieces, 3 times.
  const Plant plant = [](Stack& s) {
    for (auto& rule : first_round(s).pieces) rule = {};
  };
  CHECK_THAT(found(plant, FaultKind::twice), Contains("results are wrong"));
}

TEST_CASE("a message that is cut is not sent to its end") {
  const std::string words = found([](Stack& s) { last(s).bytes -= Bytes{24}; }, FaultKind::missing);
  CHECK_THAT(words, Contains("is not sent from byte 1000 on"));
}

TEST_CASE("a message in two entries arrives when they cover it, and not with a gap or an overlap") {
  const auto cut = [](std::int64_t at, std::int64_t resumed) {
    return [at, resumed](Stack& s) {
      split(s);
      Placed rest = last(s);
      last(s).bytes = Bytes{at};
      last(s).slots = 1;
      rest.from = Bytes{resumed};
      rest.bytes = Bytes{1024 - resumed};
      rest.start += 1;
      rest.slots = 1;
      rest.held = true;
      s.timeline.placed.push_back(rest);
    };
  };
  Stack stack = healthy();
  cut(800, 800)(stack);
  Verdict verdict = check::check(stack, {});
  // The end of the step is that of the last byte: 224 bytes in a slot of their own, not 134.
  CHECK(verdict.faults.all() == verdict.faults.of(FaultKind::claim));
  CHECK(verdict.bytes_delivered == verdict.bytes_expected);
  CHECK_THAT(found(cut(800, 801), FaultKind::missing), Contains("from byte 800 on"));
  CHECK_THAT(found(cut(800, 799), FaultKind::twice), Contains("1 bytes of call 1"));
}

TEST_CASE("more bytes than the slots carry, or than the message has, are too many") {
  const std::string words = found([](Stack& s) { last(s).slots = 1; }, FaultKind::capacity);
  CHECK_THAT(words, Contains("1024 bytes in 1 slots that carry 890"));
  CHECK_THAT(found([](Stack& s) { last(s).bytes += Bytes{1}; }, FaultKind::twice),
             Contains("is 1024 bytes long"));
}

TEST_CASE("repetitions that change places are out of order") {
  const std::string words = found(
      [](Stack& s) {
        split(s);
        std::swap(s.timeline.placed[0].first_repetition, s.timeline.placed[1].first_repetition);
      },
      FaultKind::order);
  CHECK_THAT(words, Contains("repetition 1 goes before repetition 0"));
}

TEST_CASE("ranks at failed, shared or missing ports are named") {
  const auto seat = [](int rank, int port) {
    return [rank, port](Stack& s) {
      for (int r = 0; r < 16; ++r) s.seating.port_of.push_back(r == rank ? port : r);
    };
  };
  CHECK_THAT(found([](Stack& s) { s.seating.failed_ports = {5}; }, FaultKind::placement),
             Contains("rank 5 is at port 5, which has failed"));
  CHECK_THAT(found(seat(5, 6), FaultKind::placement),
             Contains("rank 6 is at port 6, where rank 5"));
  CHECK_THAT(found(seat(5, 16), FaultKind::placement), Contains("rank 5 is at port 16, of 16"));
}

TEST_CASE("entries of what is not there are named and left out") {
  CHECK_THAT(found([](Stack& s) { last(s).channel = 1; }, FaultKind::claim),
             Contains("there is no channel 1 of 1"));
  CHECK_THAT(found([](Stack& s) { last(s).part = 1; }, FaultKind::claim), Contains("part 1 of 1"));
  CHECK_THAT(found([](Stack& s) { last(s).repetitions = 9; }, FaultKind::claim),
             Contains("repetitions 0 to 8 of 3"));
  CHECK_THAT(found([](Stack& s) { last(s).call = 7; }, FaultKind::claim), Contains("call 7"));
}

TEST_CASE("a step's time or a held setting that is not so is named") {
  CHECK_THAT(found([](Stack& s) { s.timeline.step -= Picoseconds{1}; }, FaultKind::claim),
             Contains("the stack says"));
  Stack stack = small_stacks::composed(small_jobs::four_by_four(),
                                       small_stacks::fabric(2, Sync::on_dependency));
  REQUIRE(check::check(stack, {}).holds());
  REQUIRE_FALSE(first(stack).held);
  first(stack).held = true;
  const Verdict verdict = check::check(stack, {});
  CHECK(verdict.faults.of(FaultKind::claim) == 1);
  CHECK_THAT(verdict.faults.first().front().words, Contains("is said to hold a setting"));
}

TEST_CASE("a time is kept for the run only where nothing of a call is known, and ports are free") {
  const auto keep = [](std::int64_t start) {
    return [start](Stack& s) { s.timeline.reserved.push_back({1, start, 2, 0}); };
  };
  CHECK_THAT(found(keep(8), FaultKind::claim), Contains("call 1, whose messages are known"));
  Stack stack = healthy();
  stack.plan.calls[1].kind = Call::Kind::placeholder;
  keep(last(stack).start)(stack);
  CHECK(check::check(stack, {}).faults.of(FaultKind::claim) == 1);  // it is placed too
  stack.timeline.placed.pop_back();
  keep(3)(stack);  // beside the first call's messages
  const Verdict verdict = check::check(stack, {});
  CHECK(verdict.conflicts == 32);
  CHECK(verdict.bytes_delivered == verdict.bytes_expected);
}
