// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/user_scheduler.hpp"

#include <catch2/catch.hpp>

#include "jacquard/rtl/model_stopped.hpp"

using namespace jacquard;
using schedule::CoreInputs;
using schedule::CoreKind;
using schedule::CoreOutputs;
using schedule::CoreShape;
using verify::Report;

namespace {

const CoreShape kShape{CoreKind::ladder, 3, 4, 2};

// A golden core with one thing wrong, when it is asked to have.
class Flawed final : public schedule::Core {
 public:
  enum class Flaw {
    none,
    hold_zero,
    hold_short,
    column_beyond,
    column_twice,
    drops_pair,
    extra_pair,
    heeds_ready,
    changes_while_waiting,
    never_done,
    never_ready,
    forgets_abort,
    valid_when_idle,
    loads_while_busy,
    stops,
    slower_after_full,  // its load, once every count was at its largest
    other_after_abort   // its schedules, once a run was aborted
  };
  explicit Flawed(Flaw flaw) : core_(schedule::make_golden_core(kShape)), flaw_(flaw) {}

  const CoreShape& shape() const override { return core_->shape(); }
  void reset() override {
    core_->reset();
    remembers_ = stalled_ = false;
  }
  const CoreOutputs& outputs() override { return out_; }

  const CoreOutputs& step(const CoreInputs& in) override {
    CoreInputs seen = in;
    if (flaw_ == Flaw::heeds_ready) seen.ready = true;
    if (flaw_ == Flaw::forgets_abort && out_.busy) seen.abort = false;
    remember(in, seen);
    out_ = core_->step(seen);
    if (stalls_) out_.load_ready = false;
    spoil();
    waited_ = out_.valid && !in.ready;
    return out_;
  }

 private:
  void remember(const CoreInputs& in, CoreInputs& seen) {
    if (flaw_ == Flaw::slower_after_full) {
      stalls_ = remembers_ && in.load && !stalled_;
      stalled_ = in.load || (stalled_ && !in.start);
      if (stalls_) seen.load = false;
      remembers_ |= in.load && in.row == std::vector<std::uint32_t>(3, 15);
    }
    if (flaw_ == Flaw::other_after_abort) {
      remembers_ |= in.abort && out_.busy;
      if (remembers_ && in.start) seen.fill = !in.fill;
    }
  }

  void spoil() {
    if (flaw_ == Flaw::never_done) out_.done = false;
    if (flaw_ == Flaw::never_ready) out_.load_ready = false;
    if (flaw_ == Flaw::loads_while_busy && out_.busy) out_.load_ready = true;
    if (flaw_ == Flaw::valid_when_idle && out_.load_ready) {
      out_.valid = true;
      out_.hold = 1;
    }
    if (flaw_ == Flaw::stops && out_.valid && ++valid_ == 30) throw rtl::ModelStopped{"$stop"};
    if (!out_.valid) return;
    if (flaw_ == Flaw::hold_zero) out_.hold = 0;
    if (flaw_ == Flaw::hold_short && out_.hold > 1) --out_.hold;
    if (flaw_ == Flaw::column_beyond && out_.columns[1] >= 0) out_.columns[1] = 3;
    if (flaw_ == Flaw::column_twice && out_.columns[0] >= 0) out_.columns[2] = out_.columns[0];
    if (flaw_ == Flaw::drops_pair) out_.columns[2] = -1;
    if (flaw_ == Flaw::changes_while_waiting && waited_) ++out_.hold;
    if (flaw_ == Flaw::extra_pair && out_.columns == schedule::Matching{-1, -1, 2}) {
      out_.columns[0] = 0;
    }
  }

  std::unique_ptr<schedule::Core> core_;
  Flaw flaw_;
  int valid_ = 0;
  bool remembers_ = false, stalls_ = false, stalled_ = false;
  bool waited_ = false;  // in the clock before, what was shown was not taken
  CoreOutputs out_;
};

using Flaw = Flawed::Flaw;

Report run(Flaw flaw, verify::SchedulerRules rules = {}, schedule::Core* golden = nullptr) {
  Flawed device(flaw);
  rules.cycle_limit = 2000;
  return verify::verify_user_scheduler(golden, device, {}, rules, {60, 3}, {});
}

}  // namespace

TEST_CASE("A scheduler without a fault passes without a model of it, and with one") {
  for (const bool with_golden : {false, true}) {
    const auto golden = schedule::make_golden_core(kShape);
    const Report report = run(Flaw::none, {}, with_golden ? golden.get() : nullptr);
    INFO(report.first_mismatch);
    CHECK(report.mismatches == 0);
    CHECK(report.cases == 60);
    CHECK(report.load_cycles == 3);
    CHECK(report.efficiency_mean > 0.5);
  }
}

TEST_CASE("Each thing a scheduler must not do is caught and named") {
  struct Case {
    Flaw flaw;
    const char* named;
  };
  for (const Case& c : std::vector<Case>{
           {Flaw::hold_zero, "hold_o is 0 while valid_o"},
           {Flaw::hold_short, "the schedule is invalid"},
           {Flaw::column_beyond, "column_o of input 1 is 3, and there are 3 outputs"},
           {Flaw::column_twice, "inputs 0 and 2 are both connected to output"},
           {Flaw::drops_pair, "the schedule is invalid"},
           {Flaw::extra_pair, "connected with nothing left to send"},
           {Flaw::heeds_ready, "the permutation that waited for ready_i changed"},
           {Flaw::changes_while_waiting, "the permutation that waited for ready_i changed"},
           {Flaw::never_done, "never answers: no done_o after start_i within 2000 clocks"},
           {Flaw::never_ready, "never answers: no load_ready_o within 2000 clocks"},
           {Flaw::valid_when_idle, "valid_o outside a run"},
           {Flaw::loads_while_busy, "load_ready_o while busy_o"}}) {
    const Report report = run(c.flaw);
    INFO(c.named << "\n" << report.first_mismatch);
    CHECK(report.mismatches > 0);
    CHECK_THAT(report.first_mismatch, Catch::Contains(c.named) && Catch::Contains("seed 3, case "));
  }
  CHECK(run(Flaw::forgets_abort).mismatches > 0);
}

TEST_CASE("A pair with nothing to send passes where that is allowed") {
  CHECK(run(Flaw::extra_pair, {0, true}).mismatches == 0);
}

TEST_CASE("A scheduler that never answers ends the run with its first case") {
  const Report report = run(Flaw::never_done);
  CHECK(report.mismatches == 1);
  CHECK(report.clocks < 5000);
}

TEST_CASE("A scheduler that stops by itself is reported with the case") {
  const Report report = run(Flaw::stops);
  CHECK_THAT(report.stopped, Catch::Contains("seed 3, case ") && Catch::Contains("$stop"));
}

TEST_CASE("A scheduler that remembers passes, unless its history is looked at: then it is named") {
  verify::SchedulerRules history;
  history.history = true;
  const Report clean = run(Flaw::none, history);
  INFO(clean.first_mismatch);
  CHECK(clean.mismatches == 0);
  CHECK(clean.history_cases == 2 * 16 * 16);  // 12 directed demands and 4 random ones, in pairs
  for (const Flaw flaw : {Flaw::slower_after_full, Flaw::other_after_abort}) {
    CHECK(run(flaw).mismatches == 0);
    const Report report = run(flaw, history);
    CHECK(report.mismatches == 1);
    CHECK(report.first_mismatch_case >= 12 + 60);  // numbered after all others
    CHECK(report.history_cases == report.first_mismatch_case - 72 + 1);
    CHECK_THAT(report.fault, flaw == Flaw::slower_after_full
                                 ? Catch::Contains("after case 2 (directed: all entries at their "
                                                   "largest): its load takes 4 clocks, after a "
                                                   "reset 3")
                                 : Catch::Contains("which was aborted: its schedule is another"));
  }
}
