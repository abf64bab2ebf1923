// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/hops/hop_bound.hpp"

#include <algorithm>
#include <functional>
#include <vector>

namespace jacquard::schedule {
namespace {

using base::Picoseconds;
using demand::QuantaMatrix;

// Entries of each line that leave their port, largest first.
std::vector<std::vector<std::int64_t>> lines_of(const QuantaMatrix& demand, bool columns) {
  const int n = demand.ports();
  std::vector<std::vector<std::int64_t>> lines(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const std::int64_t quanta = demand.at(i, j);
      if (i != j && quanta > 0) base::at(lines, columns ? j : i).push_back(quanta);
    }
  }
  for (auto& line : lines) std::sort(line.begin(), line.end(), std::greater<>());
  return lines;
}

// How many of a line's entries are at most i hops away with k settings, for i = 1, 2, ..., up to
// `most` entries or `hops` hops.
std::vector<std::size_t> within_hops(std::int64_t k, int hops, std::size_t most) {
  std::vector<std::size_t> within;
  double ways = 1;  // C(k, i)
  double sum = 0;
  for (int i = 1; i <= hops && i <= k && sum < static_cast<double>(most); ++i) {
    ways = ways * static_cast<double>(k - i + 1) / i;
    sum += ways;
    within.push_back(static_cast<std::size_t>(std::min(sum, static_cast<double>(most))));
  }
  return within;
}

__extension__ using Wide = __int128;  // a matrix of the largest entries adds up to 2^70

// Over all ports, each of which sends a quantum in a slot.
std::int64_t least_slots(const std::vector<std::vector<std::int64_t>>& lines,
                         const std::vector<std::size_t>& within) {
  Wide sum = 0;
  for (const auto& line : lines) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < within.size() && at < line.size(); ++i) {
      for (; at < std::min(within[i], line.size()); ++at) {
        sum += Wide{line[at]} * static_cast<int>(i + 1);
      }
    }
  }
  const auto ports = static_cast<std::int64_t>(lines.size());
  return static_cast<std::int64_t>((sum + ports - 1) / ports);
}

}  // namespace

HopBound hop_bound(const QuantaMatrix& demand, int hops) {
  const demand::SlotClock& clock = demand.clock();
  const auto rows = lines_of(demand, false), columns = lines_of(demand, true);
  std::size_t partners = 0;
  for (const auto* lines : {&rows, &columns}) {
    for (const auto& line : *lines) partners = std::max(partners, line.size());
  }
  const std::int64_t load = demand.largest_line_sum();
  if (partners == 0) return {clock.makespan(load, load > 0), load > 0};
  HopBound best;
  for (std::int64_t k = 1; k <= static_cast<std::int64_t>(partners); ++k) {
    const std::vector<std::size_t> within = within_hops(k, hops, partners);
    if (within.back() < partners) continue;  // somebody is too far away
    const std::int64_t slots =
        std::max({load, least_slots(rows, within), least_slots(columns, within)});
    const auto most_hops = static_cast<std::int64_t>(within.size());
    const std::int64_t gaps = std::max<std::int64_t>(0, (most_hops - 1) - (k - most_hops));
    const Picoseconds waits = base::times(clock.wait(), gaps);
    const Picoseconds time = base::plus(clock.makespan(slots, k), waits);
    if (best.settings == 0 || time < best.time) best = {time, k};
  }
  return best;
}

}  // namespace jacquard::schedule
