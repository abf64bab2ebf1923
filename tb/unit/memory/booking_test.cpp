// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/booking.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/memory/channel.hpp"
#include "jacquard/memory/closed_forms.hpp"

namespace jacquard::memory {
namespace {

using base::Picoseconds;

MemoryConfig channel_of(const char* name) {
  MemoryConfig config = config::read_config(
      memory_fields(), config::find_config(kMemories, name, config::Place{"memory", ""}));
  config.organisation.channels = 1;
  return config;
}

Access read_of(std::uint64_t address, std::int64_t bytes) {
  return {address, base::Bytes{bytes}, Direction::read};
}

// Every access comes at 0: the queues are always full.
std::vector<Access> stream(std::int64_t count, std::int64_t bytes) {
  std::vector<Access> all;
  for (std::int64_t i = 0; i < count; ++i) {
    all.push_back(read_of(static_cast<std::uint64_t>(i * bytes), bytes));
  }
  return all;
}

std::vector<Access> random(std::int64_t count, std::int64_t bytes, double read_share) {
  base::Rng rng(7, "booking test");
  std::vector<Access> all;
  for (std::int64_t i = 0; i < count; ++i) {
    Access access = read_of(rng.below(1 << 20) * static_cast<std::uint64_t>(bytes), bytes);
    if (!rng.chance(read_share)) access.direction = Direction::write;
    all.push_back(access);
  }
  return all;
}

Figures booked(const MemoryConfig& config, const std::vector<Access>& accesses) {
  Booking booking(config);
  Picoseconds end{0};
  for (const Access& access : accesses) end = std::max(end, booking.book(access, Picoseconds{0}));
  return booking.figures(end);
}

// By the controller that issues every command.
double commanded(const MemoryConfig& config, const std::vector<Access>& accesses) {
  const AddressMap map(config.organisation, config.controller.mapping, {});
  const std::int64_t size = config.organisation.burst().count();
  Channel channel(config);
  Clock now = 0, end = 0;
  std::int64_t bursts = 0;
  const auto step = [&] {
    now = channel.next();
    channel.advance(now);
    for (const Finished& f : channel.finished()) end = std::max(end, f.end);
    channel.clear_finished();
  };
  for (const Access& access : accesses) {
    for (std::int64_t byte = 0; byte < access.bytes.count(); byte += size, ++bursts) {
      const Burst burst{map(access.address + static_cast<std::uint64_t>(byte)), access.direction,
                        0};
      while (!channel.has_room(burst)) step();
      channel.offer(burst, now);
    }
  }
  while (channel.pending() > 0) step();
  return static_cast<double>(bursts * config.organisation.burst_clocks()) /
         static_cast<double>(end);
}

double fraction(const Figures& figures) { return figures.achieved() / figures.peak; }

}  // namespace

TEST_CASE("booked streams and random bursts reach the closed forms") {
  for (const char* name : {"hbm3e_9200", "ddr5_5600"}) {
    CAPTURE(name);
    const MemoryConfig config = channel_of(name);
    const std::int64_t burst = config.organisation.burst().count();
    const Figures streamed = booked(config, stream(20'000, 256));
    CHECK(streamed.achieved() <= streaming_bound(config));
    CHECK(streamed.achieved() / streaming_bound(config) > 0.97);
    const Figures scattered = booked(config, random(50'000, burst, 1));
    CHECK(scattered.achieved() / random_bound(config) == Approx(1).epsilon(0.03));
  }
}

TEST_CASE("booked accesses take what the controller's commands take") {
  for (const char* name : {"hbm3e_9200", "ddr5_5600"}) {
    const MemoryConfig config = channel_of(name);
    for (const std::int64_t bytes : {64, 256, 1024}) {
      for (const double reads : {1.0, 0.9}) {
        CAPTURE(name, bytes, reads);
        const auto accesses = random(40'000 * 64 / bytes, bytes, reads);
        // Writes between random reads: docs/memory.md.
        const double within = reads < 1 ? 0.16 : 0.05;
        CHECK(fraction(booked(config, accesses)) ==
              Approx(commanded(config, accesses)).epsilon(within));
      }
    }
  }
}

TEST_CASE("a booked access of an idle memory takes the row's opening and the transfer") {
  const MemoryConfig config = channel_of("hbm3e_9200");
  Booking booking(config);
  const ClockTiming t = clocks_of(config.timing, config.organisation);
  // A slot of the bus begins every second clock.
  const Picoseconds opened = time_of(t.tRCDRD + t.tCL + 2, config.organisation);
  const Picoseconds slot = time_of(2, config.organisation);
  const Picoseconds first = booking.book(read_of(0, 32), Picoseconds{0});
  CHECK(first >= opened);
  CHECK(first <= opened + slot);
  // The row is open now.
  const Picoseconds later{1'000'000};
  const Picoseconds hit = booking.book(read_of(128, 32), later);
  CHECK(hit - later >= time_of(t.tCL + 2, config.organisation));
  CHECK(hit - later <= time_of(t.tCL + 2, config.organisation) + slot * 2);
}

TEST_CASE("the data bus is never booked twice") {
  const MemoryConfig config = channel_of("hbm3e_9200");
  const Picoseconds slot = time_of(2, config.organisation);
  for (const double initiators : {1.0, 2.0}) {
    Booking booking(config);
    base::Rng rng(3, "booking test bus");
    std::vector<std::int64_t> ends;
    for (int i = 0; i < 20'000; ++i) {
      // A second initiator is up to a quantum behind the first.
      const std::int64_t behind = initiators > 1 && i % 2 == 1 ? rng.between(0, 20'000) : 0;
      const Picoseconds at{std::max<std::int64_t>(0, i * 1'000 - behind)};
      const auto address =
          rng.chance(0.5) ? static_cast<std::uint64_t>(i) * 32 : rng.below(1 << 24) * 32;
      const Picoseconds end = booking.book(read_of(address, 32), at);
      REQUIRE(end > at);
      ends.push_back(end.count());
    }
    std::sort(ends.begin(), ends.end());
    std::int64_t closest = slot.count();
    for (std::size_t i = 1; i < ends.size(); ++i) {
      closest = std::min(closest, ends[i] - ends[i - 1]);
    }
    CHECK(closest >= slot.count() - 1);
  }
}

TEST_CASE("nothing is booked while all banks refresh") {
  const MemoryConfig config = channel_of("hbm3e_9200");
  Booking booking(config);
  std::vector<std::int64_t> ends;
  for (const Access& access : stream(40'000, 32)) {
    ends.push_back(booking.book(access, Picoseconds{0}).count());
  }
  std::sort(ends.begin(), ends.end());
  for (std::int64_t k = 1; k <= 5; ++k) {
    const std::int64_t due = k * config.timing.tREFI.count();
    const auto next =
        std::upper_bound(ends.begin(), ends.end(),
                         due + (config.timing.tCL + time_of(4, config.organisation)).count());
    CHECK(*next > due + (config.timing.tRP + config.timing.tRFC + config.timing.tRCDRD).count());
  }
}

TEST_CASE("an access that comes late is not put behind all that was booked for later") {
  const MemoryConfig config = channel_of("hbm3e_9200");
  Booking booking(config);
  for (int i = 0; i < 20; ++i) {
    booking.book(read_of(static_cast<std::uint64_t>(i) * 32, 32), Picoseconds{(i + 1) * 100'000});
  }
  // Another bank, 1.5 us before the last of them.
  const Picoseconds late = booking.book(read_of(1 << 12, 32), Picoseconds{500'000});
  CHECK(late < Picoseconds{600'000});
}

TEST_CASE("the times of the data bus add up, by either direction") {
  for (const char* name : {"hbm3e_9200", "ddr5_5600"}) {
    for (const double reads : {1.0, 0.6, 0.0}) {
      CAPTURE(name, reads);
      const Figures figures = booked(channel_of(name), random(5'000, 256, reads));
      CHECK(figures.bus.total() == figures.elapsed);
      CHECK(figures.bursts == figures.read + figures.written);
      CHECK((figures.bus.turnaround.count() > 0) == (reads == 0.6));
      CHECK(figures.bus.refresh.count() > 0);
      CHECK(figures.commands.activates > 0);
      CHECK(figures.energy.total().count() > 0);
    }
  }
}

TEST_CASE("a booked memory of many channels has the bandwidth of all") {
  MemoryConfig config = channel_of("hbm3e_9200");
  const double one = fraction(booked(config, stream(4'000, 1024)));
  config.organisation.channels = 8;
  const Figures eight = booked(config, stream(32'000, 1024));
  CHECK(eight.channels == 8);
  CHECK(eight.bus.total() == eight.elapsed * 8);
  CHECK(fraction(eight) == Approx(one).epsilon(0.02));
}

TEST_CASE("without refresh, or bank by bank, a booked stream fills the bus") {
  MemoryConfig config = channel_of("hbm3e_9200");
  for (const Refresh refresh : {Refresh::none, Refresh::per_bank}) {
    config.controller.refresh = refresh;
    CHECK(fraction(booked(config, stream(20'000, 256))) > 0.97);
  }
}

TEST_CASE("bursts are booked where the address map has them") {
  MemoryConfig config = channel_of("hbm3e_9200");
  config.organisation.channels = 4;
  config.organisation.stack_ids = 2;
  for (const char* mapping :
       {"row-bank-column-group-channel", "row-bank^row-column-group^row-channel^row",
        "bank-column:3-row-group-column-channel", "row-channel-column-group-bank"}) {
    CAPTURE(mapping);
    config.controller.mapping = mapping;
    const AddressMap map(config.organisation, mapping, {});
    std::vector<Lane> lanes(4, Lane(config));
    Booking booking(config);
    base::Rng rng(11, "booking test map");
    for (int i = 0; i < 500; ++i) {
      const std::int64_t bytes = rng.between(1, 2'000);
      const std::uint64_t address =
          rng.below(static_cast<std::uint64_t>(map.capacity().count() - bytes));
      Clock end = 0;
      for (std::uint64_t byte = address / 32 * 32;
           byte < address + static_cast<std::uint64_t>(bytes); byte += 32) {
        const BurstAddress where = map(byte);
        end = std::max(end, base::at(lanes, where.channel).book(where, Direction::read, 0));
      }
      const Picoseconds expected = time_of(end, config.organisation);
      const Picoseconds found = booking.book(read_of(address, bytes), Picoseconds{0});
      REQUIRE(std::abs((found - expected).count()) <= 1);
    }
  }
}

}  // namespace jacquard::memory
