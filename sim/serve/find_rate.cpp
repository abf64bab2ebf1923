// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/find_rate.hpp"

#include <algorithm>
#include <vector>

namespace jacquard::serve {
namespace {

constexpr double kLeastRate = 1.0 / 60;
constexpr double kMostRate = 1e6;
constexpr double kPrecision = 1.01;
constexpr double kStride = 1.25;   // of the first step of a search; squared for each further one
constexpr double kOverload = 1.5;  // over what a burst is served at
constexpr double kServedAtMost = 0.9;

}  // namespace

double served_per_s(const ServerRun& run) {
  std::vector<base::Picoseconds> ends;
  for (const RequestRecord& record : run.records) ends.push_back(record.last_token);
  std::sort(ends.begin(), ends.end());
  const std::size_t first = ends.size() / 4;
  const std::size_t last = ends.size() - 1 - first;
  const double seconds = base::to_seconds(ends[last] - ends[first]).count();
  const double whole = base::to_seconds(run.end).count();
  return seconds > 0 ? static_cast<double>(last - first) / seconds
                     : static_cast<double>(ends.size()) / whole;
}

double knee_of(const RateRuns& runs) {
  const ServerRun burst = runs.at_once().run;
  double rate =
      kOverload * static_cast<double>(burst.records.size()) / base::to_seconds(burst.end).count();
  for (;;) {
    const double served = served_per_s(runs.at(rate).run);
    if (served < kServedAtMost * rate || rate > kMostRate) return served;
    rate *= 2;
  }
}

std::optional<double> find_rate(const Slo& slo, const RateRuns& runs, double start) {
  if (slo.kept(runs.alone().run.records) < slo.share) return std::nullopt;
  double kept = 0;
  double broken = 0;  // the smallest rate that did not keep it; 0: none yet
  const auto keeps = [&](double rate) {
    const bool good = slo.kept(runs.at(rate).run.records) >= slo.share;
    (good ? kept : broken) = rate;
    return good;
  };
  double stride = kStride;
  double rate = start;
  if (keeps(rate)) {
    while (broken == 0 && rate < kMostRate) {
      keeps(rate *= stride);
      stride *= stride;
    }
  } else {
    while (kept == 0 && rate > kLeastRate) {
      keeps(rate = std::max(rate / stride, kLeastRate));
      stride *= stride;
    }
  }
  if (kept == 0) return std::nullopt;
  while (broken > kept * kPrecision) keeps((kept + broken) / 2);
  return kept;
}

}  // namespace jacquard::serve
