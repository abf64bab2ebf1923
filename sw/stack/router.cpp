// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/router.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jacquard::stack {
namespace {

using base::at;

LeafLinks broken_links(const Sizes& sizes, const Seating& seating) {
  LeafLinks broken(sizes.leaves, sizes.uplinks);
  for (const Uplink& failed : seating.failed_links) {
    broken.up.set(failed.leaf, failed.link);
    broken.down.set(failed.leaf, failed.link);
  }
  return broken;
}

}  // namespace

void Router::Circuits::clear() {
  circuits.clear();
  senders.clear();
  ways.parts.clear();
  ways.links.clear();
}

Router::Router(Routes& routes, const Sizes& sizes, const Seating& seating,
               const config::Place& place)
    : routes_(routes),
      sizes_(sizes),
      place_(place),
      ranks_of_(ranks_by_actor(*routes.plan_)),
      broken_(broken_links(sizes, seating)),
      broken_pod_links_(sizes.pods * sizes.spines, sizes.pod_links),
      use_(routes.plan_->patterns, sizes.leaves, sizes.uplinks),
      pod_use_(routes.plan_->patterns, sizes.pods * sizes.spines, sizes.pod_links) {}

void Router::route() {
  std::uint32_t settings = 0;
  for (int p = 0; p < static_cast<int>(routes_.plan_->patterns.size()); ++p) {
    routes_.first_setting_.push_back(settings);
    collect(p);
    route_leaves(p);
    if (sizes_.pods > 1) route_pods(p);
    note(p);
    settings += static_cast<std::uint32_t>(routes_.parts(p));
  }
  routes_.first_setting_.push_back(settings);
}

// Circuits of ranks at spare ports come first. Each finds the link of its own place free there; a
// circuit at home that wanted the same takes the one which the rank has left behind.
void Router::collect(int p) {
  leaving_.clear();
  receivers_.clear();
  const Pattern& pattern = at(routes_.plan_->patterns, p);
  for (const bool to_spares : {true, false}) {
    if (to_spares && routes_.port_of_.empty()) continue;
    for (const int actor : pattern.senders) {
      for (const int from : at(ranks_of_, actor)) {
        const int to = receiver(pattern, from, actor);
        if (!routes_.goes_up(from, to) || routes_.at_spare(from, to) != to_spares) continue;
        leaving_.circuits.push_back(
            {routes_.leaf_of_rank(from), routes_.leaf_of_rank(to), routes_.ruling_place(from, to)});
        leaving_.senders.push_back(from);
        receivers_.push_back(to);
      }
    }
  }
}

void Router::route_leaves(int p) {
  const Colouring colouring =
      coloured(leaving_.circuits, sizes_.uplinks, broken_, use_.taken_from(p, leaving_.circuits));
  if (colouring.stuck) {
    const LeafCircuit& stuck = at(leaving_.circuits, *colouring.stuck);
    place_.fail(fmt::format("a working link of the same number at leaves {} and {}, as rank {} "
                            "sends between them",
                            stuck.from, stuck.to, at(leaving_.senders, *colouring.stuck)),
                "none");
  }
  routes_.leaf_colours_.add(leaving_.senders, leaving_.circuits, colouring);
  for (const int colour : colouring.colours) {
    leaving_.ways.parts.push_back(colour / sizes_.uplinks);
    leaving_.ways.links.push_back(colour % sizes_.uplinks);
  }
}

// The circuits of one part of the leaves' colouring, one part after another: all in as many parts
// as the busiest pod and spine of any needs.
void Router::route_pods(int p) {
  std::vector<Circuits> of_part(base::index(routes_.leaf_colours_.parts(p)));
  for (std::size_t c = 0; c < leaving_.circuits.size(); ++c) {
    if (!routes_.leaves_pod(leaving_.senders[c], receivers_[c])) continue;
    const LeafCircuit& leaf = leaving_.circuits[c];
    const int link = leaving_.ways.links[c];
    Circuits& part = at(of_part, leaving_.ways.parts[c]);
    part.circuits.push_back({vertex_of(leaf.from, link), vertex_of(leaf.to, link),
                             port_at_spine(sizes_, leaf.from, link)});
    part.senders.push_back(leaving_.senders[c]);
  }
  Colouring all;
  for (const Circuits& part : of_part) {
    all.parts = std::max(all.parts, least_parts(part.circuits, sizes_.pod_links));
  }
  leaving_pod_.clear();
  int first = 0;
  for (const Circuits& part : of_part) {
    const Colouring own = coloured(part.circuits, sizes_.pod_links, broken_pod_links_,
                                   pod_use_.taken_from(p, part.circuits), all.parts);
    for (std::size_t c = 0; c < part.circuits.size(); ++c) {
      leaving_pod_.circuits.push_back(part.circuits[c]);
      leaving_pod_.senders.push_back(part.senders[c]);
      leaving_pod_.ways.parts.push_back(first + own.colours[c] / sizes_.pod_links);
      leaving_pod_.ways.links.push_back(own.colours[c] % sizes_.pod_links);
      all.colours.push_back(own.colours[c]);
    }
    first += all.parts;
  }
  routes_.pod_colours_.add(leaving_pod_.senders, leaving_pod_.circuits, all);
}

// Links in the parts that they end up in.
void Router::note(int p) {
  const std::uint32_t first = routes_.first_setting_.back();
  for (std::size_t c = 0; c < leaving_.circuits.size(); ++c) {
    leaving_.ways.parts[c] = routes_.way(p, leaving_.senders[c], receivers_[c]).part;
  }
  use_.note(p, first, leaving_.circuits, leaving_.ways, routes_.conflicts_);
  if (sizes_.pods > 1) {
    pod_use_.note(p, first, leaving_pod_.circuits, leaving_pod_.ways, routes_.conflicts_);
  }
}

}  // namespace jacquard::stack
