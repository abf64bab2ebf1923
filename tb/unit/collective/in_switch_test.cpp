// SPDX-License-Identifier: Apache-2.0
// Algorithms whose rounds switches add and copy in: what comes out, what each port carries, and
// that a graph with one thing wrong is caught.
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
    CollectiveKind::broadcast, CollectiveKind::reduce};
const std::vector<Algorithm> kAlgorithms = {
    {Method::nvls, 0}, {Method::nvls, 1}, {Method::nvls, 9}, {Method::sharp, 0}};

CollectiveRequest request_of(CollectiveKind kind, const Algorithm& algorithm, rounds::Shape shape) {
  CollectiveRequest r = one_dimension(kind, algorithm.method, 4, 5040, 2);
  r.shape = std::move(shape);
  r.algorithms = {algorithm};
  r.root = r.shape.size() / 2;
  return r;
}

TEST_CASE("Sums in switches are right for any number of NPUs, in any order of messages") {
  for (const CollectiveKind kind : kKinds) {
    for (const Algorithm& algorithm : kAlgorithms) {
      for (const int n : {1, 2, 3, 5, 8, 16}) {
        const RoundGraph graph = generate(request_of(kind, algorithm, rounds::Shape({n})));
        INFO(static_cast<int>(kind) << " " << name_of(algorithm) << " " << n);
        CHECK(rounds::faults(graph).empty());
        CHECK(prove(graph, 1).fault == "");
      }
    }
  }
}

TEST_CASE("Over a hierarchy of dimensions each adds what the one before has left") {
  const Spread spread = GENERATE(Spread::baseline, Spread::blueconnect);
  for (const CollectiveKind kind : kKinds) {
    for (const Algorithm& inner : kAlgorithms) {
      for (const Method outer : {Method::nvls, Method::sharp, Method::ring}) {
        CollectiveRequest r = request_of(kind, inner, rounds::Shape({4, 3, 2}));
        r.algorithms = {inner, Algorithm{outer, 0}, Algorithm{Method::sharp, 0}};
        r.spread = spread;
        INFO(static_cast<int>(kind) << " " << names_of(r.algorithms));
        CHECK(prove(generate(r), 1, {4, 1, 1, 4}).fault == "");
      }
    }
  }
}

TEST_CASE("An all-to-all wants no sums") {
  CHECK_THAT(unsupported({Method::sharp, 0}, CollectiveKind::all_to_all, 8),
             Catch::Contains("switches add and copy"));
}

// SHARP: D up, D down. NVLS: n reads of D/n and a multicast of it up; a sum and n copies down
// (docs/cost.md: what NCCL's NVLS sends, size x (1 + 1 / n)).
TEST_CASE("An all-reduce sends D from each port by sharp, and D and an n-th by nvls") {
  const std::int64_t d = 5040 * 2;
  for (const int n : {2, 3, 7, 16}) {
    for (const Method method : {Method::sharp, Method::nvls}) {
      const CollectiveRequest r = one_dimension(CollectiveKind::all_reduce, method, n, d, 1);
      const RoundGraph graph = generate(r);
      const std::int64_t each = method == Method::sharp ? d : d + (d + n - 1) / n;
      std::vector<std::int64_t> up(static_cast<std::size_t>(n)), down(up);
      for (const rounds::Round& round : graph.rounds) {
        for (int rank = 0; rank < n; ++rank) {
          const auto at = static_cast<std::size_t>(rank);
          up[at] += round.cast->sends(r.shape, rank) ? round.bytes.count() : 0;
          down[at] += round.cast->receives(r.shape, rank) ? round.bytes.count() : 0;
        }
      }
      INFO(n);
      const std::int64_t rest = 4 * (n + 1);  // parts and their slices are rounded up
      CHECK(up.front() >= each);
      CHECK(up.front() <= each + rest);
      CHECK(up == std::vector<std::int64_t>(up.size(), up.front()));
      CHECK(down == up);
    }
  }
}

std::string fault_after(CollectiveKind kind, Method method,
                        const std::function<void(RoundGraph&)>& edit) {
  CollectiveRequest r = request_of(kind, {method, 0}, rounds::Shape({4}));
  r.chunks = 1;
  RoundGraph graph = generate(r);
  edit(graph);
  return prove(graph, 1).fault;
}

TEST_CASE("A sender left out, one too many, a wrong piece and a lost wait are caught") {
  using Edit = std::function<void(RoundGraph&)>;
  const Edit without_one = [](RoundGraph& g) { g.rounds[0].cast->senders.last = 2; };
  const Edit to_another = [](RoundGraph& g) { g.rounds[0].cast->receivers = {1, 1}; };
  const Edit counted_twice = [](RoundGraph& g) { g.rounds[0].action = rounds::Action::reduce; };
  const Edit other_piece = [](RoundGraph& g) { g.rounds[0].pieces[0].add = 3; };
  const Edit no_wait = [](RoundGraph& g) { g.rounds[1].after.clear(); };
  CHECK_THAT(fault_after(CollectiveKind::all_reduce, Method::sharp, without_one),
             Catch::Contains("without what rank 3 put into"));
  CHECK_THAT(fault_after(CollectiveKind::all_reduce, Method::sharp, to_another),
             Catch::Contains("ends without"));
  CHECK_THAT(fault_after(CollectiveKind::all_reduce, Method::sharp, counted_twice),
             Catch::Contains("twice"));
  for (const Edit& edit : {without_one, to_another, counted_twice, other_piece, no_wait}) {
    CHECK(fault_after(CollectiveKind::all_reduce, Method::nvls, edit) != "");
  }
}

TEST_CASE("A switch that would add what is in the sum already is named") {
  const std::string fault =
      fault_after(CollectiveKind::all_reduce, Method::sharp, [](RoundGraph& g) {
        rounds::Round again = g.rounds[0];
        again.after = rounds::RoundSet{0};
        g.rounds.push_back(again);
      });
  CHECK_THAT(fault, Catch::Contains("a switch would count rank"));
}

TEST_CASE("Who waits for a sum is told whose part is not there") {
  const std::string fault =
      fault_after(CollectiveKind::all_reduce, Method::sharp, [](RoundGraph& g) {
        // A message of rank 3 that nobody sends back: round 0 waits for what waits for it.
        rounds::Round other = g.rounds[0];
        other.cast.reset();
        other.permutation = rounds::SymbolicPermutation::map(0, {3, -1, -1, -1});
        other.after = rounds::RoundSet{0};
        g.rounds[0].after = rounds::RoundSet{1};
        g.rounds.push_back(other);
      });
  CHECK_THAT(fault, Catch::Contains("waits for NPU 3"));
}

}  // namespace
}  // namespace jacquard::collective
