// SPDX-License-Identifier: Apache-2.0
// The physical mode: a strategy with any set of departures from the paper's rules.
#pragma once

#include <memory>

#include "jacquard/engine/step/list_schedule.hpp"
#include "jacquard/plan/physical/program.hpp"

namespace jacquard::plan::physical {

// Keeps prices and memory from one strategy to the next. The request outlives it.
class Evaluator {
 public:
  explicit Evaluator(const Request& request);
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  // Of a strategy that why_refused() has nothing against.
  Answer evaluate(const Strategy& strategy);
  // Of the last strategy; of many micro-batches three.
  std::vector<Ran> timeline() const;

  // How the last strategy keeps its activations, and its step as a program.
  const Keeping& keeping() const { return keeping_; }
  const Timed& timed() const { return *timed_; }
  base::Picoseconds end() const { return end_; }  // of that program
  const PricedSystem& machine() const { return machine_; }

 private:
  // And the memory of that.
  Keeping chosen(const Strategy& strategy, MemoryUse& memory) const;
  Times times_of(const Strategy& strategy, int simulated);

  const Request& request_;
  PricedSystem machine_;
  Programs programs_;
  MemoryPrices memory_;
  engine::step::ListSchedule schedule_;
  Timed none_;
  const Timed* timed_ = &none_;
  base::Picoseconds end_{0};
  Keeping keeping_;
  std::vector<double> seconds_;                   // of works
  std::vector<std::pair<double*, double>> sums_;  // of communications: where they count, seconds
};

}  // namespace jacquard::plan::physical
