// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/schedule/arbiter/arbiter.hpp"

namespace jacquard::schedule {

// iSLIP (McKeown, IEEE/ACM ToN 7(2), 1999). In each iteration every free output grants the first
// requesting free input at or after its pointer, and every input accepts the first grant at or
// after its own. Pointers move one beyond the partner, only when a grant is accepted, and only in
// the first iteration: this keeps a queue from starving and is what lets the pointers drift apart.
class Islip final : public Arbiter {
 public:
  Islip(int ports, int iterations);  // iterations >= 1
  const Matching& arbitrate(const Requests& requests) override;

 private:
  bool grant(const Requests& requests);  // whether any output granted
  void accept(bool move_pointers);

  int ports_;
  int iterations_;
  std::vector<int> grant_pointer_;   // of each output: the input it prefers
  std::vector<int> accept_pointer_;  // of each input: the output it prefers
  std::vector<base::Word> free_inputs_;
  std::vector<base::Word> free_outputs_;
  std::vector<base::Word> granted_inputs_;
  base::BitMatrix grants_;  // row i: outputs that grant input i; all zero between iterations
  Matching matching_;
};

// ceil(log2 N), and 1 for N = 1: what McKeown found to be enough on average.
int default_islip_iterations(int ports);

}  // namespace jacquard::schedule
