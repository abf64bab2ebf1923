// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/power_ups.hpp"

#include <catch2/catch.hpp>

#include "sim/verify/arbiter_rules.hpp"
#include "sim/verify/user_arbiter.hpp"
#include "sim/verify/user_scheduler.hpp"

using namespace jacquard;
using verify::Rows;

namespace {

constexpr int kPorts = 3;

// Each input in turn gets the lowest output it asks for. Planted: the turn starts anywhere, or a
// flop that turns the order is as power-up left it.
class Turns final : public rtl::ArbiterDevice {
 public:
  enum class Plant { none, no_reset, corner };
  Turns(Plant plant, int power_up) : plant_(plant), turn_(power_up % kPorts) {
    corner_ = plant == Plant::corner && power_up % 2 == 1;
  }

  const Rows& step(const rtl::ArbiterRequest& request, bool reset) override {
    shown_.assign(kPorts, 0);
    base::Word free = base::low_mask(kPorts);
    for (int k = 0; k < kPorts; ++k) {
      const auto i = static_cast<std::size_t>((turn_ + (corner_ ? kPorts - k : k)) % kPorts);
      const base::Word open = request.rows[i] & free;
      shown_[i] = open & (~open + 1);
      free &= ~shown_[i];
    }
    turn_ = reset && plant_ != Plant::no_reset ? 0 : (turn_ + 1) % kPorts;
    return shown_;
  }

 private:
  Plant plant_;
  int turn_;
  bool corner_;
  Rows shown_;
};

verify::Report run(Turns::Plant plant) {
  Turns first(plant, 0);
  verify::ArbiterPowerUps::Others others;
  for (int k = 1; k < static_cast<int>(verify::kPowerUps); ++k) {
    others.push_back(std::make_unique<Turns>(plant, k));
  }
  verify::ArbiterPowerUps all(first, std::move(others), 0);
  verify::ArbiterRules rules;
  rules.max_wait = 0;
  return verify::verify_user_arbiter(all, kPorts, rules, {20, 1}, {});
}

}  // namespace

TEST_CASE("An arbiter whose state a reset clears answers alike from every power-up") {
  const verify::Report report = run(Turns::Plant::none);
  INFO(report.first_mismatch);
  CHECK(report.mismatches == 0);
  CHECK(report.cases == 20);
}

TEST_CASE("A turn that no reset clears, and a flop beside it, are seen by another power-up") {
  for (const auto plant : {Turns::Plant::no_reset, Turns::Plant::corner}) {
    const verify::Report report = run(plant);
    CHECK(report.mismatches == 1);
    CHECK_THAT(report.fault, Catch::Contains("from other initial values"));
    CHECK(report.first_mismatch_case >= 0);
    CHECK(report.first_mismatch_clock >= 3);  // behind the reset
  }
}

TEST_CASE("A scheduler of which one power-up is slower is caught in the first case it is") {
  const schedule::CoreShape fast{schedule::CoreKind::ladder, 3, 4, 3};
  const schedule::CoreShape slow{schedule::CoreKind::ladder, 3, 4, 1};
  for (const bool differs : {false, true}) {
    const auto first = schedule::make_golden_core(fast);
    verify::CorePowerUps::Others others;
    others.push_back(schedule::make_golden_core(fast));
    others.push_back(schedule::make_golden_core(differs ? slow : fast));
    verify::CorePowerUps all(*first, std::move(others));
    const verify::Report report = verify_user_scheduler(nullptr, all, {}, {}, {10, 1}, {});
    CHECK(report.mismatches == (differs ? 1 : 0));
    if (differs) CHECK_THAT(report.fault, Catch::Contains("from other initial values"));
  }
}
