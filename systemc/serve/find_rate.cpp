// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/find_rate.hpp"

#include <algorithm>
#include <vector>

namespace jacquard::serve {
namespace {

constexpr double kLeastRate = 1.0 / 60;
constexpr double kMostRate = 1e6;
constexpr double kPrecision = 1.01;
constexpr double kStride = 1.25;   // of the first step down; squared for each further one
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

std::optional<double> find_rate(const Slo& slo, const RateRuns& runs, double knee) {
  const auto& run = runs.until_broken ? runs.until_broken : runs.at;
  const auto keeps = [&](double rate) { return slo.kept(run(rate).run.records) >= slo.share; };
  if (slo.kept(runs.alone().run.records) < slo.share) return std::nullopt;
  if (keeps(knee)) return knee;
  double broken = knee;
  double kept = 0;
  for (double stride = kStride; kept == 0; stride *= stride) {
    if (broken <= kLeastRate) return std::nullopt;
    const double rate = std::max(broken / stride, kLeastRate);
    (keeps(rate) ? kept : broken) = rate;
  }
  while (broken > kept * kPrecision) {
    const double rate = (kept + broken) / 2;
    (keeps(rate) ? kept : broken) = rate;
  }
  return kept;
}

}  // namespace jacquard::serve
