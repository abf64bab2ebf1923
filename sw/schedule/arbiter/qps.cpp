// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/arbiter/qps.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::schedule {

QueueProportional::QueueProportional(int ports, int iterations, base::Rng rng)
    : iterations_(iterations),
      rng_(rng),
      best_(static_cast<std::size_t>(ports)),
      taken_(static_cast<std::size_t>(ports)),
      matching_(static_cast<std::size_t>(ports), kUnmatched) {
  courted_.reserve(static_cast<std::size_t>(ports));
}

const Matching& QueueProportional::arbitrate(const Requests& requests) {
  std::fill(matching_.begin(), matching_.end(), kUnmatched);
  std::fill(taken_.begin(), taken_.end(), char{0});
  for (int iteration = 0; iteration < iterations_; ++iteration) {
    for (int input = 0; input < requests.ports(); ++input) {
      const std::int64_t cells = requests.total(input);
      if (cells == 0 || base::at(matching_, input) != kUnmatched) continue;
      const auto rank = static_cast<std::int64_t>(rng_.below(static_cast<std::uint64_t>(cells)));
      const int output = requests.output_of_cell(input, rank);
      if (base::at(taken_, output) == 0) {
        consider(input, output, requests.length(input, output));
      }
    }
    for (const int output : courted_) {
      Proposal& accepted = base::at(best_, output);
      base::at(matching_, accepted.input) = output;
      base::at(taken_, output) = 1;
      accepted = {};
    }
    courted_.clear();
  }
  return matching_;
}

void QueueProportional::consider(int input, int output, std::int64_t length) {
  Proposal& best = base::at(best_, output);
  if (best.input == kUnmatched) courted_.push_back(output);
  if (length > best.length) {
    best = {input, length, 1};
  } else if (length == best.length && rng_.below(++best.ties) == 0) {
    best.input = input;  // the k-th of equals replaces the one kept with probability 1/k
  }
}

}  // namespace jacquard::schedule
