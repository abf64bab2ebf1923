// SPDX-License-Identifier: Apache-2.0
#include "papers/circuits/ladder_choice.hpp"

#include <algorithm>

namespace jacquard::studies {

schedule::CoreInputs choose_ladder_options(const schedule::CoreShape& shape,
                                           const std::vector<demand::QuantaMatrix>& training,
                                           double guard, double clock) {
  constexpr int kMostOffset = 2;
  schedule::CoreInputs best;
  double least = 0;
  for (int floor = 0; floor < shape.bits; ++floor) {
    for (int offset = 0; offset <= std::min(kMostOffset, shape.bits - 1); ++offset) {
      schedule::CoreInputs options;
      options.floor = floor;
      options.top_offset = offset;
      double sum = 0;
      for (const demand::QuantaMatrix& demand : training) {
        const HardwareDecision d = decide_in_hardware(shape, options, demand, clock);
        sum += completion(d.schedule, guard, d.ready) /
               static_cast<double>(std::max<std::int64_t>(demand.largest_line_sum(), 1));
      }
      const bool first = floor == 0 && offset == 0;
      if (first || sum < least) {
        least = sum;
        best = options;
      }
    }
  }
  return best;
}

}  // namespace jacquard::studies
