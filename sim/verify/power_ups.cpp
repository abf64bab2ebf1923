// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/power_ups.hpp"

#include "sim/verify/watched_core.hpp"

namespace jacquard::verify {
namespace {

constexpr std::int64_t kComparedClocks = 4096;
constexpr const char* kDiffers =
    "from other initial values the outputs are others: state that no reset clears";

// What an output shows while it means nothing may be anything.
bool alike(const schedule::CoreOutputs& a, const schedule::CoreOutputs& b) {
  return a.load_ready == b.load_ready && a.busy == b.busy && a.done == b.done &&
         a.valid == b.valid && (!a.valid || (a.hold == b.hold && a.columns == b.columns));
}

}  // namespace

const std::vector<base::Word>& ArbiterPowerUps::step(const rtl::ArbiterRequest& request,
                                                     bool reset) {
  const std::vector<base::Word>& grants = first_.step(request, reset);
  if (others_.empty()) return grants;
  since_reset_ = reset ? 0 : since_reset_ < 0 ? -1 : since_reset_ + 1;
  const bool settled = since_reset_ > latency_;
  for (const auto& other : others_) {
    const std::vector<base::Word>& theirs = other->step(request, reset);
    if (!settled) continue;
    const bool answered = first_.answered();
    if (other->answered() != answered || (answered && theirs != grants)) {
      throw BrokenRule{kDiffers, true};
    }
  }
  if (++clocks_ >= kComparedClocks) others_.clear();
  return grants;
}

void CorePowerUps::reset() {
  first_.reset();
  for (const auto& other : others_) other->reset();
}

const schedule::CoreOutputs& CorePowerUps::step(const schedule::CoreInputs& in) {
  const schedule::CoreOutputs& out = first_.step(in);
  for (const auto& other : others_) {
    if (!alike(out, other->step(in))) throw BrokenRule{kDiffers, true};
  }
  if (++clocks_ >= kComparedClocks) others_.clear();
  return out;
}

}  // namespace jacquard::verify
