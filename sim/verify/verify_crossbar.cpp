// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/rng.hpp"
#include "sim/verify/verify.hpp"

namespace jacquard::verify {
namespace {

using schedule::CrossbarConfiguration;
using schedule::CrossbarInputs;
using schedule::CrossbarOutputs;
using schedule::CrossbarShape;

constexpr int kNumberBits = 10;  // of a word's number, below its input's

// Golden model and device in lockstep, with an endless supply of words at every input. What the
// device takes and shows is also judged alone: a word taken shows at one output in the next clock.
class Bench {
 public:
  Bench(schedule::CrossbarCore& golden, schedule::CrossbarCore& device)
      : golden_(golden),
        device_(device),
        ports_(golden.shape().ports),
        next_(static_cast<std::size_t>(ports_), 0),
        delivered_(static_cast<std::size_t>(ports_ * ports_), 0) {
    in_.words.assign(next_.size(), 0);
  }

  CrossbarInputs& inputs() { return in_; }

  void reset() {
    golden_.reset();
    device_.reset();
    in_flight_.clear();
  }

  // One clock, in which the inputs of `offering` have a word.
  const CrossbarOutputs& clock(base::Word offering) {
    offering &= base::low_mask(ports_);
    in_.valid = offering;
    for (std::size_t i = 0; i < next_.size(); ++i) in_.words[i] = word(i);
    const CrossbarOutputs& expected = golden_.step(in_);
    const CrossbarOutputs& got = device_.step(in_);
    if (expected != got) complain("", expected, got);
    receive(expected, got);
    in_flight_.clear();
    base::for_each_bit(got.connected & offering, 0, [&](int i) {
      in_flight_.push_back(base::at(in_.words, i));
      ++base::at(next_, i);
    });
    ++clocks_;
    return expected;
  }

  std::int64_t clocks() const { return clocks_; }
  std::int64_t delivered(int i, int j) const { return delivered_[index(i, j)]; }
  const std::string& fault() const { return fault_; }

 private:
  std::size_t index(int i, int j) const { return static_cast<std::size_t>(i * ports_ + j); }

  std::uint64_t word(std::size_t i) const {
    return i << kNumberBits | (next_[i] & base::low_mask(kNumberBits));
  }

  void receive(const CrossbarOutputs& expected, const CrossbarOutputs& got) {
    std::size_t matched = 0;
    base::for_each_bit(got.valid, 0, [&](int j) {
      const std::uint64_t shown = base::at(got.words, j);
      const auto found = std::find(in_flight_.begin(), in_flight_.end(), shown);
      if (found == in_flight_.end()) {
        complain("an output shows a word that was not taken, or twice", expected, got);
        return;
      }
      *found = ~std::uint64_t{0};
      ++matched;
      ++delivered_[index(static_cast<int>(shown >> kNumberBits), j)];
    });
    if (matched != in_flight_.size()) complain("a word that was taken is lost", expected, got);
  }

  void complain(const char* what, const CrossbarOutputs& expected, const CrossbarOutputs& got) {
    if (!fault_.empty()) return;
    fault_ = fmt::format("clock {}{}{}\n  stimulus:{}{} valid {:x}", clocks_, *what ? ": " : "",
                         what, in_.abort ? " abort" : "", in_.offer ? " offer" : "", in_.valid);
    if (in_.offer) {
      const CrossbarConfiguration& c = in_.configuration;
      fault_ += fmt::format(" hold {} match {:x} columns [{}] slot {} guard {}", c.hold, c.match,
                            fmt::join(c.columns, " "), c.slot_clocks, c.guard_clocks);
    }
    fault_ += "\n  expected:" + describe(expected) + "\n  got:     " + describe(got);
  }

  static std::string describe(const CrossbarOutputs& out) {
    std::string text =
        fmt::format("{}{}{}{} slots {} connected {:x} valid {:x} words", out.ready ? " ready" : "",
                    out.active ? " active" : "", out.guard ? " guard" : "",
                    out.error ? " error" : "", out.slots, out.connected, out.valid);
    base::for_each_bit(out.valid, 0,
                       [&](int j) { text += fmt::format(" {:x}", base::at(out.words, j)); });
    return text;
  }

  schedule::CrossbarCore& golden_;
  schedule::CrossbarCore& device_;
  int ports_;
  CrossbarInputs in_;
  std::vector<std::uint64_t> next_;       // number of each input's next word
  std::vector<std::uint64_t> in_flight_;  // taken in the clock before
  std::vector<std::int64_t> delivered_;
  std::int64_t clocks_ = 0;
  std::string fault_;
};

schedule::Schedule schedule_of_case(const Cases& cases, std::int64_t index,
                                    const CrossbarShape& shape) {
  schedule::CoreShape ladder;
  ladder.ports = shape.ports;
  ladder.bits = shape.hold_bits;
  ladder.diagonals_per_clock = std::min(4, shape.ports);
  const auto core = schedule::make_golden_core(ladder);
  return run_core(*core, demand_of_case(cases, index, ladder.ports, ladder.bits), {}).schedule;
}

struct Run {
  std::int64_t cycles = 0;           // from the first configuration taken to dark
  std::int64_t first_connected = 0;  // from the first configuration taken
  std::int64_t connected_clocks = 0;
};

Run stream(Bench& bench, const schedule::Schedule& what, int slot, int guard) {
  Run run;
  CrossbarInputs& in = bench.inputs();
  schedule::SettingCursor setting(what);
  bool was_idle = false;
  for (std::int64_t clock = 0;; ++clock) {
    in.offer = !setting.done();
    if (in.offer) {
      in.configuration =
          schedule::crossbar_configuration(setting.columns(), setting.hold(), slot, guard);
    }
    const CrossbarOutputs& out = bench.clock(~base::Word{0});
    run.connected_clocks += out.active ? 1 : 0;
    if (out.active && run.first_connected == 0) run.first_connected = clock;
    // One such clock may be that in which a setting with no guard is about to be connected.
    const bool idle = !in.offer && out.ready && !out.active && !out.guard;
    if (idle && was_idle) {
      run.cycles = clock - 1;
      return run;
    }
    was_idle = idle;
    if (in.offer && out.ready) setting.next();
  }
}

// What a streamed schedule did not get, or "".
std::string judge(const Bench& bench, const schedule::Schedule& schedule, const Run& run, int slot,
                  int guard) {
  const int n = schedule.ports();
  std::vector<std::int64_t> due(static_cast<std::size_t>(n * n), 0);
  for (schedule::SettingCursor s(schedule); !s.done(); s.next()) {
    for (int i = 0; i < n; ++i) {
      const int j = base::at(s.columns(), i);
      if (j != schedule::kUnmatched) base::at(due, i * n + j) += s.hold() * slot;
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const std::int64_t expected = base::at(due, i * n + j);
      if (bench.delivered(i, j) == expected) continue;
      return fmt::format("input {} sent {} words to output {}, and its slots are worth {}", i,
                         bench.delivered(i, j), j, expected);
    }
  }
  const auto permutations = static_cast<std::int64_t>(schedule.permutations());
  const std::int64_t cycles =
      permutations == 0 ? 0 : 2 + schedule.slots() * slot + permutations * guard;
  if (run.cycles == cycles) return "";
  return fmt::format("{} settings of {} slots took {} clocks and not {}", permutations,
                     schedule.slots(), run.cycles, cycles);
}

CrossbarConfiguration random_configuration(base::Rng& rng, const CrossbarShape& shape) {
  CrossbarConfiguration c;
  const int column_limit =
      shape.ports > 1 ? 2 << base::highest_bit(static_cast<base::Word>(shape.ports - 1)) : 2;
  const auto most = [](int bits) { return static_cast<std::int64_t>(base::low_mask(bits)); };
  c.hold = rng.between(0, std::min<std::int64_t>(most(shape.hold_bits), rng.chance(0.1) ? 64 : 3));
  c.slot_clocks =
      static_cast<int>(rng.between(0, std::min<std::int64_t>(most(shape.guard_bits), 5)));
  c.guard_clocks =
      rng.chance(0.3)
          ? 0
          : static_cast<int>(rng.between(0, std::min<std::int64_t>(most(shape.guard_bits), 5)));
  c.match = rng() & base::low_mask(shape.ports);
  const std::vector<int> permutation = rng.permutation(shape.ports);
  const bool wrong = rng.chance(0.3);
  for (int i = 0; i < shape.ports; ++i) {
    c.columns.push_back(wrong && rng.chance(0.3)
                            ? static_cast<int>(rng.below(static_cast<std::uint64_t>(column_limit)))
                            : base::at(permutation, i));
  }
  return c;
}

void stress(Bench& bench, const CrossbarShape& shape, base::Rng rng) {
  CrossbarInputs& in = bench.inputs();
  const double offer_share = rng.uniform(), abort_share = rng.chance(0.5) ? 0 : 0.02;
  for (int clock = 0; clock < 200; ++clock) {
    in.offer = rng.chance(offer_share);
    if (in.offer) in.configuration = random_configuration(rng, shape);
    in.abort = rng.chance(abort_share);
    bench.clock(rng());
    if (rng.chance(abort_share / 4)) bench.reset();
  }
  in.offer = false;
  in.abort = true;
  bench.clock(0);
  in.abort = false;
  bench.clock(0);
}

}  // namespace

Report verify_crossbar(schedule::CrossbarCore& golden, schedule::CrossbarCore& device,
                       const Cases& cases, const Progress& progress, const Replay& replay) {
  const CrossbarShape& shape = golden.shape();
  JQ_CHECK(shape.width >= kNumberBits + 6, "words have room for their input and their number");
  JQ_CHECK(shape.guard_bits >= 3, "the slots and guards drawn fit their counter");
  Report report;
  golden.reset();
  device.reset();
  double cycles = 0, permutations = 0, duty = 0;
  for (std::int64_t index = 0; index < cases.count; ++index) {
    if (index == replay.only_case) replay.dump(true);
    const schedule::Schedule schedule = schedule_of_case(cases, index, shape);
    base::Rng rng(cases.seed, "verify/crossbar", static_cast<std::uint64_t>(index));
    const int slot = static_cast<int>(rng.between(1, 3));
    const int guard = static_cast<int>(rng.between(0, 6));
    Bench bench(golden, device);
    const Run run = stream(bench, schedule, slot, guard);
    std::string fault = judge(bench, schedule, run, slot, guard);
    stress(bench, shape, rng);
    if (!bench.fault().empty()) fault = bench.fault();
    if (!fault.empty()) {
      bench.reset();
      if (report.mismatch_in(index)) {
        report.first_mismatch_case = index;
        report.first_mismatch = fmt::format("seed {}, case {}: {}", cases.seed, index, fault);
      }
    }
    if (index == replay.only_case) break;
    ++report.cases;
    report.clocks += bench.clocks();
    report.cycles_max = std::max(report.cycles_max, run.cycles);
    report.first_permutation_cycles_max =
        std::max(report.first_permutation_cycles_max, run.first_connected);
    cycles += static_cast<double>(run.cycles);
    permutations += static_cast<double>(schedule.permutations());
    duty += run.cycles == 0
                ? 1.0
                : static_cast<double>(run.connected_clocks) / static_cast<double>(run.cycles);
    if (progress) progress(report.cases);
  }
  const double count = static_cast<double>(std::max<std::int64_t>(report.cases, 1));
  report.cycles_mean = cycles / count;
  report.permutations_mean = permutations / count;
  report.efficiency_mean = duty / count;
  return report;
}

}  // namespace jacquard::verify
