// SPDX-License-Identifier: Apache-2.0
// What went into a model and came out of it, clock by clock, for another simulator to repeat.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "jacquard/rtl/interface.hpp"

namespace jacquard::rtl {

struct PinValue {
  const std::uint32_t* words;  // the lowest bit first
  int width;
};

// Two files in a folder, a line per clock: the inputs and the outputs as one hexadecimal number
// each, the first pin leftmost. A clock sets the inputs, takes the outputs once they have settled,
// and then its edge. In a reset and for `settling` clocks after it nobody looks at the outputs,
// which may be anything: a line of dashes. Beyond a size of file nothing more is written.
class PinLog {
 public:
  // Throws ConfigError if the files cannot be written.
  PinLog(const std::string& folder, int settling);

  void clock(bool reset, const std::vector<PinValue>& in, const std::vector<PinValue>& out);

  std::int64_t clocks() const { return clocks_; }

  static constexpr const char* kInputs = "inputs.hex";
  static constexpr const char* kOutputs = "outputs.hex";

 private:
  std::ofstream in_, out_;
  int settling_;
  int since_reset_ = 0;
  std::size_t written_ = 0;
  std::int64_t clocks_ = 0;
};

// The pins of a log, in its order: the expected ports that the module has, but for the clock.
std::vector<Port> logged_pins(const Interface& found, const std::vector<ExpectedPort>& expected,
                              const std::string& direction);

}  // namespace jacquard::rtl
