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

// Some thousand bursts, as many at a time as there is room for; then a pause, and more.
Checker checked(MemoryConfig config, const Traffic& traffic) {
  config.organisation.channels = 1;
  const AddressMap map(config.organisation, config.controller.mapping, {"mapping", ""});
  Checker checker(config);
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

}  // namespace

TEST_CASE("no controller breaks a constraint: every memory, policy and refresh") {
  const Traffic traffics[] = {{1, 1 << 20, true},  {0, 1 << 20, true},    {0.66, 1 << 22, true},
                              {1, 1 << 28, false}, {0.5, 1 << 16, false}, {0.66, 1 << 28, false}};
  for (const std::string& name : config::shipped_configs(kMemories)) {
    for (const char* refresh : {"all_bank", "per_bank", "off"}) {
      for (const char* policy : {"scheduling=fr_fcfs", "scheduling=fcfs", "page=closed"}) {
        MemoryConfig config = config::read_config(
            memory_fields(), config::find_config(kMemories, name, config::Place{"memory", ""}));
        memory_fields().set(config, std::string("controller.refresh=") + refresh);
        memory_fields().set(config, std::string("controller.") + policy);
        for (const Traffic& traffic : traffics) {
          const Checker checker = checked(config, traffic);
          INFO(name << " " << refresh << " " << policy << ", reads " << traffic.reads);
          INFO((checker.count() > 0 ? checker.violations()[0].told() : ""));
          CHECK(checker.seen() > 8000);
          CHECK(checker.count() == 0);
        }
      }
    }
  }
}
