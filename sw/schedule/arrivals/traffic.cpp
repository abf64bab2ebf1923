// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/arrivals/traffic.hpp"

#include <string>

#include "jacquard/base/bitset.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::schedule {
namespace {

// Off periods are geometric from 0 with mean B (1 - rate) / rate, which makes the mean rate exact.
double burst_start_probability(double rate, double mean_burst) {
  return rate / (rate + mean_burst * (1 - rate));
}

// Negated so that NaN is refused too.
void require(bool holds, const char* option, const char* expected, double found) {
  if (!holds) throw base::ConfigError({option, "", expected, std::to_string(found), ""});
}

}  // namespace

base::Span<const PatternName> patterns() {
  static const std::vector<PatternName> all = {
      {"uniform", Pattern::uniform},
      {"bursty", Pattern::bursty},
      {"hotspot", Pattern::hotspot},
      {"diagonal", Pattern::diagonal},
      {"quasi-diagonal", Pattern::quasi_diagonal},
      {"log-diagonal", Pattern::log_diagonal},
  };
  return all;
}

const PatternName& find_pattern(std::string_view name, const std::string& source) {
  std::vector<std::string> known;
  for (const PatternName& row : patterns()) {
    if (name == row.name) return row;
    known.emplace_back(row.name);
  }
  base::throw_unknown_name(source, "a traffic pattern", name, known);
}

double admissible_rate(const Traffic& traffic, int ports) {
  if (traffic.pattern != Pattern::hotspot) return 1;
  return 1 / (1 - traffic.hot_share + ports * traffic.hot_share);
}

double offered_rate(const Traffic& traffic, int ports) {
  return traffic.load * admissible_rate(traffic, ports);
}

void check_traffic(const Traffic& traffic) {
  require(traffic.load > 0 && traffic.load <= 1, "--loads", "loads above 0 and at most 1",
          traffic.load);
  require(traffic.mean_burst >= 1 && traffic.mean_burst <= 1e6, "--burst",
          "a mean burst of 1..1000000 cells", traffic.mean_burst);
  require(traffic.hot_share >= 0 && traffic.hot_share <= 1, "--hot-share", "a share in 0..1",
          traffic.hot_share);
}

Arrivals::Arrivals(const Traffic& traffic, int ports, base::Rng rng)
    : traffic_(traffic),
      ports_(ports),
      rate_(offered_rate(traffic, ports)),
      start_burst_(burst_start_probability(rate_, traffic.mean_burst)),
      rng_(rng),
      arriving_(static_cast<std::size_t>(ports), kUnmatched),
      burst_(static_cast<std::size_t>(ports), kUnmatched) {}

const std::vector<int>& Arrivals::next() {
  for (int input = 0; input < ports_; ++input) {
    const auto i = static_cast<std::size_t>(input);
    if (traffic_.pattern != Pattern::bursty) {
      arriving_[i] = rng_.chance(rate_) ? destination(input) : kUnmatched;
      continue;
    }
    arriving_[i] = burst_cell(burst_[i]);
    const bool ends = arriving_[i] != kUnmatched && rng_.chance(1 / traffic_.mean_burst);
    burst_[i] = ends ? kUnmatched : arriving_[i];
  }
  return arriving_;
}

int Arrivals::burst_cell(int current) {
  if (current != kUnmatched) return current;
  if (!rng_.chance(start_burst_)) return kUnmatched;
  return static_cast<int>(rng_.below(static_cast<std::uint64_t>(ports_)));
}

int Arrivals::destination(int input) {
  const auto any = [this](int count) {
    return static_cast<int>(rng_.below(static_cast<std::uint64_t>(count)));
  };
  const auto shifted = [&](int k) { return (input + k) % ports_; };
  switch (traffic_.pattern) {
    case Pattern::hotspot:
      return rng_.chance(traffic_.hot_share) ? 0 : any(ports_);
    case Pattern::diagonal:
      return shifted(any(3) == 0 ? 1 : 0);
    case Pattern::quasi_diagonal:
      return ports_ == 1 || any(2) == 0 ? input : shifted(1 + any(ports_ - 1));
    case Pattern::log_diagonal:
      for (;;) {  // trailing zeros are geometric; redrawing beyond N leaves the proportions
        const std::uint64_t bits = rng_();
        if (bits != 0 && base::lowest_bit(bits) < ports_) return shifted(base::lowest_bit(bits));
      }
    case Pattern::uniform:
    case Pattern::bursty:
      break;
  }
  return any(ports_);
}

}  // namespace jacquard::schedule
