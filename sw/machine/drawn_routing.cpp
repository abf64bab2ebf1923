// SPDX-License-Identifier: Apache-2.0
#include "jacquard/machine/drawn_routing.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/demand/read_demand.hpp"
#include "jacquard/machine/decide.hpp"
#include "jacquard/machine/distinct_experts.hpp"
#include "jacquard/workload/expert_demand.hpp"

namespace jacquard::machine {

using workload::RoutingKind;

namespace {

// Draws ranks one by one by their shares.
void draw_ranks(const std::vector<double>& shares, std::int64_t count, base::Rng& rng,
                std::int64_t* counts) {
  std::vector<double> sums(shares.size());
  std::partial_sum(shares.begin(), shares.end(), sums.begin());
  for (std::int64_t k = 0; k < count; ++k) {
    const double drawn = rng.uniform() * sums.back();
    ++counts[std::upper_bound(sums.begin(), sums.end() - 1, drawn) - sums.begin()];
  }
}

}  // namespace

DrawnRouting::DrawnRouting(int ranks, int experts, int top_k, int layers,
                           const workload::ExpertRouting& routing, std::uint64_t seed,
                           config::Place place)
    : ranks_(ranks),
      experts_(experts),
      top_k_(top_k),
      layers_(layers),
      routing_(routing),
      seed_(seed),
      place_(std::move(place)) {
  if (experts % ranks != 0) {
    place_.fail("NPUs that divide " + std::to_string(experts) + " experts", std::to_string(ranks));
  }
  if (routing.kind != RoutingKind::recorded) return;
  demand::ReadOptions options;
  options.ports = ranks;
  options.experts = experts;
  options.top_k = top_k;
  log_ = demand::read_demand_sequence(routing.log, options);
  for (const demand::DemandMatrix& one : log_) {
    if (one.ports() == ranks && one.total().count() > 0) continue;
    place_.fail("matrices of " + std::to_string(ranks) + " NPUs with tokens, as experts lie on",
                std::to_string(one.ports()) + " in " + routing.log);
  }
}

// Of a source's tokens, by the log: shares of ranks.
std::vector<double> DrawnRouting::logged_shares(int source, int layer, std::uint64_t step) const {
  std::vector<double> shares(base::index(ranks_), 0.0);
  const std::uint64_t next = static_cast<std::uint64_t>(routing_.index) +
                             step * static_cast<std::uint64_t>(layers_) +
                             static_cast<std::uint64_t>(layer);
  const demand::DemandMatrix& one = log_[next % log_.size()];
  for (int r = 0; r < ranks_; ++r) {
    base::at(shares, r) = static_cast<double>(one.at(source, r).count());
  }
  if (std::accumulate(shares.begin(), shares.end(), 0.0) > 0) return shares;
  for (int r = 0; r < ranks_; ++r) {
    for (int s = 0; s < ranks_; ++s) {
      base::at(shares, r) += static_cast<double>(one.at(s, r).count());
    }
  }
  return shares;
}

std::uint64_t DrawnRouting::seed_of(int layer) const {
  return base::Rng(seed_, "routing of a layer", static_cast<std::uint64_t>(layer))();
}

void DrawnRouting::prepare(const std::vector<int>& layers, std::uint64_t step) {
  if (routing_.kind != RoutingKind::drifting) return;
  prepared_.erase(
      prepared_.begin(),
      prepared_.lower_bound({step - std::min<std::uint64_t>(step, machine::kRemembered), 0}));
  for (const int layer : layers) {
    if (prepared_.count({step, layer}) > 0) continue;
    const auto [walk, is_new] = walks_.try_emplace(layer, experts_, seed_of(layer));
    // The first one by the law, which refuses what cannot drift.
    prepared_[{step, layer}] =
        is_new ? popularity(layer, step) : walk->second.at(routing_.time + step);
  }
}

// Of all sources' tokens alike: shares of experts.
std::vector<double> DrawnRouting::popularity(int layer, std::uint64_t step) const {
  const auto known = prepared_.find({step, layer});
  if (known != prepared_.end()) return known->second;
  constexpr std::int64_t kMany = 1'000'000;  // tokens, which a power law is drawn of
  workload::ExpertRouting routing = routing_;
  if (routing.kind == RoutingKind::drifting) routing.time += step;
  return workload::expert_shares({ranks_, experts_, top_k_, kMany, base::Bytes{1}}, routing,
                                 seed_of(layer), place_);
}

std::vector<std::int64_t> DrawnRouting::choices(const std::vector<std::int64_t>& tokens, int layer,
                                                std::uint64_t step) const {
  base::Rng rng(seed_, "choices of a step",
                step * static_cast<std::uint64_t>(layers_) + static_cast<std::uint64_t>(layer));
  std::vector<std::int64_t> all(base::index(ranks_ * ranks_), 0);
  if (routing_.kind == RoutingKind::recorded) {
    for (int source = 0; source < ranks_; ++source) {
      draw_ranks(logged_shares(source, layer, step), base::at(tokens, source) * top_k_, rng,
                 &all[base::cell(source, 0, ranks_)]);
    }
    return all;
  }
  DistinctExperts experts(popularity(layer, step));
  const int of_rank = experts_ / ranks_;
  for (int source = 0; source < ranks_; ++source) {
    for (std::int64_t token = 0; token < base::at(tokens, source); ++token) {
      for (const int expert : experts.draw(top_k_, rng)) {
        ++all[base::cell(source, expert / of_rank, ranks_)];
      }
    }
  }
  return all;
}

}  // namespace jacquard::machine
