// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/expert_demand.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/demand/popularity.hpp"
#include "jacquard/demand/read_demand.hpp"
#include "jacquard/workload/expert_loads.hpp"

namespace jacquard::workload {
namespace {

constexpr double kMostEquivalent = 3;
constexpr double kScan = 0.05;
constexpr int kHalvings = 40;
constexpr int kMostDrifting = 1024;  // experts that demand::popularity tells apart

void require_possible(const ExpertTraffic& t, const config::Place& place) {
  const auto within = [&](const char* what, int value, int most) {
    if (value >= 1 && value <= most) return;
    (place / what).fail("1.." + std::to_string(most), std::to_string(value));
  };
  within("ranks", t.ranks, demand::kMaxPorts);
  within("experts", t.experts, demand::kMaxExperts);
  within("top_k", t.top_k, t.experts);
  if (t.experts % t.ranks != 0) {
    (place / "experts")
        .fail("a multiple of " + std::to_string(t.ranks) + " ranks", std::to_string(t.experts));
  }
  if (t.bytes_per_token.count() < 1) (place / "bytes_per_token").fail("at least 1 B", "less");
  const std::int64_t most = demand::kMaxEntry.count() / t.bytes_per_token.count() / t.top_k;
  if (t.tokens < 0 || t.tokens > most) {
    (place / "tokens").fail("0.." + std::to_string(most), std::to_string(t.tokens));
  }
}

// Shares of the ranks that hold these experts.
std::vector<double> by_rank(const std::vector<double>& experts, int ranks) {
  const std::size_t each = experts.size() / static_cast<std::size_t>(ranks);
  std::vector<double> sums(static_cast<std::size_t>(ranks), 0.0);
  for (std::size_t e = 0; e < experts.size(); ++e) sums[e / each] += experts[e];
  return sums;
}

ExpertWork work_of(const ExpertTraffic& t) {
  ExpertWork work;
  work.tokens = static_cast<double>(t.tokens) * t.ranks;
  work.experts = t.experts;
  work.top_k = t.top_k;
  work.expert_parallel = t.ranks;
  return work;
}

// Of the power law under which the busiest device has `wanted` times the mean. Steeper laws skew
// more until most experts are at the lower end of the law, alike: that exponent is the most.
double exponent_of(ExpertWork work, double wanted) {
  double most = 1;
  double high = 0;
  for (double skew = kScan; skew <= kMostEquivalent; skew += kScan) {
    work.skew = skew;
    const double busiest = busiest_over_mean(work);
    if (busiest <= most) continue;
    most = busiest;
    high = skew;
  }
  double low = 0;
  for (int halving = 0; halving < kHalvings && wanted < most; ++halving) {
    work.skew = (low + high) / 2;
    (busiest_over_mean(work) < wanted ? low : high) = work.skew;
  }
  return wanted > 1 ? high : 0;
}

std::vector<double> power_law_shares(const ExpertTraffic& t, double skew, std::uint64_t seed) {
  ExpertWork work = work_of(t);
  work.skew = skew;
  const std::vector<double> loads = expert_loads(work);
  const std::vector<int> order = base::Rng(seed, "popular experts").permutation(t.experts);
  std::vector<double> placed(loads.size());
  for (std::size_t i = 0; i < loads.size(); ++i) base::at(placed, order[i]) = loads[i];
  return placed;
}

// Whole numbers in proportion to shares: quotas rounded down, then one each to the largest
// remainders (Hamilton), of equal remainders to the ranks from `first` on.
std::vector<std::int64_t> apportion(std::int64_t total, const std::vector<double>& shares,
                                    std::size_t first) {
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  std::vector<std::int64_t> parts;
  std::vector<double> remainders;
  std::int64_t left = total;
  for (const double share : shares) {
    const double quota = static_cast<double>(total) * (share / sum);
    const auto part = std::min(left, static_cast<std::int64_t>(quota));
    parts.push_back(part);
    remainders.push_back(quota - static_cast<double>(part));
    left -= part;
  }
  std::vector<std::size_t> order(shares.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = (first + i) % order.size();
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
  for (std::size_t i = 0; left > 0; i = (i + 1) % order.size(), --left) parts[order[i]] += 1;
  return parts;
}

using RowShares = std::vector<std::vector<double>>;

demand::DemandMatrix in_proportion(const ExpertTraffic& t, const RowShares& rows) {
  demand::DemandMatrix matrix(t.ranks);
  for (int source = 0; source < t.ranks; ++source) {
    const auto parts =
        apportion(t.tokens * t.top_k, base::at(rows, source), static_cast<std::size_t>(source));
    for (int rank = 0; rank < t.ranks; ++rank) {
      matrix.set(source, rank, base::Bytes{base::at(parts, rank) * t.bytes_per_token.count()});
    }
  }
  return matrix;
}

demand::DemandMatrix recorded(const ExpertTraffic& t, const ExpertRouting& routing,
                              const config::Place& place) {
  demand::ReadOptions options;
  options.ports = t.ranks;
  options.experts = t.experts;
  options.top_k = t.top_k;
  if (t.tokens == 0) options.bytes_per_token = t.bytes_per_token;
  demand::DemandMatrix log = demand::read_demand(routing.log, routing.index, options);
  if (log.ports() != t.ranks) {
    (place / "ranks")
        .fail(std::to_string(log.ports()) + ", as " + routing.log + " has",
              std::to_string(t.ranks));
  }
  if (t.tokens == 0) return log;
  std::vector<double> all(static_cast<std::size_t>(t.ranks), 0.0);
  RowShares rows(all.size(), all);
  for (int source = 0; source < t.ranks; ++source) {
    for (int rank = 0; rank < t.ranks; ++rank) {
      const auto entry = static_cast<double>(log.at(source, rank).count());
      base::at(base::at(rows, source), rank) = entry;
      base::at(all, rank) += entry;
    }
  }
  const auto empty = [](const std::vector<double>& row) {
    return std::all_of(row.begin(), row.end(), [](double v) { return v == 0; });
  };
  if (empty(all)) place.fail("a log with tokens", "none in " + routing.log);
  for (std::vector<double>& row : rows) {
    if (empty(row)) row = all;
  }
  return in_proportion(t, rows);
}

}  // namespace

demand::DemandMatrix expert_demand(const ExpertTraffic& traffic, const ExpertRouting& routing,
                                   std::uint64_t seed, const config::Place& place) {
  require_possible(traffic, place);
  if (routing.kind == RoutingKind::recorded) return recorded(traffic, routing, place);
  if (traffic.tokens == 0) return demand::DemandMatrix(traffic.ranks);
  const std::vector<double> shares =
      by_rank(expert_shares(traffic, routing, seed, place), traffic.ranks);
  return in_proportion(traffic, RowShares(shares.size(), shares));
}

std::vector<double> expert_shares(const ExpertTraffic& traffic, const ExpertRouting& routing,
                                  std::uint64_t seed, const config::Place& place) {
  require_possible(traffic, place);
  JQ_CHECK(routing.kind != RoutingKind::recorded, "a log has shares of ranks");
  if (routing.kind == RoutingKind::power_law) {
    return power_law_shares(traffic, routing.skew, seed);
  }
  if (routing.kind == RoutingKind::uniform)
    return std::vector<double>(base::index(traffic.experts), 1.0);
  if (traffic.experts > kMostDrifting) {
    (place / "experts")
        .fail("at most " + std::to_string(kMostDrifting) + " that drift",
              std::to_string(traffic.experts));
  }
  return demand::popularity(traffic.experts, seed, routing.time);
}

double equivalent_skew(const ExpertTraffic& traffic, const ExpertRouting& routing,
                       std::uint64_t seed, const config::Place& place) {
  if (routing.kind == RoutingKind::uniform || routing.kind == RoutingKind::power_law) {
    return routing.skew;
  }
  const demand::DemandMatrix matrix = expert_demand(traffic, routing, seed, place);
  const double total = static_cast<double>(matrix.total().count());
  double busiest = 0;
  for (int rank = 0; rank < traffic.ranks; ++rank) {
    double column = 0;
    for (int source = 0; source < traffic.ranks; ++source) {
      column += static_cast<double>(matrix.at(source, rank).count());
    }
    busiest = std::max(busiest, column);
  }
  if (total == 0) return 0;
  return exponent_of(work_of(traffic), busiest * traffic.ranks / total);
}

std::string as_csv(const demand::DemandMatrix& matrix) {
  std::string text;
  for (int row = 0; row < matrix.ports(); ++row) {
    for (int column = 0; column < matrix.ports(); ++column) {
      if (column > 0) text += ',';
      text += std::to_string(matrix.at(row, column).count());
    }
    text += '\n';
  }
  return text;
}

}  // namespace jacquard::workload
