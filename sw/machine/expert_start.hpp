// SPDX-License-Identifier: Apache-2.0
// When experts begin on the tokens that an exchange brings them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/config/codec.hpp"

namespace jacquard::machine {

// end      one kernel for all tokens, when the last have come
// setting  a kernel for the tokens of each setting of the switch, as they come; a packet fabric and
//          an ideal one have an arrival for each sender
// group:N  a kernel for the tokens of N settings
// A kernel reads the weights of its experts and starts anew: many small ones may take longer than
// they save (arXiv 2605.26845).
struct ExpertStart {
  int settings = 0;  // of a kernel; 0: of the whole exchange

  bool at_end() const { return settings == 0; }
};

config::Codec<ExpertStart> expert_start_codec();
std::string text_of(const ExpertStart& start);

// Bytes that a port has received in whole messages at an instant of its exchange.
struct Arrival {
  base::Picoseconds at{0};
  std::int64_t bytes = 0;
};

// A kernel: a share of the port's tokens, which are there at an instant.
struct ExpertKernel {
  base::Picoseconds at{0};
  double share = 0;
};

// The kernels on a port's tokens, in their order; shares add up to 1. `own`: bytes that the port
// has from the beginning, which go into the first kernel. None for a port without tokens. Arrivals
// ascend in time; those of one instant are one setting's.
std::vector<ExpertKernel> kernels_of(const std::vector<Arrival>& arrivals, std::int64_t own,
                                     const ExpertStart& start);

// When the last of the kernels is over, one after the other, each no earlier than its tokens.
// `time` gives what a kernel of a share takes.
base::Picoseconds end_of(const std::vector<ExpertKernel>& kernels,
                         const std::function<base::Picoseconds(double share)>& time);

}  // namespace jacquard::machine
