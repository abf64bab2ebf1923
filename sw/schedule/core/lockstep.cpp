// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/core/lockstep.hpp"

#include "jacquard/base/error.hpp"

namespace jacquard::schedule {
namespace {

template <class Numbers>
std::string list(const Numbers& numbers) {
  std::string text;
  for (const auto number : numbers) text += (text.empty() ? "" : " ") + std::to_string(number);
  return "[" + text + "]";
}

std::string flag(const char* name, bool set) { return set ? std::string(" ") + name : ""; }

}  // namespace

std::string describe(const CoreInputs& in) {
  std::string text = flag("load", in.load) + flag("start", in.start) + flag("abort", in.abort) +
                     flag("ready", in.ready);
  if (in.load) text += " row " + list(in.row);
  if (in.start) {
    text += " guard " + std::to_string(in.guard) + " top_offset " + std::to_string(in.top_offset) +
            " floor " + std::to_string(in.floor) + flag("fill", in.fill);
  }
  return text;
}

std::string describe(const CoreOutputs& out) {
  std::string text = flag("load_ready", out.load_ready) + flag("busy", out.busy) +
                     flag("done", out.done) + flag("shifts", out.shifts) + flag("valid", out.valid);
  if (out.valid) text += " hold " + std::to_string(out.hold) + " columns " + list(out.columns);
  return text;
}

std::string Difference::text() const {
  return "clock " + std::to_string(clock) + "\n  stimulus:" + describe(stimulus) +
         "\n  expected:" + describe(expected) + "\n  got:     " + describe(got);
}

Lockstep::Lockstep(Core& reference, Core& device) : reference_(reference), device_(device) {
  JQ_CHECK(reference.shape() == device.shape(), "cores in lockstep have the same shape");
}

void Lockstep::reset() {
  reference_.reset();
  device_.reset();
}

const CoreOutputs& Lockstep::step(const CoreInputs& in) {
  const CoreOutputs& expected = reference_.step(in);
  const CoreOutputs& got = device_.step(in);
  if (!difference_ && expected != got) difference_ = Difference{clocks_, in, expected, got};
  ++clocks_;
  return expected;
}

}  // namespace jacquard::schedule
