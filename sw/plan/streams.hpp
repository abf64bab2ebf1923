// SPDX-License-Identifier: Apache-2.0
// A device's two streams: each runs its operations one after the other, in the order in which they
// are issued (MAD-Max s4.3). Sums what they take by kind.
#pragma once

#include <algorithm>
#include <vector>

#include "jacquard/plan/prices.hpp"

namespace jacquard::plan {

class Streams {
 public:
  explicit Streams(std::vector<Ran>* log) : log_(log) {}

  void backward_begins() {  // the barrier between the passes
    compute_end_ = communication_end_ = std::max(compute_end_, communication_end_);
    backward_ = true;
  }

  // Each begins when its stream is free and what it waits for, of the other stream, has ended.
  // Returns its end.
  double compute(const char* name, int unit, double seconds, double waits_for) {
    const double begin = std::max(compute_end_, waits_for);
    compute_end_ = begin + seconds;
    times_.compute += seconds;
    if (log_ != nullptr) log_->push_back({name, false, backward_, unit, begin, compute_end_});
    return compute_end_;
  }
  double send(Collective what, int unit, double seconds, double waits_for) {
    const double begin = std::max(communication_end_, waits_for);
    communication_end_ = begin + seconds;
    sum_of(what) += seconds;
    if (log_ != nullptr) {
      log_->push_back({name_of(what), true, backward_, unit, begin, communication_end_});
    }
    return communication_end_;
  }

  Times times() const {
    Times all = times_;
    all.time = std::max(compute_end_, communication_end_);
    return all;
  }

 private:
  double& sum_of(Collective what) {
    switch (what) {
      case Collective::all_to_all:
        return times_.all_to_all;
      case Collective::all_reduce:
        return times_.all_reduce;
      case Collective::all_gather:
        return times_.all_gather;
      case Collective::reduce_scatter:
        break;
    }
    return times_.reduce_scatter;
  }

  double compute_end_ = 0;
  double communication_end_ = 0;
  bool backward_ = false;
  Times times_;
  std::vector<Ran>* log_;
};

}  // namespace jacquard::plan
