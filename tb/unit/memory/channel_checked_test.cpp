// SPDX-License-Identifier: Apache-2.0
// What controllers say, held by the checker.
#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/memory/channel.hpp"
#include "jacquard/memory/checker.hpp"

using namespace jacquard;
using namespace jacquard::memory;

namespace {

struct Traffic {
  double reads;       // share of them
  std::int64_t span;  // bytes that addresses are from
  bool stream;
};

// Some thousand bursts, as many at a time as there is room for; then a pause, and more. The checker
// goes by the timings of `law`.
Checker checked(const MemoryConfig& config, const Timing& law, const Traffic& traffic) {
  const AddressMap map(config.organisation, config.controller.mapping, {"mapping", ""});
  MemoryConfig lawful = config;
  lawful.timing = law;
  Checker checker(lawful);
  Channel channel(config);
  channel.observe([&checker](const Command& c) { checker.see(c); });
  base::Rng rng(11, "channel_checked_test", 0);
  Clock now = 0;
  const auto burst = static_cast<std::uint64_t>(config.organisation.burst().count());
  const auto bursts = static_cast<std::uint64_t>(traffic.span) / burst;
  std::uint64_t next = 0;
  for (int part = 0; part < 3; ++part) {
    for (int i = 0; i < 3000; ++i) {
      const std::uint64_t address = (traffic.stream ? next++ % bursts : rng.below(bursts)) * burst;
      const Direction direction = rng.chance(traffic.reads) ? Direction::read : Direction::write;
      const Burst one{map(address), direction, 0};
      while (!channel.has_room(one)) {
        now = channel.next();
        channel.advance(now);
      }
      channel.offer(one, now);
    }
    while (channel.pending() > 0) {
      now = channel.next();
      channel.advance(now);
    }
    channel.clear_finished();
    now += 1'000'000;
    channel.advance(now);
  }
  checker.finish(now);
  return checker;
}

MemoryConfig one_channel(const std::string& name) {
  MemoryConfig config = config::read_config(
      memory_fields(), config::find_config(kMemories, name, config::Place{"memory", ""}));
  config.organisation.channels = 1;
  return config;
}

const Traffic kTraffics[] = {{1, 1 << 20, true},  {0, 1 << 20, true},    {0.66, 1 << 22, true},
                             {1, 1 << 28, false}, {0.5, 1 << 16, false}, {0.66, 1 << 28, false}};

}  // namespace

TEST_CASE("no controller breaks a constraint: every memory, policy and refresh") {
  for (const std::string& name : config::shipped_configs(kMemories)) {
    for (const char* refresh : {"all_bank", "per_bank", "off"}) {
      for (const char* policy : {"scheduling=fr_fcfs", "scheduling=fcfs", "page=closed"}) {
        MemoryConfig config = one_channel(name);
        memory_fields().set(config, std::string("controller.refresh=") + refresh);
        memory_fields().set(config, std::string("controller.") + policy);
        for (const Traffic& traffic : kTraffics) {
          const Checker checker = checked(config, config.timing, traffic);
          INFO(name << " " << refresh << " " << policy << ", reads " << traffic.reads);
          INFO((checker.count() > 0 ? checker.violations()[0].told() : ""));
          CHECK(checker.seen() > 8000);
          CHECK(checker.count() == 0);
        }
      }
    }
  }
}

// So the controller waits for no constraint longer than it must, and the checker sees each.
TEST_CASE("where the checker's constraint is one clock longer, controllers break it and no other") {
  struct Key {
    std::string name;
    base::Picoseconds TimingOf<base::Picoseconds>::*time;
    Clock ClockTiming::*clocks;
    const char* refresh;
  };
#define JQ_KEY(name, refresh) \
  Key { #name, &Timing::name, &ClockTiming::name, refresh }
  const Key keys[] = {
      JQ_KEY(tRCDRD, "all_bank"), JQ_KEY(tRCDWR, "all_bank"),    JQ_KEY(tRP, "all_bank"),
      JQ_KEY(tRAS, "all_bank"),   JQ_KEY(tRC, "all_bank"),       JQ_KEY(tWR, "all_bank"),
      JQ_KEY(tRTP, "all_bank"),   JQ_KEY(tCCD_S, "all_bank"),    JQ_KEY(tCCD_L, "all_bank"),
      JQ_KEY(tFAW, "all_bank"),   JQ_KEY(tCCD_L_WR, "all_bank"), JQ_KEY(tRRD_S, "all_bank"),
      JQ_KEY(tRTW, "all_bank"),   JQ_KEY(tWTR_S, "all_bank"),    JQ_KEY(tWTR_L, "all_bank"),
      JQ_KEY(tRFC, "all_bank"),   JQ_KEY(tRRD_L, "all_bank"),    JQ_KEY(tRFC_B, "per_bank"),
      JQ_KEY(tRREFD, "per_bank"),
  };
#undef JQ_KEY
  for (const char* name : {"hbm3e_9200", "ddr5_5600"}) {
    for (const Key& key : keys) {
      MemoryConfig config = one_channel(name);
      memory_fields().set(config, std::string("controller.refresh=") + key.refresh);
      Timing law = config.timing;
      const Clock clocks = clocks_of(law, config.organisation).*key.clocks;
      law.*key.time = time_of(clocks + 1, config.organisation);
      std::int64_t found = 0;
      bool others = false;
      for (const Traffic& traffic : kTraffics) {
        const Checker checker = checked(config, law, traffic);
        found += checker.count();
        for (const Violation& v : checker.violations())
          others |= v.rule != key.name || v.early != 1;
      }
      INFO(name << " " << key.name);
      CHECK(found > 0);
      CHECK_FALSE(others);
    }
  }
}
