// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/base/rng.hpp"
#include "jacquard/schedule/arbiter/arbiter.hpp"

namespace jacquard::schedule {

// QPS-r (Gong, Xu, Liu & Maguluri, 2020). In each of r iterations every unmatched input proposes to
// one output, drawn with probability proportional to the length of its queue (all its queues count,
// also those of outputs already taken: an input does not know); every free output accepts the
// proposal with the longest queue, ties broken evenly at random.
class QueueProportional final : public Arbiter {
 public:
  QueueProportional(int ports, int iterations, base::Rng rng);  // iterations >= 1
  const Matching& arbitrate(const Requests& requests) override;

 private:
  struct Proposal {  // the best one an output has had in this iteration
    int input = kUnmatched;
    std::int64_t length = 0;
    std::uint64_t ties = 0;  // proposals of that length so far
  };
  void consider(int input, int output, std::int64_t length);

  int iterations_;
  base::Rng rng_;
  std::vector<Proposal> best_;
  std::vector<char> taken_;   // outputs matched in an earlier iteration
  std::vector<int> courted_;  // outputs with a proposal in this iteration
  Matching matching_;
};

}  // namespace jacquard::schedule
