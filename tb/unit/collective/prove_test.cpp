// SPDX-License-Identifier: Apache-2.0
// The executor accepts every algorithm we claim, and catches a graph in which one thing is wrong.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "jacquard/collective/generate.hpp"
#include "jacquard/collective/prove/execute.hpp"
#include "unit/collective/requests.hpp"

namespace jacquard::collective {
namespace {

using rounds::RoundGraph;

const std::vector<CollectiveKind> kKinds = {
    CollectiveKind::all_reduce, CollectiveKind::reduce_scatter, CollectiveKind::all_gather,
    CollectiveKind::all_to_all, CollectiveKind::broadcast,      CollectiveKind::send};
const std::vector<Algorithm> kAlgorithms = {
    {Method::ring, 0},   {Method::two_way_ring, 0},     {Method::direct, 0},
    {Method::direct, 2}, {Method::halving_doubling, 0}, {Method::double_binary_tree, 0}};

void require_proved(const CollectiveRequest& request, const std::string& what,
                    const Effort& effort = {}) {
  INFO(what);
  const RoundGraph graph = generate(request);
  CHECK(rounds::faults(graph).empty());
  CHECK(prove(graph, 1, effort).fault == "");
}

TEST_CASE("Every algorithm computes what it claims, for each number of NPUs it supports") {
  for (const CollectiveKind kind : kKinds) {
    for (const Algorithm& algorithm : kAlgorithms) {
      for (const int n : {2, 3, 4, 5, 8, 13, 16}) {
        if (!unsupported(algorithm, kind, n).empty()) continue;
        CollectiveRequest r = one_dimension(kind, algorithm.method, n, 1000, 2);
        r.algorithms = {algorithm};
        r.root = n - 1;
        r.peer = 0;
        require_proved(r, fmt::format("{} {} {}", static_cast<int>(kind), name_of(algorithm), n));
      }
    }
  }
}

TEST_CASE("Mixed algorithms compute what they claim in several dimensions, both ways to spread") {
  const Spread spread = GENERATE(Spread::baseline, Spread::blueconnect);
  for (const CollectiveKind kind : kKinds) {
    for (const Algorithm& first : kAlgorithms) {
      for (const Algorithm& second : kAlgorithms) {
        CollectiveRequest r = one_dimension(kind, Method::ring, 4, 1000, 2);
        r.shape = rounds::Shape({4, 2, 2});
        r.algorithms = {first, Algorithm{}, second};
        r.spread = spread;
        r.root = 11;
        r.peer = 6;
        if (!unsupported(first, kind, 4).empty() || !unsupported(second, kind, 2).empty()) continue;
        require_proved(
            r, fmt::format("{} {} {}", static_cast<int>(kind), name_of(first), name_of(second)),
            {4, 1, 1, 4});
      }
    }
  }
}

TEST_CASE("Groups that leave out a dimension run side by side, each for itself") {
  for (const CollectiveKind kind : kKinds) {
    CollectiveRequest r = one_dimension(kind, Method::ring, 4, 1000, 1);
    r.shape = rounds::Shape({3, 4, 2, 5});
    r.involved = {1, 3};
    r.algorithms = {
        {Method::ring, 0}, {Method::direct, 0}, {Method::ring, 0}, {Method::two_way_ring, 0}};
    r.root = 11;
    r.peer = 3;
    require_proved(r, std::to_string(static_cast<int>(kind)));
  }
}

TEST_CASE("Ranks may be any NPUs") {
  CollectiveRequest r = one_dimension(CollectiveKind::all_reduce, Method::direct, 4, 1000, 1);
  r.npus = {17, 3, 8, 5};
  require_proved(r, "");
}

TEST_CASE("An all-to-all with sizes of its own moves every pair's piece") {
  const Method method = GENERATE(Method::direct, Method::ring, Method::two_way_ring);
  CollectiveRequest r = one_dimension(CollectiveKind::all_to_all, method, 4, 0, 2);
  r.shape = rounds::Shape({4, 3});
  r.uneven = demand::DemandMatrix(12);
  require_proved(r, "");
}

// Each edit of a right graph must be caught; returns how many edits there were.
template <class Edit>
int require_caught(const CollectiveRequest& request, const Edit& edit) {
  const RoundGraph right = generate(request);
  int edits = 0;
  for (std::size_t r = 0; r < right.rounds.size(); ++r) {
    RoundGraph wrong = right;
    if (!edit(wrong, wrong.rounds[r])) continue;
    ++edits;
    INFO("round " << r << " edited");
    CHECK(prove(wrong, 1).fault != "");
  }
  return edits;
}

std::vector<CollectiveRequest> several() {
  std::vector<CollectiveRequest> all;
  for (const Algorithm& algorithm : kAlgorithms) {
    if (algorithm.window != 0) continue;  // a window waits for what the data do not need
    CollectiveRequest r = one_dimension(CollectiveKind::all_reduce, algorithm.method, 8, 1000, 1);
    all.push_back(r);
    r.shape = rounds::Shape({4, 4});
    all.push_back(r);
    r.spread = Spread::blueconnect;
    all.push_back(r);
  }
  return all;
}

TEST_CASE("A dropped dependency is caught, whichever it is") {
  for (const CollectiveRequest& request : several()) {
    INFO(name_of(request.algorithms[0]) << " in " << request.shape.digits());
    const int edits = require_caught(request, [](RoundGraph&, rounds::Round& round) {
      if (round.after.empty()) return false;
      round.after.clear();
      return true;
    });
    CHECK(edits > 0);
  }
}

TEST_CASE("A single missing entry of `after` is caught") {
  for (const CollectiveRequest& request : several()) {
    // The halves of a two-way ring do not need each other, nor all heights of a tree the phase
    // before.
    const Method method = request.algorithms[0].method;
    if (method == Method::two_way_ring) continue;
    if (method == Method::double_binary_tree && request.shape.digits() > 1) continue;
    const RoundGraph right = generate(request);
    for (std::size_t r = 0; r < right.rounds.size(); ++r) {
      for (const int before : right.rounds[r].after) {
        RoundGraph wrong = right;
        wrong.rounds[r].after.remove(before);
        INFO(name_of(request.algorithms[0])
             << " in " << request.shape.digits() << ": round " << r << " without " << before);
        CHECK(prove(wrong, 1).fault != "");
        // To starve just that round is enough, whatever else the orders may stumble on.
        CHECK(execute(wrong, Order::starved_round, 1, before).fault != "");
      }
    }
  }
}

TEST_CASE("A piece shifted by one, a copy for a sum, and a wrong peer are caught") {
  for (const CollectiveRequest& request : several()) {
    INFO(name_of(request.algorithms[0]) << " in " << request.shape.digits());
    require_caught(request, [](RoundGraph&, rounds::Round& round) {
      bool edited = false;
      for (rounds::DigitRule& rule : round.pieces) {
        if (rule.modulus == 1 || rule.digit == rounds::kNoDigit || edited) continue;
        rule.add += 1;
        edited = true;
      }
      return edited;
    });
    CHECK(require_caught(request, [](RoundGraph&, rounds::Round& round) {
            round.action = round.action == rounds::Action::copy ? rounds::Action::reduce
                                                                : rounds::Action::copy;
            return true;
          }) > 0);
    require_caught(request, [](RoundGraph&, rounds::Round& round) {
      if (round.permutation.rule() != rounds::SymbolicPermutation::Rule::shift) return false;
      round.permutation = rounds::SymbolicPermutation::shift(round.permutation.digit(),
                                                             round.permutation.amount() + 1);
      return true;
    });
    require_caught(request, [](RoundGraph&, rounds::Round& round) {
      if (round.repeat == 1) return false;
      --round.repeat;
      return true;
    });
  }
}

TEST_CASE("A collective that is not the one it is called is caught") {
  CollectiveRequest r = one_dimension(CollectiveKind::reduce_scatter, Method::ring, 4, 1000, 1);
  RoundGraph graph = generate(r);
  CHECK(prove(graph, 1).fault == "");
  graph.collectives[0].kind = CollectiveKind::all_reduce;
  CHECK(execute(graph, Order::oldest_first, 1).fault ==
        "rank 1 ends without what rank 0 put into piece 0 of chunk 0");
}

TEST_CASE("A deadlock names who waits for whom") {
  const CollectiveRequest r = one_dimension(CollectiveKind::all_gather, Method::direct, 3, 30, 1);
  RoundGraph graph = generate(r);
  REQUIRE(graph.rounds.size() == 2);
  graph.rounds[0].after = {1};
  graph.rounds[1].after = {0};
  CHECK(execute(graph, Order::oldest_first, 1).fault ==
        "NPU 0 in round 0 waits for NPU 0 in round 1 waits for NPU 0 in round 0");
  graph.rounds[1].after.clear();
  CHECK(execute(graph, Order::oldest_first, 1).fault == "");
}

}  // namespace
}  // namespace jacquard::collective
