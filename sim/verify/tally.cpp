// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/tally.hpp"

#include <algorithm>

namespace jacquard::verify {
namespace {

constexpr std::size_t kMostFailingCases = 1000;

}  // namespace

bool Report::mismatch_in(std::int64_t index) {
  const bool known = !failing_cases.empty() && failing_cases.back() == index;
  if (!known && failing_cases.size() < kMostFailingCases) failing_cases.push_back(index);
  return mismatches++ == 0;
}

void Tally::add(const demand::QuantaMatrix& demand, const schedule::CoreRun& run) {
  ++runs_;
  cycles_max_ = std::max(cycles_max_, run.cycles);
  load_cycles_ = std::max(load_cycles_, run.load_cycles);
  first_permutation_cycles_max_ =
      std::max(first_permutation_cycles_max_, run.first_permutation_cycles);
  cycles_ += static_cast<double>(run.cycles);
  permutations_ += static_cast<double>(run.schedule.permutations());
  const std::int64_t slots = run.schedule.slots();
  efficiency_ += slots == 0
                     ? 1.0
                     : static_cast<double>(demand.largest_line_sum()) / static_cast<double>(slots);
}

void Tally::fill(Report& report) const {
  const double count = static_cast<double>(std::max<std::int64_t>(runs_, 1));
  report.cycles_max = cycles_max_;
  report.load_cycles = load_cycles_;
  report.first_permutation_cycles_max = first_permutation_cycles_max_;
  report.cycles_mean = cycles_ / count;
  report.permutations_mean = permutations_ / count;
  report.efficiency_mean = efficiency_ / count;
}

}  // namespace jacquard::verify
