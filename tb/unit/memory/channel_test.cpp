// SPDX-License-Identifier: Apache-2.0
// The controller by hand: expected clocks are sums of the timings.
#include "jacquard/memory/channel.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "closed_loop.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/memory/closed_forms.hpp"

using namespace jacquard;
using namespace jacquard::memory;

namespace {

MemoryConfig quiet() {
  MemoryConfig config;
  config.controller.refresh = Refresh::none;
  return config;
}

Burst read_of(int group, int bank, std::int64_t row, int column, std::uint64_t tag = 0) {
  return {{0, group, bank, row, column}, Direction::read, tag};
}

Burst write_of(int group, int bank, std::int64_t row, int column, std::uint64_t tag = 0) {
  return {{0, group, bank, row, column}, Direction::write, tag};
}

// All bursts offered at clock 0; what was said until none waits.
struct Run {
  std::vector<Command> commands;
  std::vector<Finished> finished;

  Clock end_of(std::uint64_t tag) const {
    const auto found = std::find_if(finished.begin(), finished.end(),
                                    [&](const Finished& f) { return f.tag == tag; });
    REQUIRE(found != finished.end());
    return found->end;
  }
  std::string kinds() const {
    std::string text;
    for (const Command& c : commands)
      text += std::string(text.empty() ? "" : " ") + name_of(c.kind);
    return text;
  }
};

Run run(const MemoryConfig& config, const std::vector<Burst>& bursts) {
  Run run;
  Channel channel(config);
  channel.observe([&run](const Command& c) { run.commands.push_back(c); });
  for (const Burst& burst : bursts) {
    REQUIRE(channel.has_room(burst));
    channel.offer(burst, 0);
  }
  while (channel.next() != Channel::kNever) channel.advance(channel.next());
  run.finished = channel.finished();
  return run;
}

ClockTiming timing_of(const MemoryConfig& config) {
  return clocks_of(config.timing, config.organisation);
}

Clock advance_until_room(Channel& channel, const Burst& burst, Clock now) {
  while (!channel.has_room(burst)) {
    now = channel.next();
    channel.advance(now);
  }
  return now;
}

constexpr Clock kBurst = 2;  // clocks of hbm3e_9200

}  // namespace

TEST_CASE("a read of a closed row takes tRCD + tCL + a burst, of an open one tCL + a burst") {
  const MemoryConfig config = quiet();
  const ClockTiming t = timing_of(config);
  Channel channel(config);
  channel.offer(read_of(0, 0, 5, 0), 0);
  while (channel.pending() > 0) channel.advance(channel.next());
  REQUIRE(channel.finished().size() == 1);
  CHECK(channel.finished()[0].end == t.tRCDRD + t.tCL + kBurst);
  channel.clear_finished();

  const Clock later = 1000;  // a hit
  channel.offer(read_of(0, 0, 5, 7), later);
  CHECK(channel.next() == later);
  channel.advance(later);
  REQUIRE(channel.finished().size() == 1);
  CHECK(channel.finished()[0].end == later + t.tCL + kBurst);
  channel.clear_finished();

  const Clock last = 2000;  // a conflict
  channel.offer(read_of(0, 0, 6, 0), last);
  while (channel.pending() > 0) channel.advance(channel.next());
  CHECK(channel.finished()[0].end == last + t.tRP + t.tRCDRD + t.tCL + kBurst);
}

TEST_CASE("a write ends tRCD + tCWL + a burst after it came, and is precharged tWR later") {
  const MemoryConfig config = quiet();
  const ClockTiming t = timing_of(config);
  const Run one = run(config, {write_of(0, 0, 1, 0, 1), write_of(0, 0, 2, 0, 2)});
  const Clock end = t.tRCDWR + t.tCWL + kBurst;
  CHECK(one.end_of(1) == end);
  CHECK(one.kinds() == "ACT WR PRE ACT WR");
  CHECK(one.commands[2].clock == end + t.tWR);
  CHECK(one.commands[3].clock == end + t.tWR + t.tRP);
}

TEST_CASE("reads of two bank groups come tCCD_S apart, of one group tCCD_L") {
  const MemoryConfig config = quiet();
  const ClockTiming t = timing_of(config);
  const auto gap = [&](int group) {
    const Run one = run(config, {read_of(0, 0, 0, 0, 1), read_of(0, 0, 0, 1, 2),
                                 read_of(group, 1, 0, 0, 3), read_of(group, 1, 0, 1, 4)});
    std::vector<Clock> reads;
    for (const Command& c : one.commands) {
      if (c.kind == CommandKind::read) reads.push_back(c.clock);
    }
    REQUIRE(reads.size() == 4);
    return reads[1] - reads[0];
  };
  CHECK(gap(0) == t.tCCD_L);  // rows open tRRD_L = 8 > tCCD_L = 6 apart: the first bank goes on
  CHECK(gap(1) == std::min(t.tCCD_L, t.tRRD_S));
}

TEST_CASE("the bus turns around: a write tRTW after a read, a read tWTR after written data") {
  const MemoryConfig config = quiet();
  const ClockTiming t = timing_of(config);
  for (const int group : {0, 1}) {
    Channel channel(config);
    std::vector<Command> columns;
    channel.observe([&](const Command& c) {
      if (c.kind == CommandKind::read || c.kind == CommandKind::write) columns.push_back(c);
    });
    // Rows of both banks are open before.
    channel.offer(read_of(0, 0, 0, 0), 0);
    channel.offer(read_of(group, 1, 0, 0), 0);
    while (channel.pending() > 0) channel.advance(channel.next());
    columns.clear();
    channel.offer(read_of(0, 0, 0, 1), 1000);
    channel.advance(1000);
    channel.offer(write_of(0, 0, 0, 2), 1000);
    while (channel.pending() > 0) channel.advance(channel.next());
    const Clock write = 1000 + t.tRTW;
    channel.offer(read_of(group, 1, 0, 3), write);
    while (channel.pending() > 0) channel.advance(channel.next());
    REQUIRE(columns.size() == 3);
    CHECK(columns[1].clock == write);
    CHECK(columns[2].clock == write + t.tCWL + kBurst + (group == 0 ? t.tWTR_L : t.tWTR_S));
    // All between the bursts.
    const Figures figures = channel.figures(columns[2].clock + kBurst);
    const base::Picoseconds turned =
        time_of(columns[2].clock - columns[0].clock - 2 * kBurst, config.organisation);
    CHECK(std::abs((figures.bus.turnaround - turned).count()) <= 1);  // of rounding
  }
}

TEST_CASE("row hits overtake in FR-FCFS, nothing does in FCFS") {
  MemoryConfig config = quiet();
  const std::vector<Burst> bursts = {read_of(0, 0, 1, 0, 1), read_of(0, 0, 2, 0, 2),
                                     read_of(0, 0, 1, 1, 3), read_of(1, 0, 1, 0, 4)};
  const Run hits = run(config, bursts);
  CHECK(hits.end_of(3) < hits.end_of(2));
  CHECK(hits.end_of(4) < hits.end_of(2));
  config.controller.scheduling = Scheduling::fcfs;
  const Run order = run(config, bursts);
  for (std::size_t i = 0; i < 4; ++i) CHECK(order.finished[i].tag == i + 1);
}

TEST_CASE("FCFS keeps the order of reads and writes of random traffic") {
  MemoryConfig config;
  config.controller.scheduling = Scheduling::fcfs;
  const AddressMap map(config.organisation, config.controller.mapping, {"mapping", ""});
  RequestSource source({"rndbit", 32, 0.5}, map.capacity());
  Channel channel(config);
  std::uint64_t offered = 0;
  Clock now = 0;
  for (int i = 0; i < 5000; ++i) {
    const Request request = source.next();
    const Burst burst{map(request.address), request.direction, offered++};
    now = advance_until_room(channel, burst, now);
    channel.offer(burst, now);
  }
  while (channel.pending() > 0) channel.advance(channel.next());
  REQUIRE(channel.finished().size() == offered);
  for (std::uint64_t i = 0; i < offered; ++i) {
    if (channel.finished()[i].tag != i) FAIL("burst " << i << " was overtaken");
  }
}

TEST_CASE("a row's hits overtake a bank's oldest burst hit_limit times since it was opened") {
  MemoryConfig config = quiet();
  for (const int limit : {1, 4, 7}) {
    config.controller.hit_limit = limit;
    std::vector<Burst> bursts = {read_of(0, 0, 1, 0, 100), read_of(0, 0, 2, 0, 200)};
    for (int i = 1; i <= 6; ++i) bursts.push_back(read_of(0, 0, 1, i, static_cast<unsigned>(i)));
    const Run one = run(config, bursts);
    const auto other = std::find_if(one.finished.begin(), one.finished.end(),
                                    [](const Finished& f) { return f.tag == 200; });
    // A hit may pass while the precharge waits for tRAS and tRTP.
    CHECK(other - one.finished.begin() >= std::min(limit, 7));
    if (limit == 7) CHECK(other == one.finished.end() - 1);
  }
}

TEST_CASE(
    "an open row stays open, a closed page is precharged when no burst of the queue hits it") {
  MemoryConfig config = quiet();
  const std::vector<Burst> bursts = {read_of(0, 0, 1, 0), read_of(0, 0, 1, 1)};
  CHECK(run(config, bursts).kinds() == "ACT RD RD");
  config.controller.page = PagePolicy::closed;
  Channel channel(config);
  std::vector<Command> commands;
  channel.observe([&](const Command& c) { commands.push_back(c); });
  for (const Burst& burst : bursts) channel.offer(burst, 0);
  channel.advance(10000);
  REQUIRE(commands.size() == 4);
  const ClockTiming t = timing_of(config);
  CHECK(commands[3].kind == CommandKind::precharge);
  CHECK(commands[3].clock == std::max(t.tRAS, t.tRCDRD + t.tCCD_L + t.tRTP));
}

TEST_CASE("a read of a burst that a write waits for takes the write's data") {
  const MemoryConfig config = quiet();
  Channel channel(config);
  channel.offer(write_of(0, 0, 1, 0, 1), 10);
  channel.offer(read_of(0, 0, 1, 0, 2), 10);
  REQUIRE(channel.finished().size() == 1);
  CHECK(channel.finished()[0].tag == 2);
  CHECK(channel.finished()[0].end == 11);
  while (channel.pending() > 0) channel.advance(channel.next());
  CHECK(channel.figures(1000).commands.reads == 0);
  channel.offer(read_of(0, 0, 1, 0, 3), 2000);  // written by now
  while (channel.pending() > 0) channel.advance(channel.next());
  CHECK(channel.figures(3000).commands.reads == 1);
}

TEST_CASE("a write of a burst that a read waits for has no room until that read is issued") {
  const MemoryConfig config = quiet();
  Channel channel(config);
  channel.offer(read_of(0, 0, 1, 0), 0);
  CHECK_FALSE(channel.has_room(write_of(0, 0, 1, 0)));
  CHECK(channel.has_room(write_of(0, 0, 1, 1)));
  while (channel.pending() > 0) channel.advance(channel.next());
  CHECK(channel.has_room(write_of(0, 0, 1, 0)));
}

TEST_CASE("reads go before writes until write_high writes wait; then those go but for write_low") {
  MemoryConfig config = quiet();
  config.controller.write_high = 6;
  config.controller.write_low = 2;
  config.controller.bank_queue = 1;  // so there is nothing to choose from
  Channel channel(config);
  std::string order;
  channel.observe([&](const Command& c) {
    if (c.kind == CommandKind::read) order += 'R';
    if (c.kind == CommandKind::write) order += 'W';
  });
  for (int i = 0; i < 16; ++i) channel.offer(read_of(0, 0, 1, i), 0);
  for (int i = 0; i < 5; ++i) channel.offer(write_of(0, 0, 1, 16 + i), 0);
  const auto until = [&](std::size_t commands) {
    while (order.size() < commands) channel.advance(channel.next());
  };
  until(4);
  CHECK(order == "RRRR");
  channel.offer(write_of(0, 0, 1, 21), channel.next());  // the sixth: four of them move
  while (channel.pending() > 0) channel.advance(channel.next());
  // The fifth read went at that clock and the sixth was in the bank's queue; the rest of the writes
  // goes when no read is left.
  CHECK(order == "RRRRRRWWWWRRRRRRRRRRWW");
}

TEST_CASE("all-bank refreshes come every tREFI, idle or busy, and a row must be opened again") {
  MemoryConfig config;
  const ClockTiming t = timing_of(config);
  Channel idle(config);
  CHECK(idle.next() == Channel::kNever);
  CHECK(idle.figures(100 * t.tREFI + t.tRFC).commands.refreshes == 100);
  CHECK(idle.figures(100 * t.tREFI + t.tRFC).bus.refresh == base::Picoseconds{0});

  Channel busy(config);
  std::vector<Command> commands;
  busy.observe([&](const Command& c) { commands.push_back(c); });
  const Clock before = t.tREFI - 2;  // too late for the row to be used
  busy.offer(read_of(0, 0, 1, 0), before);
  while (busy.pending() > 0) busy.advance(busy.next());
  busy.offer(read_of(0, 0, 1, 1), before + t.tRAS);
  while (busy.pending() > 0) busy.advance(busy.next());
  std::string kinds;
  for (const Command& c : commands) kinds += std::string(name_of(c.kind)) + " ";
  CHECK(kinds == "ACT RD PRE REF ACT RD ");
  const Clock refresh = before + t.tRC;  // > tRAS + tRP
  CHECK(commands[3].clock == refresh);
  CHECK(commands[4].clock == refresh + t.tRFC);
}

TEST_CASE("per-bank refresh gives every bank its turn in tREFI, idle ones first") {
  MemoryConfig config;
  config.controller.refresh = Refresh::per_bank;
  const ClockTiming t = timing_of(config);
  Channel channel(config);
  std::vector<int> banks(16);
  int seen = 0;
  channel.observe([&](const Command& c) {
    if (c.kind != CommandKind::refresh_bank) return;
    ++seen;
    ++base::at(banks, c.group * 4 + c.bank);
  });
  channel.advance(10 * t.tREFI + t.tRREFD);
  CHECK(seen == 160);
  for (const int count : banks) CHECK(count == 10);
}

TEST_CASE("with per-bank refresh a stream of reads reaches the peak but for few clocks") {
  MemoryConfig config;
  config.controller.refresh = Refresh::per_bank;
  CHECK(fraction_of(config, {"seq", 256, 1}, 40000) > 0.98);
}

TEST_CASE("streams reach 95 to 100 percent of their bound, random bursts 97 to 103 of theirs") {
  MemoryConfig hbm;
  MemoryConfig ddr5 = config::read_config(
      memory_fields(), config::find_config(kMemories, "ddr5_5600", config::Place{"memory", ""}));
  for (const MemoryConfig& config : {hbm, ddr5}) {
    const std::int64_t burst = config.organisation.burst().count();
    const double stream = streaming_bound(config).count() / config.organisation.peak().count();
    const double read = fraction_of(config, {"seq", burst, 1}, 100000);
    CHECK(read > 0.95 * stream);
    CHECK(read <= stream);
    const double written = fraction_of(config, {"seq", burst, 0}, 100000);
    CHECK(written > 0.95 * stream);
    CHECK(written <= stream);
    const double random = random_bound(config).count() / config.organisation.peak().count();
    CHECK(fraction_of(config, {"rnd", burst, 1}, 60000) == Approx(random).epsilon(0.03));
  }
}

// Of LPDDR6 and GDDR7 the rows of 16 banks are the bound, which random banks do not keep busy
// alike.
TEST_CASE("streams of HBM4, LPDDR6 and GDDR7 reach 95 percent of their bound, random bursts 80") {
  for (const char* name : {"hbm4", "lpddr6", "gddr7"}) {
    INFO(name);
    MemoryConfig config = config::read_config(
        memory_fields(), config::find_config(kMemories, name, config::Place{"memory", ""}));
    config.organisation.channels = 1;
    const Organisation& o = config.organisation;
    const double share = 1 - config.timing.tRFC / config.timing.tREFI;
    const double read = fraction_of(config, {"seq", 32, 1}, 30000);
    CHECK(read > 0.95 * share);
    CHECK(read <= share);
    const double acts = 4 * 32 / base::to_seconds(config.timing.tFAW).count();
    const double rows = o.banks() * 32 / base::to_seconds(config.timing.tRC).count();
    const double bound = std::min(acts, rows) * share / o.channel_peak().count();
    CHECK((rows < acts) == (std::string(name) != "hbm4"));
    const double random = fraction_of(config, {"rnd", 32, 1}, 20000);
    CHECK(random > 0.8 * bound);
    CHECK(random < 1.03 * bound);
  }
}

TEST_CASE("every clock of the bus is booked once: the times add up to what has passed") {
  MemoryConfig config;
  const AddressMap map(config.organisation, config.controller.mapping, {"mapping", ""});
  for (const Refresh refresh : {Refresh::all_bank, Refresh::per_bank, Refresh::none}) {
    config.controller.refresh = refresh;
    RequestSource source({"rndbit", 32, 0.5}, map.capacity());
    Channel channel(config);
    Clock now = 0;
    for (int i = 0; i < 20000; ++i) {
      const Request request = source.next();
      const Burst burst{map(request.address), request.direction, 0};
      if (i % 1000 == 0) now += 20000;  // a pause
      now = advance_until_room(channel, burst, now);
      channel.offer(burst, now);
      if (i % 77 != 0) continue;
      const Figures figures = channel.figures(now);
      if (figures.bus.total() != figures.elapsed) FAIL("at clock " << now);
    }
    while (channel.pending() > 0) channel.advance(channel.next());
    const Figures figures = channel.figures(now + 100000);
    CHECK(figures.bus.total() == figures.elapsed);
    CHECK(figures.bus.data == time_of(kBurst * (figures.commands.reads + figures.commands.writes),
                                      config.organisation));
    CHECK(figures.bus.idle > base::Picoseconds{0});
    CHECK(figures.bus.turnaround > base::Picoseconds{0});
    CHECK((figures.bus.refresh > base::Picoseconds{0}) == (refresh != Refresh::none));
    CHECK(figures.commands.activates > 0);
  }
}

TEST_CASE("one read: the bus opens a row, moves data, and is idle") {
  const MemoryConfig config = quiet();
  const ClockTiming t = timing_of(config);
  Channel channel(config);
  channel.offer(read_of(0, 0, 0, 0), 100);
  const BusTimes bus = channel.figures(1000).bus;
  const auto& o = config.organisation;
  CHECK(bus.data == time_of(kBurst, o));
  CHECK(bus.activate == time_of(kBurst + t.tRCDRD, o) - time_of(kBurst, o));
  CHECK(bus.total() == time_of(1000, o));
  CHECK(bus.idle == time_of(1000, o) - bus.data - bus.activate);
}

TEST_CASE("queues are full at their size: a queue of each kind, and the bank's") {
  MemoryConfig config = quiet();
  Channel channel(config);
  int reads = 0;
  while (channel.has_room(read_of(0, 0, 1, reads % 32))) {
    channel.offer(read_of(0, 0, 1 + reads / 32, reads % 32), 0);
    ++reads;
  }
  CHECK(reads == 1 + 64);  // one a clock moves to its bank
  CHECK(channel.has_room(write_of(0, 0, 9, 0)));
}

TEST_CASE("the same bursts at the same clocks are the same commands") {
  const auto trace = [] {
    const MemoryConfig config;
    const AddressMap map(config.organisation, config.controller.mapping, {"mapping", ""});
    RequestSource source({"rndbit", 64, 0.7}, map.capacity());
    Channel channel(config);
    std::string text;
    channel.observe([&](const Command& c) {
      text += std::to_string(c.clock) + name_of(c.kind) + std::to_string(c.row) + ' ';
    });
    Clock now = 0;
    for (int i = 0; i < 3000; ++i) {
      const Request request = source.next();
      const Burst burst{map(request.address), request.direction, 0};
      now = advance_until_room(channel, burst, now);
      channel.offer(burst, now);
    }
    return text;
  };
  const std::string first = trace();
  CHECK(first.size() > 10000);
  CHECK(first == trace());
}

// With one hot row that always has hits, another row of its bank waits but for so long.
TEST_CASE("no burst starves: not behind a row with endless hits, nor behind other banks") {
  MemoryConfig config = quiet();
  Channel channel(config);
  channel.offer(read_of(0, 0, 1, 0, 0), 0);
  channel.offer(read_of(0, 0, 2, 0, 1), 0);
  std::uint64_t tag = 2;
  Clock now = 0, end = 0;
  int column = 1;
  while (end == 0 && tag < 5000) {
    const Burst more = read_of(static_cast<int>(tag) % 4, 0, 1, column++ % 32, tag);
    if (channel.has_room(more)) {
      channel.offer(more, now);
      ++tag;
      continue;
    }
    now = channel.next();
    channel.advance(now);
    for (const Finished& f : channel.finished()) {
      if (f.tag == 1) end = f.end;
    }
    channel.clear_finished();
  }
  CHECK(tag < 500);
  CHECK(end > 0);
}

TEST_CASE("a single write goes, though reads never end") {
  Channel channel(quiet());
  channel.offer(read_of(0, 0, 1, 0, 0), 0);
  channel.offer(write_of(0, 0, 2, 0, 1), 0);
  Clock now = 0, end = 0;
  std::uint64_t tag = 2;
  while (end == 0 && tag < 5000) {
    const auto group = static_cast<int>(tag) % 4;
    const Burst more = read_of(group, 1, 1, static_cast<int>(tag) % 32, tag);
    now = advance_until_room(channel, more, now);
    channel.offer(more, now);
    ++tag;
    for (const Finished& f : channel.finished()) {
      if (f.tag == 1) end = f.end;
    }
    channel.clear_finished();
  }
  CHECK(tag < 4 * 6 * 64 + 256);  // what may overtake it, and what waited
  CHECK(end > 0);
}

TEST_CASE("queues of 65,536 bursts of one address keep their order of reads and writes") {
  MemoryConfig config = quiet();
  config.controller.queue = config.controller.bank_queue = config.controller.write_high = 65536;
  Channel channel(config);
  for (std::uint64_t i = 0; i < 65536; ++i) channel.offer(read_of(0, 0, 1, 0, i), 0);
  CHECK_FALSE(channel.has_room(write_of(0, 0, 1, 0)));
  channel.advance(1'000'000);
  CHECK(channel.pending() == 0);
  CHECK(channel.has_room(write_of(0, 0, 1, 0)));
}

TEST_CASE("An idle channel catches up refreshes at once, as one that is observed does one by one") {
  for (const char* name : {"hbm3e_9200", "ddr5_6400"}) {
    for (const Refresh kind : {Refresh::all_bank, Refresh::per_bank}) {
      MemoryConfig config = config::read_config(
          memory_fields(), config::find_config("memories", name, {"memory", ""}));
      config.controller.refresh = kind;
      Channel quick(config), slow(config);
      int refreshes = 0;
      slow.observe([&](const Command& command) {
        if (command.kind == CommandKind::refresh || command.kind == CommandKind::refresh_bank) {
          ++refreshes;
        }
      });
      Clock now = 0;
      for (const Clock pause : {Clock{100}, Clock{20'000'003}, Clock{777}, Clock{31'234'567}}) {
        now += pause;
        for (Channel* channel : {&quick, &slow}) {
          for (int k = 0; k < 6; ++k) {
            const Burst burst =
                k % 2 == 0 ? read_of(k % 3, k % 4, 7 + k, k) : write_of(k % 3, k % 4, 5 + k, k);
            REQUIRE(channel->has_room(burst));
            channel->offer(burst, now);
          }
        }
        CHECK(quick.next() == slow.next());
        const Figures a = quick.figures(now + 100'000), b = slow.figures(now + 100'000);
        now += 100'000;
        REQUIRE(quick.finished().size() == slow.finished().size());
        for (std::size_t k = 0; k < quick.finished().size(); ++k) {
          CHECK(quick.finished()[k].tag == slow.finished()[k].tag);
          CHECK(quick.finished()[k].end == slow.finished()[k].end);
        }
        CHECK(a.commands.refreshes == refreshes);
        CHECK(a.commands.refreshes == b.commands.refreshes);
        CHECK(a.commands.activates == b.commands.activates);
        CHECK(a.commands.precharges == b.commands.precharges);
        CHECK(a.bus.idle == b.bus.idle);
        CHECK(a.bus.refresh == b.bus.refresh);
        CHECK(a.bus.activate == b.bus.activate);
        CHECK(a.bus.turnaround == b.bus.turnaround);
      }
    }
  }
}

TEST_CASE("A channel that idles for years answers at once") {
  Channel channel(MemoryConfig{});
  const Clock years = 1'000'000'000'000'000'000;
  channel.offer(read_of(0, 0, 1, 1), years);
  CHECK(channel.figures(years + 100'000).commands.reads == 1);
}
