// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/checker.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"

using namespace jacquard;
using namespace jacquard::memory;
using Catch::Contains;
using Kind = CommandKind;

namespace {

// 1 GHz: a nanosecond is a clock. Every constraint binds where no other does.
MemoryConfig config_of(Standard standard = Standard::hbm) {
  MemoryConfig c;
  c.organisation.standard = standard;
  c.organisation.pin_rate = base::BitsPerSecond{4'000'000'000};
  for (const char* set :
       {"tCL=20 ns",     "tCWL=10 ns",  "tRCDRD=15 ns", "tRCDWR=12 ns",   "tRP=14 ns",
        "tRAS=30 ns",    "tRC=50 ns",   "tWR=16 ns",    "tRTP=21 ns",     "tCCD_S=3 ns",
        "tCCD_L=5 ns",   "tRRD_S=4 ns", "tRRD_L=6 ns",  "tCCD_L_WR=7 ns", "tFAW=30 ns",
        "tWTR_S=5 ns",   "tWTR_L=8 ns", "tRTW=14 ns",   "tREFI=1000 ns",  "tRFC=200 ns",
        "tRFC_B=100 ns", "tRREFD=9 ns"}) {
    timing_fields().set(c.timing, set);
  }
  require_consistent(c, {"mine", ""});
  return c;
}

Command act(Clock clock, int group, int bank, int row = 0) {
  return {clock, Kind::activate, group, bank, row, 0};
}
Command rd(Clock clock, int group, int bank, int row = 0) {
  return {clock, Kind::read, group, bank, row, 0};
}
Command wr(Clock clock, int group, int bank, int row = 0) {
  return {clock, Kind::write, group, bank, row, 0};
}
Command pre(Clock clock, int group, int bank) {
  return {clock, Kind::precharge, group, bank, 0, 0};
}
Command ref(Clock clock) { return {clock, Kind::refresh, -1, -1, 0, 0}; }
Command refb(Clock clock, int group, int bank) {
  return {clock, Kind::refresh_bank, group, bank, 0, 0};
}

using Commands = std::vector<Command>;

std::vector<Violation> violations(const MemoryConfig& config, const Commands& commands) {
  Checker checker(config);
  for (const Command& c : commands) checker.see(c);
  return checker.violations();
}

// Legal but for its last command, which comes a clock too early; a clock later all is legal.
struct Planted {
  const char* rule;
  Commands commands;
};

}  // namespace

TEST_CASE("each constraint, broken by one clock and by nothing else, is found alone") {
  const Planted all[] = {
      {"tRCDRD", {act(0, 0, 0), rd(14, 0, 0)}},
      {"tRCDWR", {act(0, 0, 0), wr(11, 0, 0)}},
      {"tRAS", {act(0, 0, 0), pre(29, 0, 0)}},
      {"tRC", {act(0, 0, 0), pre(30, 0, 0), act(49, 0, 0)}},
      {"tRC", {act(0, 0, 0), pre(30, 0, 0), refb(49, 0, 0)}},
      {"tRC", {act(0, 0, 0), pre(30, 0, 0), ref(49)}},
      {"tRP", {act(0, 0, 0), pre(60, 0, 0), act(73, 0, 0)}},
      {"tRP", {act(0, 0, 0), pre(60, 0, 0), refb(73, 0, 0)}},
      {"tRP", {act(0, 0, 0), pre(60, 0, 0), ref(73)}},
      {"tRTP", {act(0, 0, 0), rd(15, 0, 0), pre(35, 0, 0)}},
      {"tWR", {act(0, 0, 0), wr(12, 0, 0), pre(12 + 10 + 2 + 15, 0, 0)}},
      {"tCCD_S", {act(0, 0, 0), act(4, 1, 0), rd(19, 0, 0), rd(21, 1, 0)}},
      {"tCCD_S", {act(0, 0, 0), act(4, 1, 0), wr(19, 0, 0), wr(21, 1, 0)}},
      {"tCCD_L", {act(0, 0, 0), act(6, 0, 1), rd(21, 0, 0), rd(25, 0, 1)}},
      {"tCCD_L_WR", {act(0, 0, 0), act(6, 0, 1), wr(21, 0, 0), wr(27, 0, 1)}},
      {"tWTR_S", {act(0, 0, 0), act(4, 1, 0), wr(20, 0, 0), rd(20 + 10 + 2 + 4, 1, 0)}},
      {"tWTR_L", {act(0, 0, 0), act(6, 0, 1), wr(20, 0, 0), rd(20 + 10 + 2 + 7, 0, 1)}},
      {"tRTW", {act(0, 0, 0), act(4, 1, 0), rd(20, 0, 0), wr(33, 1, 0)}},
      {"tRRD_S", {act(0, 0, 0), act(3, 1, 0)}},
      {"tRRD_S", {act(0, 0, 0), refb(3, 1, 0)}},
      {"tRRD_L", {act(0, 0, 0), act(5, 0, 1)}},
      {"tFAW", {act(0, 0, 0), act(4, 1, 0), act(8, 2, 0), act(12, 3, 0), act(29, 1, 1)}},
      {"tRFC", {ref(0), act(199, 0, 0)}},
      {"tRFC", {ref(0), ref(199)}},
      {"tRFC", {ref(0), refb(199, 0, 0)}},
      {"tRFC_B", {refb(0, 0, 0), act(99, 0, 0)}},
      {"tRFC_B", {refb(0, 0, 0), refb(99, 0, 0)}},
      {"tRFC_B", {refb(0, 0, 0), ref(99)}},
      {"tRREFD", {refb(0, 0, 0), act(8, 1, 0)}},
      {"tRREFD", {refb(0, 0, 0), refb(8, 1, 0)}},
      {"command bus", {act(0, 0, 0), pre(50, 1, 1), pre(50, 2, 1)}},
  };
  const MemoryConfig config = config_of();
  for (const Planted& planted : all) {
    INFO(planted.rule << ", " << name_of(planted.commands.back().kind));
    const std::vector<Violation> found = violations(config, planted.commands);
    REQUIRE(found.size() == 1);
    CHECK(found[0].rule == planted.rule);
    CHECK(found[0].early == 1);
    CHECK(found[0].second.clock == planted.commands.back().clock);
    CHECK_THAT(found[0].told(), Contains(planted.rule) && Contains("1 clock too early"));
    Commands legal = planted.commands;
    ++legal.back().clock;
    CHECK(violations(config, legal).empty());
  }
}

TEST_CASE("commands to closed banks, other rows and beyond the channel are found alone") {
  const MemoryConfig config = config_of();
  const Planted all[] = {
      {"bank closed", {rd(0, 0, 0)}},
      {"bank closed", {act(0, 0, 0), pre(40, 0, 0), wr(60, 0, 0)}},
      {"row", {act(0, 0, 0, 7), rd(15, 0, 0, 8)}},
      {"bank open", {act(0, 0, 0), act(100, 0, 0)}},
      {"bank open", {act(0, 0, 0), ref(100)}},
      {"bank open", {act(0, 0, 0), refb(100, 0, 0)}},
      {"address", {act(0, 4, 0)}},
      {"address", {act(0, 0, -1)}},
      {"address", {act(0, 0, 0, 73'728)}},
      {"address", {refb(0, -1, 0)}},
      {"address", {ref(0), {300, Kind::refresh, 0, 0, 0, 0}}},
      {"order", {act(100, 0, 0), act(50, 1, 0)}},
  };
  for (const Planted& planted : all) {
    INFO(planted.rule);
    const std::vector<Violation> found = violations(config, planted.commands);
    REQUIRE(!found.empty());
    CHECK(found[0].rule == planted.rule);
    if (std::string(planted.rule) != "order") CHECK(found.size() == 1);
  }
}

TEST_CASE("HBM has a bus for rows and one for columns; DDR5 has one, and some take two clocks") {
  const MemoryConfig hbm = config_of();
  CHECK(violations(hbm, {act(0, 0, 0), rd(20, 0, 0), act(20, 1, 0)}).empty());
  const MemoryConfig ddr5 = config_of(Standard::ddr5);
  const Commands same = {act(0, 0, 0), rd(20, 0, 0), act(20, 1, 0)};
  REQUIRE(violations(ddr5, same).size() == 1);
  CHECK(violations(ddr5, same)[0].rule == "command bus");
  const Commands next = {act(0, 0, 0), rd(20, 0, 0), act(21, 1, 0)};
  REQUIRE(violations(ddr5, next).size() == 1);
  CHECK(violations(ddr5, next)[0].rule == "command bus");
  CHECK(violations(ddr5, {act(0, 0, 0), rd(20, 0, 0), act(22, 1, 0)}).empty());
  CHECK(violations(ddr5, {act(0, 0, 0), pre(50, 1, 1), pre(51, 2, 1)}).empty());
}

TEST_CASE("data of a read and of a write that meet on the bus are found") {
  MemoryConfig config = config_of();
  config.timing.tRTW = base::Picoseconds{3'000};  // as no consistent memory has it
  // The read's data is on the bus in clocks 40 and 41, the write's from 41.
  const Commands meet = {act(0, 0, 0), act(4, 1, 0), rd(20, 0, 0), wr(31, 1, 0)};
  REQUIRE(violations(config, meet).size() == 1);
  CHECK(violations(config, meet)[0].rule == "data bus");
  CHECK(violations(config, {act(0, 0, 0), act(4, 1, 0), rd(20, 0, 0), wr(32, 1, 0)}).empty());
  CHECK(violations(config, {act(0, 0, 0), act(4, 1, 0), rd(20, 0, 0), wr(28, 1, 0)}).empty());
}

TEST_CASE("DDR5's refresh of one bank keeps that bank of every group") {
  const MemoryConfig ddr5 = config_of(Standard::ddr5);
  const auto found = violations(ddr5, {refb(0, -1, 1), act(99, 3, 1)});
  REQUIRE(found.size() == 1);
  CHECK(found[0].rule == "tRFC_B");
  CHECK(violations(ddr5, {refb(0, -1, 1), act(9, 3, 0)}).empty());
  const auto open = violations(ddr5, {act(0, 2, 1), refb(80, -1, 1)});
  REQUIRE(open.size() == 1);
  CHECK(open[0].rule == "bank open");
}

TEST_CASE("eight refreshes may be owed, a ninth not") {
  const MemoryConfig config = config_of();
  const auto owed = [&config](Clock end, const Commands& commands) {
    Checker checker(config);
    for (const Command& c : commands) checker.see(c);
    checker.finish(end);
    return checker.count();
  };
  CHECK(owed(8'999, {}) == 0);
  CHECK(owed(9'000, {}) == 16);  // of every bank
  CHECK(owed(9'999, {ref(5'000)}) == 0);
  CHECK(owed(10'000, {ref(5'000)}) == 16);
  Commands all_but_one;
  for (int bank = 1; bank < 16; ++bank) all_but_one.push_back(refb(200 * bank, bank / 4, bank % 4));
  CHECK(owed(9'000, all_but_one) == 1);
  const MemoryConfig ddr5 = config_of(Standard::ddr5);
  const auto halves = [&ddr5](int rounds) {  // two refreshes of a bank are one of all rows
    Checker checker(ddr5);
    for (int i = 0; i < 4 * rounds; ++i) checker.see(refb(200 * (i + 1), -1, i % 4));
    checker.finish(9'000);
    return checker.count();
  };
  CHECK(halves(1) == 16);
  CHECK(halves(2) == 0);
  MemoryConfig none = config;
  none.controller.refresh = Refresh::none;
  Checker checker(none);
  checker.finish(1'000'000);
  CHECK(checker.count() == 0);
}

namespace {

// The earliest legal clock by the text of the standards, from all that came before: nothing here is
// the checker's.
class Oracle {
 public:
  explicit Oracle(const MemoryConfig& config)
      : t_(clocks_of(config.timing, config.organisation)), burst_(2) {}

  Clock earliest(const Command& c) const {
    Clock at = 0;
    for (const Command& b : before_) at = std::max(at, b.clock + apart(b, c));
    if (c.kind == Kind::activate && activations_.size() >= 4) {
      at = std::max(at, activations_[activations_.size() - 4] + t_.tFAW);
    }
    return at;
  }
  void issue(const Command& c) {
    before_.push_back(c);
    if (c.kind == Kind::activate) activations_.push_back(c.clock);
  }

 private:
  Clock apart(const Command& b, const Command& c) const {
    const bool bank = b.group == c.group && b.bank == c.bank;
    const bool group = b.group == c.group;
    const bool row_bus = c.kind == Kind::activate || c.kind == Kind::precharge;
    const bool b_row_bus = b.kind == Kind::activate || b.kind == Kind::precharge;
    const Clock bus = row_bus == b_row_bus ? 1 : 0;
    const Clock written = t_.tCWL + burst_;
    if (b.kind == Kind::activate && c.kind == Kind::activate) {
      return bank ? t_.tRC : group ? t_.tRRD_L : t_.tRRD_S;
    }
    if (b.kind == Kind::activate && c.kind == Kind::read) return bank ? t_.tRCDRD : bus;
    if (b.kind == Kind::activate && c.kind == Kind::write) return bank ? t_.tRCDWR : bus;
    if (b.kind == Kind::activate) return bank ? t_.tRAS : bus;
    if (b.kind == Kind::precharge) return bank && c.kind == Kind::activate ? t_.tRP : bus;
    if (b.kind == Kind::read) {
      if (c.kind == Kind::read) return group ? t_.tCCD_L : t_.tCCD_S;
      if (c.kind == Kind::write) return t_.tRTW;
      return bank && c.kind == Kind::precharge ? t_.tRTP : bus;
    }
    if (c.kind == Kind::write) return group ? t_.tCCD_L_WR : t_.tCCD_S;
    if (c.kind == Kind::read) return written + (group ? t_.tWTR_L : t_.tWTR_S);
    return bank && c.kind == Kind::precharge ? written + t_.tWR : bus;
  }

  ClockTiming t_;
  Clock burst_;
  Commands before_;
  std::vector<Clock> activations_;
};

}  // namespace

TEST_CASE(
    "random commands, each as early as the standards let it, are clean; a clock less is not") {
  MemoryConfig config = config_of();
  config.controller.refresh = Refresh::none;
  base::Rng rng(3, "checker_test", 0);
  Oracle oracle(config);
  Checker checker(config);
  std::vector<int> open(16, -1);
  Clock now = 0;
  int tight = 0;
  for (int i = 0; i < 1500; ++i) {
    const int bank = static_cast<int>(rng.below(16));
    int& row = open[static_cast<std::size_t>(bank)];
    Command c{0, Kind::activate, bank / 4, bank % 4, 0, 0};
    if (row >= 0) {
      const Kind kinds[] = {Kind::read, Kind::write, Kind::precharge};
      c.kind = kinds[rng.below(3)];
      c.row = c.kind == Kind::precharge ? 0 : row;
      c.column = static_cast<int>(rng.below(32));
    } else {
      c.row = static_cast<std::int64_t>(rng.below(100));
    }
    c.clock = std::max(now, oracle.earliest(c));
    if (c.clock > now) {  // a clock earlier breaks something
      Checker twin = checker;
      Command early = c;
      --early.clock;
      twin.see(early);
      CHECK(twin.count() > 0);
      ++tight;
    }
    checker.see(c);
    oracle.issue(c);
    now = c.clock;
    if (c.kind == Kind::activate) row = static_cast<int>(c.row);
    if (c.kind == Kind::precharge) row = -1;
  }
  CHECK(checker.count() == 0);
  CHECK(checker.seen() == 1500);
  CHECK(tight > 1000);
}
