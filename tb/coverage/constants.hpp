// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "vectors/device.hpp"

namespace jacquard::tb {

struct ConstantBit {
  std::string signal;  // below the device, as in its waveform
  int bit = 0;
  int width = 1;  // of the signal
  bool value = false;
};

// Those of `bits` that keep their value for ever, whatever the inputs do, from a few clocks after a
// reset on: proved by Yosys' SAT solver, all of them in one induction, from each of which those it
// finds wrong are dropped. So a bit may rely on the others that are left, and on nothing else.
// `files` are in `folder`.
std::vector<ConstantBit> proved_constant(const std::string& folder,
                                         const std::vector<std::string>& files,
                                         const Device& device, std::vector<ConstantBit> bits);

}  // namespace jacquard::tb
