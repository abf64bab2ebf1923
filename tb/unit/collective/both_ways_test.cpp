// SPDX-License-Identifier: Apache-2.0
// Rings whose pieces go the shorter way, open rings, reductions to a root, and permutes.
#include <catch2/catch.hpp>

#include "jacquard/collective/generate.hpp"
#include "jacquard/collective/prove/cases.hpp"
#include "jacquard/rounds/names.hpp"
#include "unit/collective/requests.hpp"

namespace jacquard::collective {
namespace {

const std::vector<CollectiveKind> kKinds = {
    CollectiveKind::all_reduce, CollectiveKind::reduce_scatter, CollectiveKind::all_gather,
    CollectiveKind::broadcast,  CollectiveKind::reduce,         CollectiveKind::send};

std::vector<int> up_to(int most) {
  std::vector<int> all;
  for (int n = 1; n <= most; ++n) all.push_back(n);
  return all;
}

void require_proved(const std::vector<ProofCase>& cases) {
  for (const ProofCase& one : cases) {
    if (!one.unsupported.empty()) continue;
    INFO(rounds::name_of(one.request.kind)
         << " by " << one.algorithm << " on " << one.request.shape.size());
    CHECK(prove(one, 7).fault == "");
  }
}

// Repetitions that follow each other at one rank, the longest way through the rounds.
int steps_of(const rounds::RoundGraph& graph) {
  std::vector<int> end;
  int most = 0;
  for (const rounds::Round& round : graph.rounds) {
    int begin = 0;
    for (const int before : round.after) begin = std::max(begin, base::at(end, before));
    end.push_back(begin + round.repeat);
    most = std::max(most, end.back());
  }
  return most;
}

rounds::RoundGraph permute(const rounds::Shape& shape, rounds::SymbolicPermutation moves,
                           Method method) {
  CollectiveRequest r;
  r.kind = CollectiveKind::permute;
  r.shape = shape;
  r.algorithms = {{method, 0}};
  r.bytes = base::Bytes{1000};
  r.moves = std::move(moves);
  return generate(r);
}

}  // namespace

TEST_CASE("both-ways rings, chains and reductions do what their kinds claim") {
  require_proved(
      flat_cases({{Method::shorter_way_ring, 0}, {Method::chain, 0}}, kKinds, up_to(17)));
  require_proved(mixed_cases({{Method::shorter_way_ring, 0}, {Method::chain, 0}, {Method::ring, 0}},
                             kKinds, 32));
  require_proved(flat_cases({{Method::ring, 0}, {Method::two_way_ring, 0}},
                            {CollectiveKind::reduce}, up_to(12)));
}

TEST_CASE("what goes the shorter way goes half round, and on a chain from end to end") {
  for (int n = 3; n <= 17; ++n) {
    for (const CollectiveKind kind :
         {CollectiveKind::all_gather, CollectiveKind::reduce_scatter, CollectiveKind::broadcast}) {
      INFO(rounds::name_of(kind) << " of " << n);
      const auto steps = [&](Method method) {
        return steps_of(generate(one_dimension(kind, method, n, 1000, 1)));
      };
      CHECK(steps(Method::ring) == n - 1);
      CHECK(steps(Method::shorter_way_ring) == n / 2);
      CHECK(steps(Method::chain) == n - 1);
    }
  }
}

TEST_CASE("a permute brings each rank what its permutation says") {
  const rounds::Shape shape({4, 3});
  std::vector<int> skew;  // row r shifts by r
  for (int rank = 0; rank < 12; ++rank) {
    skew.push_back(shape.with_digit(rank, 0, (rank % 4 + rank / 4) % 4));
  }
  for (const Method method : {Method::ring, Method::chain}) {
    for (const auto& moves :
         {rounds::SymbolicPermutation::shift(0, 1), rounds::SymbolicPermutation::shift(1, -1),
          rounds::SymbolicPermutation::map_ranks(skew)}) {
      const rounds::RoundGraph graph = permute(shape, moves, method);
      REQUIRE(rounds::faults(graph).empty());
      CHECK(prove(graph, 3, Effort{4, 2, 2, 6}).fault == "");
    }
  }
  rounds::RoundGraph wrong = permute(shape, rounds::SymbolicPermutation::shift(0, 1), Method::ring);
  wrong.rounds[0].permutation = rounds::SymbolicPermutation::shift(0, 2);
  CHECK(prove(wrong, 3, Effort{4, 2, 2, 6}).fault != "");
}

TEST_CASE("a chain's permute goes the long way back, as the ends are not joined") {
  const rounds::RoundGraph graph =
      permute(rounds::Shape({4}), rounds::SymbolicPermutation::shift(0, 1), Method::chain);
  REQUIRE(graph.rounds.size() == 2);
  const auto& back = graph.rounds[1];
  CHECK(back.permutation.expand(rounds::Shape({4})) == std::vector<int>{-1, -1, -1, 0});
  CHECK(base::at(graph.channels, back.channel).direction == rounds::Channel::Direction::down);
}

}  // namespace jacquard::collective
