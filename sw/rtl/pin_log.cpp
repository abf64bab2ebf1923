// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/pin_log.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::rtl {
namespace {

constexpr std::size_t kLargest = std::size_t{64} << 20;

std::string hexadecimal(const std::vector<PinValue>& pins) {
  int left = 0;
  for (const PinValue& pin : pins) left += pin.width;
  std::string digits;
  int digit = 0;
  for (const PinValue& pin : pins) {
    for (int bit = pin.width - 1; bit >= 0; --bit) {
      digit = digit * 2 + static_cast<int>((pin.words[bit / 32] >> (bit % 32)) & 1);
      if (--left % 4 != 0) continue;
      digits += "0123456789abcdef"[digit];
      digit = 0;
    }
  }
  return digits + '\n';
}

}  // namespace

PinLog::PinLog(const std::string& folder, int settling)
    : in_(folder + "/" + kInputs), out_(folder + "/" + kOutputs), settling_(settling) {
  if (!in_ || !out_) {
    throw base::ConfigError({folder, "", "a folder that can be written", "", ""});
  }
}

void PinLog::clock(bool reset, const std::vector<PinValue>& in, const std::vector<PinValue>& out) {
  ++clocks_;
  if (written_ > kLargest) return;
  const bool looked_at = !reset && since_reset_ >= settling_;
  since_reset_ = reset ? 0 : std::min(since_reset_ + 1, settling_);
  const std::string inputs = hexadecimal(in);
  std::string outputs = hexadecimal(out);
  if (!looked_at) outputs = std::string(outputs.size() - 1, '-') + '\n';
  in_ << inputs;
  out_ << outputs;
  written_ += inputs.size() + outputs.size();
}

std::vector<Port> logged_pins(const Interface& found, const std::vector<ExpectedPort>& expected,
                              const std::string& direction) {
  std::vector<Port> pins;
  for (const ExpectedPort& port : expected) {
    const Port* has = found.find(port.name);
    if (has != nullptr && port.name != "clk_i" && port.direction == direction) {
      pins.push_back(*has);
    }
  }
  return pins;
}

}  // namespace jacquard::rtl
