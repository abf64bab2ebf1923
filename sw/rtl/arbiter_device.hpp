// SPDX-License-Identifier: Apache-2.0
// A user's arbiter as the verification drives it: a request in every clock, an answer so many
// clocks later.
#pragma once

#include <vector>

#include "jacquard/base/bitset.hpp"

namespace jacquard::rtl {

struct ArbiterRequest {
  std::vector<base::Word> rows;  // bit j of word i: input i asks for output j
  int priority = 0;              // wrapped diagonal (output - input) mod N to be served first
  bool valid = true;             // a device without valid_i does not see this
};

class ArbiterDevice {
 public:
  virtual ~ArbiterDevice() = default;
  // One clock: its inputs are set, what gnt_o then shows is returned (as rows; until the next
  // call), and the edge is taken.
  virtual const std::vector<base::Word>& step(const ArbiterRequest& request, bool reset) = 0;
  // Whether valid_o came with what step() returned; true of a device that has none.
  virtual bool answered() const { return true; }
  // Whether the coming clocks are written to the waveform, if there is one.
  virtual void dump(bool /*on*/) {}
};

}  // namespace jacquard::rtl
