// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/circuit/quick_stuff.hpp"
#include "jacquard/schedule/circuit/residue.hpp"
#include "jacquard/schedule/circuit/window.hpp"
#include "jacquard/schedule/matching/bottleneck_matching.hpp"

namespace jacquard::schedule {
namespace {

constexpr int kSinkhornRounds = 64;
constexpr std::int64_t kWhole = std::int64_t{1} << 40;  // stands for 1 in the scaled matrix
constexpr int kProportionalWindows = 16;

// Scales rows and columns in turn until all line sums are about 1 (Sinkhorn 1964). Zero lines stay.
void sinkhorn(std::vector<double>& m, std::size_t n) {
  const auto normalise = [&](std::size_t line_stride, std::size_t stride) {
    for (std::size_t line = 0; line < n; ++line) {
      double sum = 0;
      for (std::size_t k = 0; k < n; ++k) sum += m[line * line_stride + k * stride];
      if (sum == 0) continue;
      for (std::size_t k = 0; k < n; ++k) m[line * line_stride + k * stride] /= sum;
    }
  };
  for (int round = 0; round < kSinkhornRounds; ++round) {
    normalise(n, 1);
    normalise(1, n);
  }
}

// What is left as a doubly stochastic matrix in units of 1 / kWhole. Where no scaling exists
// (a support without a perfect matching) the lines that fall short are stuffed.
std::vector<std::int64_t> doubly_stochastic(const Residue& residue) {
  const auto n = static_cast<std::size_t>(residue.ports());
  std::vector<double> scaled(residue.row_major().begin(), residue.row_major().end());
  sinkhorn(scaled, n);
  double largest_row = 1;  // columns were normalised last
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += scaled[i * n + j];
    largest_row = std::max(largest_row, sum);
  }
  std::vector<std::int64_t> units(n * n);
  // The margin keeps rounded line sums below one.
  const double unit = static_cast<double>(kWhole) * (1 - 1e-9) / largest_row;
  for (std::size_t k = 0; k < units.size(); ++k) {
    units[k] = static_cast<std::int64_t>(scaled[k] * unit);
  }
  return quick_stuff(units, residue.ports(), kWhole);
}

// Slots until the first of a setting's pairs runs out.
std::int64_t first_run_out(const Residue& residue, const Matching& columns) {
  std::int64_t least = 0;
  for (int row = 0; row < residue.ports(); ++row) {
    const std::int64_t left = residue.at(row, base::at(columns, row));
    if (left > 0 && (least == 0 || left < least)) least = left;
  }
  return least;
}

}  // namespace

Schedule tms(const demand::QuantaMatrix& demand, const SchedulerOptions& options) {
  const double delta = demand.clock().guard_in_slots();
  Residue residue(demand);
  check_window(residue, delta, options);
  Schedule schedule(demand.ports());
  for (int window = 0; !residue.empty(); ++window) {
    const double slots = window_slots(residue, delta, options);
    BottleneckMatching matching(demand.ports(), doubly_stochastic(residue));
    double used = 0;
    std::int64_t share = 0;
    while (!residue.empty() && used < slots && (share = matching.next()) > 0) {
      const double planned = static_cast<double>(share) / static_cast<double>(kWhole) * slots;
      auto hold = std::max<std::int64_t>(1, std::llround(planned));
      // Shares shrink geometrically; a remainder that has seen many windows is finished pair by
      // pair.
      if (window >= kProportionalWindows) {
        hold = std::max(hold, first_run_out(residue, matching.columns()));
      }
      const std::int64_t served = residue.serve(matching.columns(), hold, schedule);
      if (served > 0) used += static_cast<double>(served) + delta;
      matching.subtract(share);
    }
  }
  return schedule;
}

}  // namespace jacquard::schedule
