// SPDX-License-Identifier: Apache-2.0
// A matrix that answers after some clocks, with state that outlives its demands.
#include <catch2/catch.hpp>

#include "unit/sim/verify/software_pins.hpp"

using namespace jacquard;
using tb::run_software;
using tb::software_module;

namespace {

constexpr int kPorts = 3;

enum class Plant { none, slower_after_full, backwards_after_last };

// Done two clocks after the first request; inputs take the lowest free output, the first first.
class Greedy final : public tb::SoftwarePins {
 public:
  Greedy(const rtl::Wiring& wiring, Plant plant) : SoftwarePins(wiring), plant_(plant) {}

 private:
  bool asks(int pair) const { return get("req", pair) != 0; }
  bool any() const {
    for (int pair = 0; pair < kPorts * kPorts; ++pair) {
      if (asks(pair)) return true;
    }
    return false;
  }

  void answer() override {
    const bool slow = plant_ == Plant::slower_after_full && remembers_;
    done_ = any() && count_ >= (slow ? 3 : 2);
    put("done", 0, done_ ? 1 : 0);
    int taken = 0;
    for (int k = 0; k < kPorts && done_; ++k) {
      const bool backwards = plant_ == Plant::backwards_after_last && remembers_;
      const int i = backwards ? kPorts - 1 - k : k;
      for (int j = 0; j < kPorts; ++j) {
        if (!asks(i * kPorts + j) || ((taken >> j) & 1) != 0) continue;
        taken |= 1 << j;
        put("gnt", i * kPorts + j, 1);
        break;
      }
    }
  }

  void edge(bool reset) override {
    bool all = true;
    for (int pair = 0; pair < kPorts * kPorts; ++pair) all = all && asks(pair);
    const bool only_last = asks(kPorts * kPorts - 1) && !asks(0) && !asks(4);
    remembers_ |= plant_ == Plant::slower_after_full ? all : only_last && done_;
    count_ = any() && !done_ ? count_ + 1 : 0;
    if (reset) count_ = 0, remembers_ = false;
  }

  Plant plant_;
  int count_ = 0;
  bool done_ = false, remembers_ = false;
};

verify::WiredReport run(Plant plant, bool history) {
  const verify::WiredModule module = software_module(
      rtl::RtlKind::matrix, {"req_i[9]", "gnt_o[9]", "done_o"}, {"order=any"}, {3, 3, 3});
  return run_software(
      module, [&](std::uint32_t) { return std::make_unique<Greedy>(module.wiring, plant); },
      history);
}

}  // namespace

TEST_CASE("A matrix without memory answers each demand as after a reset") {
  const verify::WiredReport report = run(Plant::none, true);
  INFO(report.fault);
  CHECK(report.rule.empty());
}

TEST_CASE("A matrix that a demand makes slower, or turns, keeps its contract and fails --history") {
  for (const Plant plant : {Plant::slower_after_full, Plant::backwards_after_last}) {
    CHECK(run(plant, false).rule.empty());
    const verify::WiredReport report = run(plant, true);
    CHECK(report.rule == "history");
    const char* before =
        plant == Plant::slower_after_full ? "after 'all ask'" : "after 'requester 8 asks'";
    CHECK_THAT(report.fault, Catch::Contains(before));
    CHECK_THAT(report.label, Catch::Contains(before));
    CHECK(report.failing_clock > 0);
  }
}
