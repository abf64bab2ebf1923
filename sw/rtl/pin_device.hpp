// SPDX-License-Identifier: Apache-2.0
// A user's module behind our wiring, as a bench drives it: fields in, fields out, a clock at a
// time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "jacquard/rtl/user_models.hpp"
#include "jacquard/rtl/wiring.hpp"

namespace jacquard::rtl {

// The words of in_i or out_o, two at least.
using Pins = std::vector<std::uint32_t>;
Pins blank_pins(int bits);
// "req = 4'b0110, gnt = 4'b0010": every bus that is not too wide to be read.
std::string told(const Wiring& wiring, const Pins& in, const Pins& out);

class PinDevice {
 public:
  virtual ~PinDevice() = default;
  // One clock: inputs are set, out_o as it settles is returned (until the next call), the edge is
  // taken.
  virtual const Pins& step(const Pins& in, bool reset) = 0;
  // What step() would return, without an edge.
  virtual const Pins& look(const Pins& in) = 0;
  virtual void dump(bool on) = 0;
};

// Of a model with the shim "user_pins". Throws as make_user_arbiter() does.
std::unique_ptr<PinDevice> make_pin_device(UserRun run, const Wiring& wiring);

}  // namespace jacquard::rtl
