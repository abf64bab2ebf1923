// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/event/totals.hpp"

#include <unordered_map>

#include "jacquard/base/at.hpp"

namespace jacquard::engine {
namespace {

base::Seconds seconds(double ps) {
  return base::Seconds{ps / static_cast<double>(base::kPicosecondsPerSecond)};
}

template <class Visit>  // visit(rank, hop)
void each_hop(const rounds::Collective& c, const rounds::Round& round, const Lane& lane,
              const Wiring& wiring, const Visit& visit) {
  for (const CastTree& tree : lane.trees()) {
    tree.each_edge([&](const CastEdge& edge) {
      Wiring::Hop hop;
      hop.link = edge.link;
      hop.link_class = edge.link_class;
      visit(tree.senders.front(), hop);
    });
  }
  if (lane.is_cast()) return;
  for (int rank = 0; rank < c.shape.size(); ++rank) {
    const int to = round.permutation.receiver(c.shape, rank);
    if (to == rounds::kNobody) continue;
    Wiring::Hop hop = Wiring::Hop::from(c.npu(rank));
    while (hop.to != c.npu(to) || hop.at_switch) {
      hop = wiring.next(hop, c.npu(to), lane.channel());
      visit(rank, hop);
    }
  }
}

// Messages of different sizes may have ways of different lengths: each is walked.
template <class LinkLoadOf>  // LinkLoadOf(hop)
void add_uneven(const Scenario& s, const Wiring& wiring, const Plan& plan, std::uint32_t r,
                const LinkLoadOf& sums_of) {
  const rounds::Round& round = s.graph().rounds[r];
  const auto add = [&](int rank, const Wiring::Hop& hop) {
    LinkLoad& sums = sums_of(hop);
    sums.busy_ps += static_cast<double>(plan.stay(r, rank, hop.link_class)) * round.repeat;
    sums.bytes += round.bytes_from(rank).count() * round.repeat;
  };
  each_hop(s.graph().collective_of(round), round, *plan.sendings[r].lane, wiring, add);
}

std::vector<LinkLoad> by_class(const Scenario& s, const Wiring& wiring, const Plan& plan) {
  std::vector<LinkLoad> sums(wiring.classes().size());
  for (std::uint32_t r = 0; r < s.graph().rounds.size(); ++r) {
    const rounds::Round& round = s.graph().rounds[r];
    if (!round.uneven.empty()) {
      add_uneven(s, wiring, plan, r, [&](const Wiring::Hop& hop) -> LinkLoad& {
        return base::at(sums, hop.link_class);
      });
      continue;
    }
    for (std::size_t c = 0; c < sums.size(); ++c) {
      const std::int64_t hops = plan.sendings[r].lane->hops()[c] * round.repeat;
      sums[c].busy_ps +=
          static_cast<double>(plan.stay(r, 0, static_cast<int>(c))) * static_cast<double>(hops);
      sums[c].bytes += round.bytes.count() * hops;
    }
  }
  return sums;
}

// Chunks repeat each other's rounds: each lane is walked once for all of its rounds.
std::vector<LinkLoad> by_link(const Scenario& s, const Wiring& wiring, const Plan& plan) {
  struct Load {
    std::uint32_t round = 0;
    std::int64_t bytes = 0;
    std::vector<double> busy_ps;  // on a link of each class
  };
  std::vector<LinkLoad> sums(static_cast<std::size_t>(wiring.links()));
  const auto sums_of = [&](const Wiring::Hop& hop) -> LinkLoad& {
    return base::at(sums, hop.link);
  };
  std::vector<Load> loads;
  std::unordered_map<const Lane*, std::size_t> known;
  for (std::uint32_t r = 0; r < s.graph().rounds.size(); ++r) {
    const rounds::Round& round = s.graph().rounds[r];
    if (!round.uneven.empty()) {
      add_uneven(s, wiring, plan, r, sums_of);
      continue;
    }
    const auto [at, is_new] = known.try_emplace(plan.sendings[r].lane, loads.size());
    if (is_new) loads.push_back({r, 0, std::vector<double>(wiring.classes().size(), 0)});
    Load& load = loads[at->second];
    load.bytes += round.bytes.count() * round.repeat;
    for (std::size_t c = 0; c < load.busy_ps.size(); ++c) {
      load.busy_ps[c] += static_cast<double>(plan.stay(r, 0, static_cast<int>(c))) * round.repeat;
    }
  }
  for (const Load& load : loads) {
    const rounds::Round& round = s.graph().rounds[load.round];
    each_hop(s.graph().collective_of(round), round, *plan.sendings[load.round].lane, wiring,
             [&](int, const Wiring::Hop& hop) {
               sums_of(hop).busy_ps += base::at(load.busy_ps, hop.link_class);
               sums_of(hop).bytes += load.bytes;
             });
  }
  return sums;
}

void add_links(const topology::UserGraph& graph, const std::vector<LinkLoad>& sums,
               Result& result) {
  const auto time = static_cast<double>(result.time.count());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const topology::Link link = graph.link(static_cast<topology::LinkNumber>(i));
    result.links.push_back({link.from, link.to, base::Bytes{sums[i].bytes},
                            seconds(sums[i].busy_ps), time > 0 ? sums[i].busy_ps / time : 0});
  }
}

}  // namespace

void add_link_totals(const Scenario& s, const Wiring& wiring, const Plan& plan,
                     const std::vector<LinkLoad>& recorded, Result& result) {
  std::vector<LinkLoad> sums(static_cast<std::size_t>(wiring.dimensions()));
  if (!recorded.empty()) {
    for (const LinkLoad& link : recorded) {
      sums.front().busy_ps += link.busy_ps;
      sums.front().bytes += link.bytes;
    }
  }
  const std::vector<LinkLoad> classes =
      recorded.empty() ? by_class(s, wiring, plan) : std::vector<LinkLoad>();
  for (std::size_t c = 0; c < classes.size(); ++c) {
    LinkLoad& sum = base::at(sums, wiring.classes()[c].dimension);
    sum.busy_ps += classes[c].busy_ps;
    sum.bytes += classes[c].bytes;
  }
  for (std::size_t d = 0; d < sums.size(); ++d) {
    Result::Dimension& dimension = result.dimensions.emplace_back();
    dimension.bytes = base::Bytes{sums[d].bytes};
    dimension.busy = seconds(sums[d].busy_ps);
    dimension.links = wiring.links_of(static_cast<int>(d));
    const double available =
        static_cast<double>(dimension.links) * static_cast<double>(result.time.count());
    if (available > 0) dimension.utilisation = sums[d].busy_ps / available;
  }
  if (s.network.graph() != nullptr) {
    add_links(*s.network.graph(), recorded.empty() ? by_link(s, wiring, plan) : recorded, result);
  }
}

}  // namespace jacquard::engine
