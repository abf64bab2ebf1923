// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace jacquard::schedule {

namespace bvn {
class ExactEngine;
}

// Birkhoff-von Neumann decomposition by maximum matchings: slots() == D, the largest line sum, for
// every demand, and no pair is set without something to send (check()'s useless_pairs is 0). The
// demand is stuffed to equal line sums within; what is stuffed is not emitted. See docs/bvn.md.
Schedule exact(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

// The same for a sequence of demands: memory is kept from call to call, and each decomposition
// starts from the first perfect matching of the one before, where that still has demand. A schedule
// depends on the demands given so far, and is exact for each.
class ExactBvn {
 public:
  ExactBvn();
  ~ExactBvn();
  ExactBvn(ExactBvn&&) noexcept;
  ExactBvn& operator=(ExactBvn&&) noexcept;

  Schedule decompose(const demand::QuantaMatrix& demand);
  // The next decompose() starts from nothing, as exact() does; memory is kept.
  void forget();

 private:
  std::unique_ptr<bvn::ExactEngine> engine_;
  Matching start_;  // empty: none
};

}  // namespace jacquard::schedule
