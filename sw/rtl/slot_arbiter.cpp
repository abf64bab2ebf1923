// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/slot_arbiter.hpp"

#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/rtl/rtl_arbiter.hpp"

namespace jacquard::rtl {
namespace {

constexpr int kMostPorts = 64;
constexpr std::uint32_t kSeed = 1;  // of what the RTL leaves without a value: nothing

class SlotArbiter final : public schedule::Arbiter {
 public:
  explicit SlotArbiter(int ports) : model_(make_rtl_wwfa({ports, true}, kSeed)) {
    asked_.valid = true;
    asked_.requests.resize(static_cast<std::size_t>(ports));
  }

  const schedule::Matching& arbitrate(const schedule::Requests& requests) override {
    const int ports = requests.ports();
    for (base::Word& row : asked_.requests) row = 0;
    for (int output = 0; output < ports; ++output) {
      base::for_each_bit(*requests.by_output().row(output), 0, [&](int input) {
        base::at(asked_.requests, input) |= base::Word{1} << output;
      });
    }
    model_->step(asked_);
    const schedule::ArbiterOutputs& answer = model_->step(pause_);
    JQ_CHECK(answer.valid, "the arbiter answers a clock after it was asked");
    return answer.columns;
  }

 private:
  std::unique_ptr<ArbiterModel> model_;
  schedule::ArbiterInputs asked_;
  schedule::ArbiterInputs pause_;
};

}  // namespace

std::unique_ptr<schedule::Arbiter> make_rtl_slot_arbiter(int ports) {
  if (ports < 1 || ports > kMostPorts) {
    throw base::ConfigError({"wwfa_rtl", "", "1 to 64 ports", std::to_string(ports), ""});
  }
  return std::make_unique<SlotArbiter>(ports);
}

}  // namespace jacquard::rtl
