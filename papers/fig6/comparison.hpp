// SPDX-License-Identifier: Apache-2.0
// The circuit switch against a packet switch, matrix by matrix.
#pragma once

#include <string>
#include <vector>

#include "papers/fig6/accounting.hpp"
#include "papers/fig6/fig6.hpp"

namespace jacquard::studies::fig6 {

// circuit_faster of a matrix is 1 - circuit's completion / packet switch's.
struct Comparison {
  std::int64_t matrices = 0;
  double faster_mean = 0;
  double faster_median = 0;
  double faster_p99 = 0;  // nearest rank
  double faster_max = 0;
};

Comparison compare(const Results& results, const Baseline& baseline, const Accounting& how);

// The baseline of that name. Requires that there is one.
const Baseline& baseline_named(const Results& results, const std::string& name);

// A row of the sensitivity table: one thing is not as in Accounting{} against the tuned fabric.
struct Sensitivity {
  std::string factor;
  std::string setting;
  std::string baseline;
  Accounting how;
};
std::vector<Sensitivity> sensitivities(const Results& results);

// Chronos's own: the sum of the weights at link rate, against packets that carry headers and are
// acknowledged.
Accounting as_chronos();
// All that a circuit switch with the ladder core would pay: headers, acks, 8 bits, decision,
// guards.
Accounting as_built();

}  // namespace jacquard::studies::fig6
