// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "vectors/device.hpp"

namespace jacquard::tb {

enum class Verdict { equivalent, different, undecided };

struct Proof {
  Verdict verdict = Verdict::undecided;
  std::string log;  // what the tools said
};

// Whether two versions of a device answer alike for ever, from the same state and to every sequence
// of inputs: their miter, built by Yosys, goes to abc, which first merges registers that are equal
// by induction and then looks for an inductive invariant (property directed reachability). `folder`
// holds the sources `files` and the changed version of one of them, `mutant`, to be read instead of
// `original`. State that has no reset starts at 0 in both.
Proof prove_equivalent(const std::string& folder, const Device& device,
                       const std::vector<std::string>& files, const std::string& original,
                       const std::string& mutant, int seconds);

}  // namespace jacquard::tb
