// SPDX-License-Identifier: Apache-2.0
#include "jacquard/machine/drawn_routing.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/demand/read_demand.hpp"
#include "jacquard/machine/decide.hpp"
#include "jacquard/machine/distinct_experts.hpp"
#include "jacquard/workload/expert_demand.hpp"

namespace jacquard::machine {

using workload::RoutingKind;

namespace {

int draw_rank(const std::vector<double>& sums, base::Rng& rng) {
  const double drawn = rng.uniform() * sums.back();
  return static_cast<int>(std::upper_bound(sums.begin(), sums.end() - 1, drawn) - sums.begin());
}

}  // namespace

DrawnRouting::DrawnRouting(const RoutedExperts& experts, const workload::ExpertRouting& routing,
                           std::uint64_t seed, config::Place place)
    : of_(experts), routing_(routing), seed_(seed), place_(std::move(place)) {
  const int placed = of_.experts + of_.copies;
  if (placed % of_.ranks != 0) {
    place_.fail("NPUs that divide " + std::to_string(placed) + " experts",
                std::to_string(of_.ranks));
  }
  if (routing.kind != RoutingKind::recorded) return;
  demand::ReadOptions options;
  options.ports = of_.ranks;
  options.experts = of_.experts;
  options.top_k = of_.top_k;
  log_ = demand::read_demand_sequence(routing.log, options);
  for (const demand::DemandMatrix& one : log_) {
    if (one.ports() == of_.ranks && one.total().count() > 0) continue;
    place_.fail("matrices of " + std::to_string(of_.ranks) + " NPUs with tokens, as experts lie on",
                std::to_string(one.ports()) + " in " + routing.log);
  }
}

// Of a source's tokens, by the log: shares of ranks.
std::vector<double> DrawnRouting::logged_shares(int source, int layer, std::uint64_t step) const {
  std::vector<double> shares(base::index(of_.ranks), 0.0);
  const std::uint64_t next = static_cast<std::uint64_t>(routing_.index) +
                             step * static_cast<std::uint64_t>(of_.layers) +
                             static_cast<std::uint64_t>(layer);
  const demand::DemandMatrix& one = log_[next % log_.size()];
  for (int r = 0; r < of_.ranks; ++r) {
    base::at(shares, r) = static_cast<double>(one.at(source, r).count());
  }
  if (std::accumulate(shares.begin(), shares.end(), 0.0) > 0) return shares;
  for (int r = 0; r < of_.ranks; ++r) {
    for (int s = 0; s < of_.ranks; ++s) {
      base::at(shares, r) += static_cast<double>(one.at(s, r).count());
    }
  }
  return shares;
}

std::uint64_t DrawnRouting::seed_of(int layer) const {
  return base::Rng(seed_, "routing of a layer", static_cast<std::uint64_t>(layer))();
}

void DrawnRouting::prepare(const std::vector<int>& layers, std::uint64_t step) {
  if (of_.copies > 0 && routing_.kind != RoutingKind::recorded) {
    for (const int layer : layers) {
      if (places_.count(layer) > 0) continue;
      places_.emplace(layer, ExpertPlaces(popularity_at(layer, 0), of_.copies, of_.ranks));
    }
  }
  if (routing_.kind != RoutingKind::drifting) return;
  prepared_.erase(
      prepared_.begin(),
      prepared_.lower_bound({step - std::min<std::uint64_t>(step, machine::kRemembered), 0}));
  for (const int layer : layers) {
    if (prepared_.count({step, layer}) > 0) continue;
    const auto [walk, is_new] = walks_.try_emplace(layer, of_.experts, seed_of(layer));
    // The first one by the law, which refuses what cannot drift.
    prepared_[{step, layer}] =
        is_new ? popularity(layer, step) : walk->second.at(routing_.time + step);
  }
}

// Of all sources' tokens alike: shares of experts.
std::vector<double> DrawnRouting::popularity(int layer, std::uint64_t step) const {
  const auto known = prepared_.find({step, layer});
  return known != prepared_.end() ? known->second : popularity_at(layer, step);
}

std::vector<double> DrawnRouting::popularity_at(int layer, std::uint64_t step) const {
  constexpr std::int64_t kMany = 1'000'000;  // tokens, which a power law is drawn of
  workload::ExpertRouting routing = routing_;
  if (routing.kind == RoutingKind::drifting) routing.time += step;
  const int ranks = of_.copies == 0 ? of_.ranks : 1;  // which need not divide the experts alone
  return workload::expert_shares({ranks, of_.experts, of_.top_k, kMany, base::Bytes{1}}, routing,
                                 seed_of(layer), place_);
}

void DrawnRouting::each_token(const std::vector<std::int64_t>& tokens, int layer,
                              std::uint64_t step, const Visit& visit) const {
  base::Rng rng(seed_, "choices of a step",
                step * static_cast<std::uint64_t>(of_.layers) + static_cast<std::uint64_t>(layer));
  std::vector<int> ranks(base::index(of_.top_k));
  if (routing_.kind == RoutingKind::recorded) {
    for (int source = 0; source < of_.ranks; ++source) {
      std::vector<double> sums = logged_shares(source, layer, step);
      std::partial_sum(sums.begin(), sums.end(), sums.begin());
      for (std::int64_t token = 0; token < base::at(tokens, source); ++token) {
        for (int& rank : ranks) rank = draw_rank(sums, rng);
        visit(source, {ranks.data(), ranks.size()});
      }
    }
    return;
  }
  const auto placed = places_.find(layer);
  JQ_CHECK(of_.copies == 0 || placed != places_.end(), "a layer with copies has been prepared");
  DistinctExperts experts(popularity(layer, step));
  const int of_rank = of_.experts / of_.ranks;
  for (int source = 0; source < of_.ranks; ++source) {
    for (std::int64_t token = 0; token < base::at(tokens, source); ++token) {
      const std::vector<int>& drawn = experts.draw(of_.top_k, rng);
      for (std::size_t k = 0; k < ranks.size(); ++k) {
        ranks[k] =
            of_.copies == 0 ? drawn[k] / of_rank : placed->second.rank_of(drawn[k], source, token);
      }
      visit(source, {ranks.data(), ranks.size()});
    }
  }
}

std::vector<std::int64_t> DrawnRouting::choices(const std::vector<std::int64_t>& tokens, int layer,
                                                std::uint64_t step) const {
  std::vector<std::int64_t> all(base::index(of_.ranks * of_.ranks), 0);
  each_token(tokens, layer, step, [&](int source, base::Span<const int> ranks) {
    for (const int rank : ranks) ++all[base::cell(source, rank, of_.ranks)];
  });
  return all;
}

}  // namespace jacquard::machine
