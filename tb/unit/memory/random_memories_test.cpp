// SPDX-License-Identifier: Apache-2.0
// Memories of random keys: what is not refused must work.
#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/memory/channel.hpp"
#include "jacquard/memory/checker.hpp"

using namespace jacquard;
using namespace jacquard::memory;

namespace {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : rng_(seed, "random_memories_test") {}

  // From 1 to a limit, itself a random power of ten.
  std::string time() {
    std::uint64_t most = 1;
    for (std::uint64_t i = rng_.below(8); i > 0; --i) most *= 10;
    return std::to_string(1 + rng_.below(most)) + " ps";
  }
  std::string one_of(const std::vector<std::string>& words) {
    return words[rng_.below(words.size())];
  }
  std::string up_to(std::uint64_t most) { return std::to_string(1 + rng_.below(most)); }
  base::Rng& rng() { return rng_; }

 private:
  base::Rng rng_;
};

MemoryConfig random_memory(Dice& dice) {
  MemoryConfig c;
  const auto set = [&c](const std::string& key, const std::string& value) {
    memory_fields().set(c, key, value, "test");
  };
  if (dice.rng().below(2) == 0) {
    set("organisation.standard", "ddr5");
    set("organisation.bits_per_clock", "2");
    set("organisation.burst_length", "16");
    for (const char* key : {"tCCD_S", "tCCD_L", "tCCD_L_WR"}) {
      set(std::string("timing.") + key, "2 ns");
    }
  }
  set("organisation.bank_groups", dice.one_of({"1", "2", "4", "8"}));
  set("organisation.banks_per_group", dice.one_of({"1", "3", "4"}));
  set("organisation.stack_ids", dice.one_of({"1", "1", "3"}));
  c.organisation.capacity = c.organisation.page * (100 * c.organisation.banks());
  std::vector<std::string> keys;
  for (const auto& field : timing_fields().infos()) keys.push_back(field.key);
  for (std::uint64_t i = dice.rng().below(4); i > 0; --i) {
    set("timing." + dice.one_of(keys), dice.time());
  }
  set("controller.refresh", dice.one_of({"all_bank", "all_bank", "per_bank", "per_bank", "off"}));
  set("controller.page", dice.one_of({"open", "closed"}));
  set("controller.scheduling", dice.one_of({"fr_fcfs", "fr_fcfs", "fcfs"}));
  set("controller.queue", dice.up_to(70));
  set("controller.bank_queue", dice.up_to(10));
  set("controller.hit_limit", dice.up_to(10));
  set("controller.write_high", dice.up_to(static_cast<std::uint64_t>(c.controller.queue)));
  set("controller.write_low", "0");
  set("controller.mapping",
      dice.one_of({"row-bank-column-group-channel", "group-bank-row-column-channel",
                   "row-column-bank-group-channel", "bank-row-column-group-channel"}));
  return c;
}

// How many steps it takes to serve 300 bursts; `most` where it does not.
int steps_of(const MemoryConfig& config, Checker& checker, Dice& dice, int most) {
  const AddressMap map(config.organisation, config.controller.mapping, {"mapping", ""});
  const auto capacity = static_cast<std::uint64_t>(map.capacity().count());
  const auto burst = static_cast<std::uint64_t>(config.organisation.burst().count());
  Channel channel(config);
  channel.observe([&checker](const Command& c) { checker.see(c); });
  Clock now = 0;
  int steps = 0;
  for (std::uint64_t i = 0; i < 300 || channel.pending() > 0; ++i) {
    const std::uint64_t address = dice.rng().below(3) == 0 ? dice.rng().below(capacity) : i * burst;
    const auto direction = dice.rng().chance(0.7) ? Direction::read : Direction::write;
    const Burst one{map(address % capacity), direction, i};
    const bool more = i < 300;
    while (more ? !channel.has_room(one) : channel.pending() > 0) {
      if (++steps == most) return most;
      now = channel.next();
      channel.advance(now);
    }
    if (more) channel.offer(one, now);
  }
  checker.finish(now);
  return steps;
}

}  // namespace

TEST_CASE("a memory of random keys is refused, or serves what is asked and breaks no constraint") {
  int consistent = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    Dice dice(seed);
    const MemoryConfig config = random_memory(dice);
    try {
      require_consistent(config, {"random", ""});
    } catch (const base::ConfigError&) {
      continue;
    }
    ++consistent;
    Checker checker(config);
    constexpr int most = 100'000;
    const int steps = steps_of(config, checker, dice, most);
    INFO("seed " << seed << " " << memory_fields().show(config).dump());
    INFO((checker.count() > 0 ? checker.violations()[0].told() : ""));
    CHECK(steps < most);
    CHECK(checker.count() == 0);
  }
  CHECK(consistent > 500);
}
