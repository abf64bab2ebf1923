// SPDX-License-Identifier: Apache-2.0
#include "papers/meshslice/other_layers.hpp"

namespace jacquard::studies::meshslice {

// fc / (1 + r) = e.
double printed_share(double fully_connected, double end_to_end) {
  return fully_connected / end_to_end - 1;
}

double roofline_share(const Subject& subject, const gemm::Chip& chip, int chips,
                      base::Seconds fully_connected) {
  constexpr double passes = 3, bytes = 2;
  const double tokens = static_cast<double>(weak_batch(chips) * kSequence) / chips;
  const auto h = static_cast<double>(subject.hidden);
  const auto scores = static_cast<double>(subject.heads * kSequence);
  const double flops = 4.0 * kSequence * h;  // of a token: scores, then their sum over values
  constexpr double norms = 4, additions = 6, gelu = 8;  // values of h that are read and written
  constexpr double of_scores = 4;  // written, normalised (read and written), read
  const double traffic = bytes * ((norms + additions + gelu) * h + of_scores * scores);
  const double time =
      passes * tokens * (flops / chip.effective.count() + traffic / chip.memory_bandwidth.count());
  return time / fully_connected.count();
}

}  // namespace jacquard::studies::meshslice
