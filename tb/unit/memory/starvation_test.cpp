// SPDX-License-Identifier: Apache-2.0
// No burst waits for ever, whatever else there is to do.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "jacquard/config/find_config.hpp"
#include "jacquard/memory/channel.hpp"

using namespace jacquard;
using namespace jacquard::memory;

namespace {

// Rivals without end: hits of one row, misses of one bank, all banks in turn.
enum class Rivals { hits, misses, stream };

Burst rival(const MemoryConfig& config, Rivals rivals, std::uint64_t i) {
  const Organisation& o = config.organisation;
  Burst burst;
  burst.tag = i;
  const auto n = static_cast<std::int64_t>(i);
  if (rivals == Rivals::hits) burst.where.column = static_cast<int>(n % o.columns());
  if (rivals == Rivals::misses) burst.where.row = n % o.rows();
  if (rivals == Rivals::stream) {
    burst.where.group = static_cast<int>(n % o.bank_groups);
    burst.where.column = static_cast<int>(n / o.bank_groups % o.columns());
    burst.where.row = n / o.bank_groups / o.columns() % o.rows();
  }
  return burst;
}

// How many rivals were offered between the offer of a lone burst and its end, at most. Each stands
// against rivals of the other direction, in their bank or in another.
std::uint64_t longest_wait(const MemoryConfig& config, Rivals rivals, Direction lone) {
  Channel channel(config);
  std::map<std::uint64_t, std::uint64_t> offered;
  Clock now = 0;
  std::uint64_t longest = 0, rivals_offered = 0;
  constexpr std::uint64_t kLone = std::uint64_t{1} << 32;
  std::uint64_t next = 0;
  const Clock interval = clocks_of(config.timing, config.organisation).tREFI;
  const auto collect = [&] {
    for (const Finished& f : channel.finished()) {
      if (f.tag < kLone) continue;
      longest = std::max(longest, rivals_offered - offered.at(f.tag));
      offered.erase(f.tag);
    }
    channel.clear_finished();
  };
  for (std::uint64_t i = 0; now < 60 * interval; ++i) {
    Burst burst = rival(config, rivals, i);
    burst.direction = lone == Direction::read ? Direction::write : Direction::read;
    if (i % 500 == 0 && now < 20 * interval) {
      Burst one;
      one.tag = kLone + next;
      one.where.row = config.organisation.rows() - 1;
      one.where.bank = static_cast<int>(next++ % 2) % config.organisation.banks_per_group;
      one.direction = lone;
      if (channel.has_room(one)) {
        offered[one.tag] = rivals_offered;
        channel.offer(one, now);
      }
    }
    while (!channel.has_room(burst)) {
      now = channel.next();
      channel.advance(now);
      collect();
    }
    channel.offer(burst, now);
    ++rivals_offered;
  }
  for (const auto& [tag, since] : offered) longest = std::max(longest, rivals_offered - since);
  return longest;
}

}  // namespace

TEST_CASE("a lone burst among endless rivals waits for some of them only") {
  for (const char* name : {"hbm3e_9200", "ddr5_5600", "tpu_v4_hbm"}) {
    for (const char* policy : {"scheduling=fr_fcfs", "scheduling=fcfs", "page=closed"}) {
      MemoryConfig config = config::read_config(
          memory_fields(), config::find_config(kMemories, name, config::Place{"memory", ""}));
      memory_fields().set(config, std::string("controller.") + policy);
      for (const Rivals rivals : {Rivals::hits, Rivals::misses, Rivals::stream}) {
        for (const Direction lone : {Direction::read, Direction::write}) {
          INFO(name << " " << policy << ", rivals " << static_cast<int>(rivals) << ", lone "
                    << (lone == Direction::read ? "read" : "write"));
          CHECK(longest_wait(config, rivals, lone) < 4000);
        }
      }
    }
  }
}
