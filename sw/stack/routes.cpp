// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/routes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/stack/link_use.hpp"

namespace jacquard::stack {
namespace {

using base::at;
using base::index;
using rounds::kNobody;

// Ranks of each actor, ascending.
std::vector<std::vector<int>> ranks_of_actors(const Plan& plan) {
  std::vector<std::vector<int>> ranks(plan.actors.size());
  for (int rank = 0; rank < plan.ranks; ++rank) {
    at(ranks, at(plan.actor_of, rank)).push_back(rank);
  }
  return ranks;
}

LeafLinks broken_links(const Sizes& sizes, const Seating& seating) {
  LeafLinks broken(sizes.leaves, sizes.uplinks);
  for (const Uplink& failed : seating.failed_links) {
    broken.up.set(failed.leaf, failed.link);
    broken.down.set(failed.leaf, failed.link);
  }
  return broken;
}

}  // namespace

Routes::Routes(const Plan& plan, const Fabric& fabric, const Sizes& sizes, const Seating& seating,
               const config::Place& place)
    : plan_(&plan),
      tiers_(sizes.leaves > 0),
      local_(fabric.local),
      leaf_ports_(sizes.leaf_ports),
      uplinks_(sizes.uplinks),
      first_spare_(sizes.ports - fabric.spares),
      routes_(plan.patterns.size()) {
  seat(sizes, seating);
  if (tiers_) {
    colour_all(ranks_of_actors(plan), sizes, seating, place);
  } else {
    for (std::size_t p = 0; p < routes_.size(); ++p) {
      routes_[p].first_setting = static_cast<std::uint32_t>(p);
    }
    settings_ = static_cast<std::uint32_t>(routes_.size());
  }
  conflicts_.close(settings_);
}

void Routes::seat(const Sizes& sizes, const Seating& seating) {
  port_of_ = seating.port_of;
  if (port_of_.empty()) return;
  rank_at_.assign(index(sizes.ports), kNobody);
  for (int rank = 0; rank < plan_->ranks; ++rank) at(rank_at_, at(port_of_, rank)) = rank;
}

void Routes::colour_all(const std::vector<std::vector<int>>& ranks, const Sizes& sizes,
                        const Seating& seating, const config::Place& place) {
  const LeafLinks broken = broken_links(sizes, seating);
  LinkUse use(plan_->patterns, sizes.leaves, sizes.uplinks);
  std::vector<LeafCircuit> circuits;
  std::vector<int> senders;
  for (int p = 0; p < static_cast<int>(plan_->patterns.size()); ++p) {
    circuits.clear();
    senders.clear();
    const Pattern& pattern = at(plan_->patterns, p);
    for (const int actor : pattern.senders) {
      for (const int sender : at(ranks, actor)) {
        const int to = receiver(pattern, sender, actor);
        if (!goes_up(sender, to)) continue;
        circuits.push_back({leaf_of_rank(sender), leaf_of_rank(to), ruling_place(sender, to)});
        senders.push_back(sender);
      }
    }
    const Colouring colouring = coloured(circuits, uplinks_, broken, use.taken_from(p, circuits));
    if (colouring.stuck) {
      const LeafCircuit& stuck = at(circuits, *colouring.stuck);
      place.fail(fmt::format("a working link of the same number at leaves {} and {}, as rank {} "
                             "sends between them",
                             stuck.from, stuck.to, at(senders, *colouring.stuck)),
                 "none");
    }
    Route& route = at(routes_, p);
    route.parts = colouring.parts;
    route.first_setting = settings_;
    settings_ += static_cast<std::uint32_t>(colouring.parts);
    use.note(p, route.first_setting, circuits, colouring, conflicts_);
    keep_exceptions(route, circuits, senders, colouring);
  }
}

void Routes::keep_exceptions(Route& route, const std::vector<LeafCircuit>& circuits,
                             const std::vector<int>& senders, const Colouring& colouring) {
  route.first_exception = static_cast<std::uint32_t>(exceptions_.size());
  for (std::size_t c = 0; c < circuits.size(); ++c) {
    const int colour = colouring.colours[c];
    if (circuits[c].wanted % (route.parts * uplinks_) == colour) continue;
    exceptions_.push_back({senders[c], colour});
  }
  route.exceptions = static_cast<std::uint32_t>(exceptions_.size()) - route.first_exception;
  std::sort(exceptions_.begin() + static_cast<std::ptrdiff_t>(route.first_exception),
            exceptions_.end(),
            [](const Exception& a, const Exception& b) { return a.sender < b.sender; });
}

bool Routes::goes_up(int from, int to) const {
  if (to == kNobody || to == from) return false;
  return !local_ || leaf_of_rank(from) != leaf_of_rank(to);
}

int Routes::ruling_place(int from, int to) const {
  return place_of_rank(port_of_rank(to) < first_spare_ ? from : to);
}

int Routes::colour_of(const Route& route, int from, int to) const {
  const base::Span<const Exception> own = exceptions_of(route);
  const auto found = std::lower_bound(own.begin(), own.end(), from,
                                      [](const Exception& e, int rank) { return e.sender < rank; });
  if (found != own.end() && found->sender == from) return found->colour;
  return ruling_place(from, to) % (route.parts * uplinks_);
}

int Routes::link(int pattern, int part, int sender) const {
  const int to = receiver(at(plan_->patterns, pattern), sender, at(plan_->actor_of, sender));
  if (to == kNobody) return kNotInPart;
  if (!tiers_ || !goes_up(sender, to)) return part == 0 ? kLocal : kNotInPart;
  const int colour = colour_of(at(routes_, pattern), sender, to);
  return colour / uplinks_ == part ? colour % uplinks_ : kNotInPart;
}

int Routes::rank_at(int port) const {
  if (rank_at_.empty()) return port < plan_->ranks ? port : kNobody;
  return port < static_cast<int>(rank_at_.size()) ? at(rank_at_, port) : kNobody;
}

}  // namespace jacquard::stack
