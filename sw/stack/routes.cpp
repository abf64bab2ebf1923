// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/routes.hpp"

#include "jacquard/stack/router.hpp"

namespace jacquard::stack {

using base::at;
using rounds::kNobody;

Routes::Routes(const Plan& plan, const Fabric& fabric, const Sizes& sizes, const Seating& seating,
               const config::Place& place)
    : plan_(&plan),
      tiers_(sizes.leaves > 0),
      local_(fabric.local),
      sizes_(sizes),
      first_spare_(sizes.ports - fabric.spares),
      port_of_(seating.port_of),
      leaf_colours_(sizes.uplinks),
      pod_colours_(sizes.pod_links) {
  if (!port_of_.empty()) {
    rank_at_.assign(base::index(sizes.ports), kNobody);
    for (int rank = 0; rank < plan.ranks; ++rank) at(rank_at_, at(port_of_, rank)) = rank;
  }
  if (tiers_) {
    Router(*this, sizes, seating, place).route();
  } else {
    for (std::size_t p = 0; p <= plan.patterns.size(); ++p) {
      first_setting_.push_back(static_cast<std::uint32_t>(p));
    }
  }
  conflicts_.close(settings());
}

bool Routes::goes_up(int from, int to) const {
  if (to == kNobody || to == from) return false;
  return !local_ || leaf_of_rank(from) != leaf_of_rank(to);
}

int Routes::ruling_place(int from, int to) const {
  const int port = port_of_rank(port_of_rank(to) < first_spare_ ? from : to);
  return port % sizes_.leaf_ports;
}

Routes::Way Routes::way(int pattern, int from, int to) const {
  const int colour = leaf_colours_.colour(pattern, from, ruling_place(from, to));
  Way way{colour / sizes_.uplinks * pod_parts(pattern), colour % sizes_.uplinks, kLocal};
  if (!leaves_pod(from, to)) return way;
  const int pod_colour =
      pod_colours_.colour(pattern, from, port_at_spine(sizes_, leaf_of_rank(from), way.link));
  way.part += pod_colour / sizes_.pod_links;
  way.pod_link = pod_colour % sizes_.pod_links * sizes_.spines + way.link % sizes_.spines;
  return way;
}

Routes::Way Routes::way_in(int pattern, int part, int sender) const {
  const int to = receiver(at(plan_->patterns, pattern), sender, at(plan_->actor_of, sender));
  const Way none{part, kNotInPart, kNotInPart};
  if (to == kNobody) return none;
  const Way way = tiers_ && goes_up(sender, to) ? this->way(pattern, sender, to) : Way();
  return way.part == part ? way : none;
}

int Routes::link(int pattern, int part, int sender) const {
  return way_in(pattern, part, sender).link;
}

int Routes::pod_link(int pattern, int part, int sender) const {
  return way_in(pattern, part, sender).pod_link;
}

int Routes::rank_at(int port) const {
  if (rank_at_.empty()) return port < plan_->ranks ? port : kNobody;
  return port < static_cast<int>(rank_at_.size()) ? at(rank_at_, port) : kNobody;
}

}  // namespace jacquard::stack
