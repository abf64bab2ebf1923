// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet/tiers.hpp"

#include <algorithm>
#include <utility>

#include "jacquard/base/at.hpp"

namespace jacquard::systemc {

Tiers::Tiers(Medium& medium, std::uint64_t seed) {
  const PacketParameters& p = medium.parameters;
  const TierParameters& t = p.tiers;
  const int hosts = p.ports / t.leaves;
  const auto link = [&t](int leaf, int spine, int k) {
    return (leaf * t.spines + spine) * t.uplinks + k;
  };
  medium.rising.resize(static_cast<std::size_t>(link(t.leaves, 0, 0)));
  medium.falling.resize(medium.rising.size());
  for (int leaf = 0; leaf < t.leaves; ++leaf) {
    std::vector<TierWays::Port> ports;
    for (int host = leaf * hosts; host < (leaf + 1) * hosts; ++host) {
      ports.push_back({&base::at(medium.uplinks, host), &base::at(medium.downlinks, host), false});
    }
    for (int at = link(leaf, 0, 0); at < link(leaf + 1, 0, 0); ++at) {
      ports.push_back({&base::at(medium.falling, at), &base::at(medium.rising, at), true});
    }
    Tier tier;
    tier.first_host = leaf * hosts;
    tier.hosts = hosts;
    tier.links_up = t.spines * t.uplinks;
    add(medium, tier, std::move(ports), p.memory, seed);
  }
  for (int spine = 0; spine < t.spines; ++spine) {
    std::vector<TierWays::Port> ports;
    for (int leaf = 0; leaf < t.leaves; ++leaf) {
      for (int k = 0; k < t.uplinks; ++k) {
        const int at = link(leaf, spine, k);
        ports.push_back({&base::at(medium.rising, at), &base::at(medium.falling, at), true});
      }
    }
    Tier tier;
    tier.hosts = p.ports;
    tier.hosts_of_neighbour = hosts;
    tier.links_to_neighbour = t.uplinks;
    add(medium, tier, std::move(ports), t.memory, seed);
  }
}

void Tiers::add(Medium& medium, const Tier& tier, std::vector<TierWays::Port> ports,
                const MemoryParameters& memory, std::uint64_t seed) {
  PacketSwitch<TierWays>::Random random;
  random.seed = seed;
  random.first_port = ports_;
  ports_ += ports.size();
  Tier numbered = tier;
  numbered.number = switches_.size();
  switches_.emplace_back(medium, TierWays(medium, numbered, std::move(ports), seed), memory,
                         random);
}

// Within a window no switch influences another.
void Tiers::run(Ps until, bool in_order) {
  for (auto& one : switches_) one.run(until, in_order);
}

Ps Tiers::next() const {
  Ps soonest = kNever;
  for (const auto& one : switches_) soonest = std::min(soonest, one.next());
  return soonest;
}

Ps Tiers::last() const {
  Ps last = 0;
  for (const auto& one : switches_) last = std::max(last, one.last());
  return last;
}

SwitchCounts Tiers::counts() const {
  SwitchCounts all;
  for (const auto& one : switches_) {
    const SwitchCounts c = one.counts();
    all.events += c.events;
    all.pauses += c.pauses;
    all.drops += c.drops;
    all.largest_queue = std::max(all.largest_queue, c.largest_queue);
  }
  return all;
}

}  // namespace jacquard::systemc
