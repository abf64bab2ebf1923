// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/base/span.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// Where cells go and when they come. All inputs are alike and independent.
//   uniform         Bernoulli, every output alike
//   bursty          on-off: bursts of geometric length to one output each, uniform over outputs
//   hotspot         Bernoulli, `hot_share` of each input's cells to output 0, the rest uniform
//   diagonal        Bernoulli, input i sends 2/3 to output i and 1/3 to i + 1
//   quasi-diagonal  Bernoulli, half to output i, half even over the others
//   log-diagonal    Bernoulli, output i + k gets half of what i + k - 1 gets
enum class Pattern { uniform, bursty, hotspot, diagonal, quasi_diagonal, log_diagonal };

struct PatternName {
  const char* name;
  Pattern pattern;
};
base::Span<const PatternName> patterns();
// Throws ConfigError with the nearest name if there is none.
const PatternName& find_pattern(std::string_view name, const std::string& source = "--traffic");

struct Traffic {
  Pattern pattern = Pattern::uniform;
  double load = 0.5;       // of the busiest line, 0 < load <= 1
  double mean_burst = 16;  // bursty: cells per burst, >= 1
  double hot_share = 0.1;  // hotspot, 0..1
};

// The rate per input, in cells per slot, at which the busiest line carries exactly one cell per
// slot: above it no arbiter can keep up. 1 for all patterns but the hot spot: 1 / (1 - h + N h).
double admissible_rate(const Traffic& traffic, int ports);

// Cells per input and slot: load x admissible_rate.
double offered_rate(const Traffic& traffic, int ports);

// Throws ConfigError naming the option that is out of range.
void check_traffic(const Traffic& traffic);

// One slot of arrivals after another; at most one cell per input and slot.
class Arrivals {
 public:
  Arrivals(const Traffic& traffic, int ports, base::Rng rng);
  // Output each input's arriving cell is for, kUnmatched where none arrives. Valid until the next.
  const std::vector<int>& next();

 private:
  int destination(int input);
  int burst_cell(int current);

  Traffic traffic_;
  int ports_;
  double rate_;         // Bernoulli: of a cell
  double start_burst_;  // bursty: probability that an idle input starts one in a slot
  base::Rng rng_;
  std::vector<int> arriving_;
  std::vector<int> burst_;  // output of each input's burst, kUnmatched between bursts
};

}  // namespace jacquard::schedule
