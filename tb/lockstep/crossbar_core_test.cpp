// SPDX-License-Identifier: Apache-2.0
// The Verilated crossbar against its golden model, both against timelines worked out by hand, and a
// scheduler's stream through it.
#include <catch2/catch.hpp>
#include <functional>

#include "jacquard/demand/generate.hpp"
#include "jacquard/rtl/rtl_core.hpp"
#include "jacquard/rtl/rtl_crossbar.hpp"
#include "sim/verify/verify.hpp"

using namespace jacquard;
using schedule::CrossbarConfiguration;
using schedule::CrossbarCore;
using schedule::CrossbarInputs;
using schedule::CrossbarOutputs;
using schedule::CrossbarShape;

namespace {

constexpr CrossbarShape kFourPorts{4, 16, 4, 4};

// The golden model and the RTL, one after the other.
void both(const std::function<void(CrossbarCore&)>& check) {
  const auto golden = schedule::make_golden_crossbar(kFourPorts);
  INFO("the golden model");
  check(*golden);
  const auto device = rtl::make_rtl_crossbar(kFourPorts, 3);
  INFO("the RTL");
  check(*device);
}

// One letter per clock: '.' dark, 'g' guard, a digit: slots left.
char letter(const CrossbarOutputs& out) {
  CHECK(out.active + out.guard <= 1);
  CHECK((out.connected == 0 || out.active));
  return out.active ? static_cast<char>('0' + out.slots) : out.guard ? 'g' : '.';
}

// Offers the configurations one after the other, each from its clock on, and tells what happens.
std::string timeline(CrossbarCore& core, const std::vector<CrossbarConfiguration>& configurations,
                     const std::vector<int>& offered_from, int clocks, int abort_at = -1) {
  core.reset();
  std::string seen;
  std::size_t next = 0;
  for (int clock = 0; clock < clocks; ++clock) {
    CrossbarInputs in;
    in.abort = clock == abort_at;
    in.offer = next < configurations.size() && clock >= offered_from[next];
    if (in.offer) in.configuration = configurations[next];
    const CrossbarOutputs& out = core.step(in);
    seen += letter(out);
    if (in.offer && out.ready) ++next;
  }
  CHECK(next == configurations.size());
  return seen;
}

CrossbarConfiguration straight(std::int64_t hold, int slot, int guard) {
  return schedule::crossbar_configuration({0, 1, 2, 3}, hold, slot, guard);
}

}  // namespace

TEST_CASE("a configuration connects guard + 2 clocks after it was taken, for hold slots") {
  both([](CrossbarCore& core) {
    CHECK(timeline(core, {straight(1, 1, 0)}, {0}, 5) == "..1..");
    CHECK(timeline(core, {straight(3, 1, 2)}, {0}, 9) == "..gg321..");
    CHECK(timeline(core, {straight(2, 3, 1)}, {1}, 12) == "...g222111..");
    CHECK(timeline(core, {straight(15, 1, 0)}, {0}, 18) == "..?>=<;:987654321.");  // 15 is '?'
    CHECK(timeline(core, {straight(1, 15, 15)}, {0}, 33) ==
          ".." + std::string(15, 'g') + std::string(15, '1') + ".");
  });
}

TEST_CASE("a hold or a slot of 0 is taken as 1") {
  both([](CrossbarCore& core) {
    CHECK(timeline(core, {straight(0, 2, 1)}, {0}, 6) == "..g11.");
    CHECK(timeline(core, {straight(2, 0, 1)}, {0}, 6) == "..g21.");
  });
}

TEST_CASE("configurations follow each other with only their guards between them") {
  both([](CrossbarCore& core) {
    CHECK(timeline(core, {straight(1, 1, 0), straight(1, 1, 0), straight(1, 1, 0)}, {0, 0, 0}, 6) ==
          "..111.");
    CHECK(timeline(core, {straight(2, 1, 1), straight(1, 2, 3), straight(2, 1, 0)}, {0, 0, 0},
                   14) == "..g21ggg1121..");
  });
}

TEST_CASE("a crossbar whose shadow is empty goes dark until a configuration comes") {
  both([](CrossbarCore& core) {
    CHECK(timeline(core, {straight(1, 1, 1), straight(1, 1, 1)}, {0, 7}, 12) == "..g1.....g1.");
    // Taken in the last clock of the active one: dark for the clock in which it waits.
    CHECK(timeline(core, {straight(1, 1, 0), straight(1, 1, 0)}, {0, 2}, 6) == "..1.1.");
    CHECK(timeline(core, {straight(1, 1, 0), straight(1, 1, 2)}, {0, 1}, 7) == "..1gg1.");
  });
}

TEST_CASE("an abort leaves the crossbar dark in the next clock and empties the shadow") {
  both([](CrossbarCore& core) {
    const CrossbarConfiguration now = straight(4, 1, 0), later = straight(4, 1, 2);
    CHECK(timeline(core, {later}, {0}, 8, 2) == "..g.....");                  // in the guard
    CHECK(timeline(core, {now, later}, {0, 1}, 12, 3) == "..43........");     // one waits
    CHECK(timeline(core, {later, later}, {0, 8}, 13, 5) == "..gg43....gg4");  // starts again
    CHECK(timeline(core, {now}, {0}, 6, 0) == "......");                      // just offered
  });
}

TEST_CASE("a second configuration is not taken while one waits") {
  both([](CrossbarCore& core) {
    core.reset();
    CrossbarInputs in;
    in.offer = true;
    in.configuration = straight(3, 1, 2);
    std::string ready;
    for (int clock = 0; clock < 12; ++clock) ready += core.step(in).ready ? '1' : '0';
    // Taken in clock 0; ready again when it leaves the shadow, at the end of its guard, in clock 3;
    // that one leaves after 3 slots and 2 clocks of guard.
    CHECK(ready == "100100001000");
  });
}

TEST_CASE("a word is taken when connected, and shows at its output in the next clock") {
  both([](CrossbarCore& core) {
    core.reset();
    CrossbarInputs in;
    in.offer = true;
    in.configuration = schedule::crossbar_configuration({2, schedule::kUnmatched, 1, 0}, 2, 1, 1);
    in.valid = 0b0111;
    for (std::uint64_t clock = 0; clock < 7; ++clock) {
      in.words = {clock, 100 + clock, 200 + clock, 300 + clock};
      const CrossbarOutputs out = core.step(in);
      in.offer = false;
      const bool connected = clock == 3 || clock == 4, shown = clock == 4 || clock == 5;
      CHECK(out.connected == (connected ? 0b1101 : 0));
      CHECK(out.valid == (shown ? 0b0110 : 0));
      if (!shown) continue;
      CHECK(out.words[2] == clock - 1);
      CHECK(out.words[1] == 200 + clock - 1);
    }
  });
}

TEST_CASE("two inputs never drive one output: the lowest is connected, and the error shows") {
  both([](CrossbarCore& core) {
    core.reset();
    CrossbarInputs in;
    in.offer = true;
    in.configuration = schedule::crossbar_configuration({schedule::kUnmatched, 2, 0, 2}, 1, 1, 0);
    in.valid = 0b1111;
    in.words = {10, 11, 12, 13};
    core.step(in);
    in.configuration = straight(1, 1, 0);
    CHECK(!core.step(in).error);
    in.offer = false;
    CrossbarOutputs out = core.step(in);
    CHECK(out.error);
    CHECK(out.connected == 0b0110);
    out = core.step(in);
    CHECK(!out.error);
    CHECK(out.connected == 0b1111);
    CHECK(out.valid == 0b0101);
    CHECK(out.words[2] == 11);
    CHECK(out.words[0] == 12);
  });
}

TEST_CASE("the crossbar equals its golden model at every size") {
  for (const CrossbarShape shape :
       {CrossbarShape{1, 16, 1, 3}, CrossbarShape{2, 17, 3, 3}, CrossbarShape{3, 40, 4, 4},
        CrossbarShape{5, 64, 8, 3}, CrossbarShape{8, 16, 16, 16}, CrossbarShape{16, 32, 8, 8}}) {
    const auto golden = schedule::make_golden_crossbar(shape);
    const auto device = rtl::make_rtl_crossbar(shape, 5);
    const auto demand_class =
        shape.hold_bits > 8 ? demand::DemandClass::permutation : demand::DemandClass::mixed;
    const std::int64_t cases = shape.hold_bits > 8 ? 1 : 60;
    const auto report = verify::verify_crossbar(*golden, *device, {cases, 5, demand_class}, {});
    INFO(shape.ports << " ports: " << report.first_mismatch);
    CHECK(report.cases == cases);
    CHECK(report.mismatches == 0);
    CHECK(report.clocks > 200 * cases);
    CHECK(report.first_permutation_cycles_max <= 2 + 6);
  }
}

namespace {

// Runs a demand through scheduler and crossbar, ready to valid, every input with a word in every
// clock; returns the words that each pair got, row by row.
std::vector<std::int64_t> words_of_pairs(schedule::Core& scheduler, CrossbarCore& crossbar,
                                         const demand::QuantaMatrix& demand, int slot, int guard) {
  const int n = demand.ports();
  schedule::CoreInputs control;
  control.load = true;
  for (int i = 0; i < n; ++i) {
    control.row.clear();
    for (int j = 0; j < n; ++j) control.row.push_back(static_cast<std::uint32_t>(demand.at(i, j)));
    scheduler.step(control);
  }
  control.load = false;
  control.start = true;
  control.ready = false;
  scheduler.step(control);
  control.start = false;

  std::vector<std::int64_t> words(static_cast<std::size_t>(n * n), 0);
  CrossbarInputs in;
  in.valid = base::low_mask(n);
  for (int i = 0; i < n; ++i) in.words.push_back(static_cast<std::uint64_t>(i));
  bool done = false;
  int clocks = 0;
  for (int idle_clocks = 0; !done || idle_clocks < 2;) {
    REQUIRE(++clocks < 100'000);
    const schedule::CoreOutputs shown = scheduler.outputs();
    control.ready = crossbar.outputs().ready;
    in.offer = shown.valid;
    if (shown.valid) {
      in.configuration = schedule::crossbar_configuration(shown.columns, shown.hold, slot, guard);
    }
    done = scheduler.step(control).done;
    const CrossbarOutputs& out = crossbar.step(in);
    CHECK(!out.error);
    base::for_each_bit(out.valid, 0, [&](int j) {
      const auto i = static_cast<int>(out.words[static_cast<std::size_t>(j)]);
      REQUIRE(i < n);
      ++words[static_cast<std::size_t>(i * n + j)];
    });
    idle_clocks = !out.active && !out.guard && out.valid == 0 ? idle_clocks + 1 : 0;
  }
  return words;
}

}  // namespace

TEST_CASE("a scheduler's stream through the crossbar serves each pair what its schedule says") {
  const schedule::CoreShape shape{schedule::CoreKind::ladder, 5, 6, 3};
  const auto scheduler = rtl::make_rtl_core(shape, 7);
  const auto crossbar = rtl::make_rtl_crossbar({5, 64, 6, 3}, 7);
  const auto golden = schedule::make_golden_core(shape);
  for (std::int64_t index = 0; index < 40; ++index) {
    const demand::QuantaMatrix demand = verify::demand_of_case({40, 7}, index, 5, 6);
    const int slot = 1 + static_cast<int>(index % 3), guard = static_cast<int>(index % 5);
    std::vector<std::int64_t> due(25, 0);
    const schedule::Schedule schedule = run_core(*golden, demand, {}).schedule;
    for (schedule::SettingCursor s(schedule); !s.done(); s.next()) {
      for (int i = 0; i < 5; ++i) {
        const int j = s.columns()[static_cast<std::size_t>(i)];
        if (j >= 0) due[static_cast<std::size_t>(i * 5 + j)] += s.hold() * slot;
      }
    }
    const auto words = words_of_pairs(*scheduler, *crossbar, demand, slot, guard);
    CHECK(words == due);
    for (int i = 0; i < 5; ++i) {
      for (int j = 0; j < 5; ++j) {
        CHECK(words[static_cast<std::size_t>(i * 5 + j)] >= demand.at(i, j) * slot);
      }
    }
  }
}

namespace {

// A crossbar with one thing wrong, to see that verification sees it.
class Faulty final : public CrossbarCore {
 public:
  enum class Fault { short_hold, two_outputs, lost_word, late };
  Faulty(const CrossbarShape& shape, Fault fault)
      : core_(schedule::make_golden_crossbar(shape)), fault_(fault) {}

  const CrossbarShape& shape() const override { return core_->shape(); }
  void reset() override { core_->reset(); }
  const CrossbarOutputs& outputs() override { return core_->outputs(); }
  const CrossbarOutputs& step(const CrossbarInputs& in) override {
    CrossbarInputs seen = in;
    const bool now = ++clock_ > 100;
    if (fault_ == Fault::short_hold && now && in.configuration.hold > 2) --seen.configuration.hold;
    if (fault_ == Fault::late && now) seen.configuration.guard_clocks = 7;
    out_ = core_->step(seen);
    if (fault_ == Fault::two_outputs && now && out_.valid == 1) {
      out_.valid = 3;
      out_.words[1] = out_.words[0];
    }
    if (fault_ == Fault::lost_word && now) out_.valid &= out_.valid - 1;
    return out_;
  }

 private:
  std::unique_ptr<CrossbarCore> core_;
  Fault fault_;
  int clock_ = 0;
  CrossbarOutputs out_;
};

}  // namespace

TEST_CASE(
    "a crossbar with one wrong answer is caught, with seed, clock, stimulus and both answers") {
  const CrossbarShape shape{4, 16, 4, 3};
  for (const auto fault : {Faulty::Fault::short_hold, Faulty::Fault::two_outputs,
                           Faulty::Fault::lost_word, Faulty::Fault::late}) {
    const auto golden = schedule::make_golden_crossbar(shape);
    Faulty device(shape, fault);
    const auto report = verify::verify_crossbar(*golden, device, {20, 9}, {});
    CHECK(report.mismatches >= 1);
    for (const char* part : {"seed 9, case ", "clock ", "stimulus:", "expected:", "got:"}) {
      INFO(report.first_mismatch);
      CHECK(report.first_mismatch.find(part) != std::string::npos);
    }
  }
}
