// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/pattern.hpp"

#include <fmt/format.h>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/collective/generate.hpp"

namespace jacquard::astra {

namespace {

using collective::Method;
using rounds::CollectiveKind;

bool power_of_two(int n) { return (n & (n - 1)) == 0; }

void check(const Part& part) {
  const Method method = part.implementation.method;
  if (method != Method::halving_doubling && method != Method::double_binary_tree) return;
  const bool halving = method == Method::halving_doubling;
  if (!power_of_two(part.members)) {
    throw InputError(InputFile::system,
                     {"", "",
                      fmt::format("a power of two of NPUs in a dimension with {}",
                                  halving ? "halvingDoubling" : "doubleBinaryTree"),
                      std::to_string(part.members),
                      halving ? "ASTRA-sim hangs; take ring or direct"
                              : "ASTRA-sim crashes; take ring or direct"});
  }
  if (halving && part.kind == CollectiveKind::all_to_all) {
    throw InputError(InputFile::system,
                     {"", "/all-to-all-implementation", "ring, direct, oneRing or oneDirect",
                      "halvingDoubling", ""});
  }
}

}  // namespace

rounds::RoundGraph pattern_for(const Part& part) {
  check(part);
  collective::CollectiveRequest request;
  request.kind = part.kind;
  request.shape = rounds::Shape({part.members});
  request.algorithms = {{part.implementation.method, 0}};
  request.bytes = base::Bytes{part.bytes};
  request.rounding = collective::Rounding::down;
  collective::Phase phase;
  phase.kind = part.kind;
  phase.algorithm = request.algorithms.front();
  phase.bytes = base::Bytes{part.bytes};
  phase.reversed = part.reversed;
  phase.tree = part.tree;
  return collective::generate(request, {{phase}});
}

std::vector<Leg> legs_of(const rounds::RoundGraph& graph) {
  std::vector<Leg> legs;
  for (const rounds::Round& round : graph.rounds) {
    Leg leg;
    leg.permutation = round.permutation;
    leg.messages = round.repeat;
    leg.bytes = round.bytes.count();
    leg.reduces = round.action == rounds::Action::reduce;
    legs.push_back(std::move(leg));
  }
  return legs;
}

std::vector<Tree::Place> places_of(const rounds::RoundGraph& graph, int members) {
  std::vector<Tree::Place> places(static_cast<std::size_t>(members));
  const rounds::Shape positions({members});
  for (const rounds::Round& round : graph.rounds) {
    if (round.action != rounds::Action::reduce) continue;
    for (int child = 0; child < members; ++child) {
      const int parent = round.permutation.receiver(positions, child);
      if (parent == rounds::kNobody) continue;
      base::at(places, child).parent = parent;
      Tree::Place& place = base::at(places, parent);
      (child < parent ? place.left : place.right) = child;
    }
  }
  return places;
}

}  // namespace jacquard::astra
