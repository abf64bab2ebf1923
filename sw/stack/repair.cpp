// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/repair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "jacquard/stack/free_ports.hpp"

namespace jacquard::stack {
namespace {

using base::at;
using base::index;

void spell_out(Seating& seating, int ranks) {
  if (!seating.port_of.empty()) return;
  seating.port_of.resize(index(ranks));
  std::iota(seating.port_of.begin(), seating.port_of.end(), 0);
}

void fold_if_identity(Seating& seating) {
  for (std::size_t rank = 0; rank < seating.port_of.size(); ++rank) {
    if (seating.port_of[rank] != static_cast<int>(rank)) return;
  }
  seating.port_of.clear();
}

void move(Seating& seating, int rank, int to, std::vector<Move>& moves) {
  moves.push_back({rank, at(seating.port_of, rank), to});
  at(seating.port_of, rank) = to;
}

std::vector<int> ranks_without_port(const Seating& seating) {
  std::vector<int> ranks;
  for (std::size_t rank = 0; rank < seating.port_of.size(); ++rank) {
    if (std::binary_search(seating.failed_ports.begin(), seating.failed_ports.end(),
                           seating.port_of[rank])) {
      ranks.push_back(static_cast<int>(rank));
    }
  }
  return ranks;
}

// Ranks that found no free port.
std::vector<int> move_to_spares(const std::vector<int>& ranks, const Sizes& sizes, Seating& seating,
                                std::vector<Move>& moves) {
  FreePorts spares(sizes, seating, static_cast<int>(seating.port_of.size()));
  std::vector<int> elsewhere;
  for (const int rank : ranks) {
    const auto port = spares.take_at(at(seating.port_of, rank) % sizes.leaf_ports);
    if (port) {
      move(seating, rank, *port, moves);
    } else {
      elsewhere.push_back(rank);
    }
  }
  std::vector<int> left;
  for (const int rank : elsewhere) {
    if (spares.count() == 0) {
      left.push_back(rank);
    } else {
      move(seating, rank, spares.take_any(), moves);
    }
  }
  return left;
}

// A smaller job sits where its ranks were.
void shrink(Stack& stack, const std::vector<int>& lost, const RepairOptions& options,
            const config::Place& place) {
  if (!options.smaller) {
    const bool around = !options.use_spares;
    place.fail(around ? "a job of which a data-parallel replica can be left out"
                      : fmt::format("spare ports for {} ranks", lost.size()),
               around ? "a stack, which does not know its job" : "none left",
               around ? "--job instead of STACK, or --policy spare"
                      : "more spares, or --job with data-parallel replicas, so that one can be "
                        "left out");
  }
  SmallerPlan smaller = options.smaller(lost);
  std::vector<int> port_of;
  for (const int was : smaller.was) port_of.push_back(at(stack.seating.port_of, was));
  stack.seating.port_of = std::move(port_of);
  stack.plan = std::move(smaller.plan);
}

int parts_of_all(const Plan& plan, const Routes& routes) {
  int parts = 0;
  for (int p = 0; p < static_cast<int>(plan.patterns.size()); ++p) parts += routes.parts(p);
  return parts;
}

// Who sits in the place that has the number of a failed link.
std::vector<int> ranks_at_failed_links(const Stack& stack) {
  std::vector<int> ranks;
  for (std::size_t rank = 0; rank < stack.seating.port_of.size(); ++rank) {
    const int port = stack.seating.port_of[rank];
    const Uplink own{port / stack.sizes.leaf_ports, port % stack.sizes.leaf_ports};
    if (std::binary_search(stack.seating.failed_links.begin(), stack.seating.failed_links.end(),
                           own)) {
      ranks.push_back(static_cast<int>(rank));
    }
  }
  return ranks;
}

class Repair {
 public:
  Repair(const Stack& stack, const Failures& failures, const RepairOptions& options,
         const config::Place& place)
      : healthy_(stack), options_(options), place_(place) {
    result_.stack = stack;
    Seating& seating = result_.stack.seating;
    spell_out(seating, stack.plan.ranks);
    Failures all{seating.failed_ports, seating.failed_links};
    add(all, failures);
    seating.failed_ports = std::move(all.ports);
    seating.failed_links = std::move(all.links);
  }

  Repaired run() {
    Stack& stack = result_.stack;
    std::vector<int> lost = ranks_without_port(stack.seating);
    if (options_.use_spares) {
      lost = move_to_spares(lost, stack.sizes, stack.seating, result_.moves);
    }
    if (!lost.empty()) {
      shrink(stack, lost, options_, place_);
      result_.lost_ranks = healthy_.plan.ranks - stack.plan.ranks;
    }
    const Routes before = routes_of(healthy_);
    Routes after = routes_of(stack);
    if (options_.use_spares && !stack.seating.failed_links.empty()) make_room(before, after);
    describe(before, after);
    if (result_.composed) compose_anew(after);
    fold_if_identity(stack.seating);
    return std::move(result_);
  }

 private:
  Routes routes_of(const Stack& stack) const {
    return Routes(stack.plan, stack.fabric, stack.sizes, stack.seating, place_);
  }

  // Moves ranks away from leaves that lack a link, if that leaves fewer patterns cut.
  void make_room(const Routes& before, Routes& after) {
    Stack& stack = result_.stack;
    const int cut = parts_of_all(stack.plan, after);
    if (cut <= parts_of_all(healthy_.plan, before)) return;
    const Seating seating = stack.seating;
    const std::size_t moves = result_.moves.size();
    move_to_spares(ranks_at_failed_links(stack), stack.sizes, stack.seating, result_.moves);
    Routes moved = routes_of(stack);
    if (parts_of_all(stack.plan, moved) < cut) {
      after = std::move(moved);
    } else {
      stack.seating = seating;
      result_.moves.resize(moves);
    }
  }

  void describe(const Routes& before, const Routes& after) {
    result_.exceptions = after.exceptions();
    result_.conflicts = after.conflicts().pairs();
    result_.composed =
        result_.lost_ranks > 0 || after.conflicts().any() || before.conflicts().any();
    if (result_.lost_ranks > 0) return;  // other patterns
    for (int p = 0; p < static_cast<int>(healthy_.plan.patterns.size()); ++p) {
      if (after.parts(p) > before.parts(p)) ++result_.patterns_cut;
      if (after.parts(p) != before.parts(p)) result_.composed = true;
    }
  }

  void compose_anew(const Routes& routes) {
    Stack& stack = result_.stack;
    ComposeOptions options = options_of(stack.fabric, routes);
    options.passes = kPasses;  // as the healthy stack, so that their steps compare
    stack.timeline = compose(stack.plan, stack.clock, options);
    if (result_.lost_ranks > 0) stack.bound = bound_of(stack.plan, stack.fabric);
  }

  const Stack& healthy_;
  const RepairOptions& options_;
  const config::Place& place_;
  Repaired result_;
};

}  // namespace

Repaired repaired(const Stack& stack, const Failures& failures, const RepairOptions& options,
                  const config::Place& place) {
  return Repair(stack, failures, options, place).run();
}

}  // namespace jacquard::stack
