// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "jacquard/schedule/bvn/measure.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule::bvn {

// An exact decomposition compiled for one number of words per row and one width of counts, with the
// memory it works in.
class ExactEngine {
 public:
  virtual ~ExactEngine() = default;
  // Whether it was made for demands like this one.
  virtual bool fits(int ports, const Measure& measure) const = 0;
  // `start`: pairs to try first, empty for none; receives the first perfect matching.
  virtual Schedule decompose(const demand::QuantaMatrix& demand, const Measure& measure,
                             Matching& start) = 0;
};

std::unique_ptr<ExactEngine> make_exact_engine(int ports, const Measure& measure);

}  // namespace jacquard::schedule::bvn
