// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/own_arbiter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "jacquard/base/rng.hpp"
#include "jacquard/schedule/core/arbiter_core.hpp"
#include "jacquard/schedule/matching/maximum_matching.hpp"
#include "sim/rtl/model_stopped.hpp"
#include "sim/verify/arbiter_requests.hpp"
#include "sim/verify/arbiter_rules.hpp"

namespace jacquard::verify {
namespace {

constexpr std::int64_t kShownBefore = 16;  // cases in a waveform before the one it is about

int count(const Rows& rows) {
  int bits = 0;
  for (const base::Word row : rows) bits += base::count_bits(row);
  return bits;
}

int maximum(const Rows& requests) {
  const int n = static_cast<int>(requests.size());
  base::BitMatrix edges(n, n);
  for (int i = 0; i < n; ++i) edges.row(i)[0] = requests[static_cast<std::size_t>(i)];
  return schedule::MaximumMatching(n).augment(edges);
}

Rows rows_of(const schedule::Matching& columns) {
  Rows rows(columns.size(), 0);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] != schedule::kUnmatched) rows[i] = base::Word{1} << columns[i];
  }
  return rows;
}

class OwnArbiterRun {
 public:
  OwnArbiterRun(ArbiterDevice& device, int ports, const ArbiterRules& rules, const Cases& cases,
                const Progress& progress, const Replay& replay)
      : device_(device),
        rules_(rules),
        cases_(cases),
        requests_(ports, rules.priorities, cases),
        progress_(progress),
        replay_(replay),
        shown_from_(replay.only_case < 0
                        ? kNoCase
                        : std::max<std::int64_t>(0, replay.only_case - kShownBefore)),
        nothing_{Rows(static_cast<std::size_t>(ports), 0), 0},
        rng_(cases.seed, "verify/own arbiter") {
    report_.directed_cases = requests_.directed();
    report_.exhaustive_cases = requests_.exhaustive();
  }

  Report run() {
    try {
      reset(3, nothing_);
      for (index_ = 0; index_ < requests_.count() && !over_; ++index_) {
        if (index_ == shown_from_) replay_.dump(true);
        disturb();
        clock({index_, clock_, requests_.at(index_)});
      }
      for (int left = 0; left < rules_.latency && !over_; ++left)
        clock({kNoCase, clock_, nothing_});
    } catch (const rtl::ModelStopped& stopped) {
      report_.stopped_by_assertion = stopped.is_assertion();
      report_.stopped =
          fmt::format("seed {}, {}, clock {}: {}", cases_.seed, told(index_), clock_, stopped.why);
      if (report_.first_mismatch_case < 0) report_.first_mismatch_case = index_;
    }
    finish();
    return report_;
  }

 private:
  static constexpr std::int64_t kNoCase = -1;

  struct Asked {
    std::int64_t index;  // kNoCase: a gap, whose answer is judged all the same
    std::int64_t clock;
    ArbiterRequest request;
  };

  // Between random requests: a gap, or a reset while answers are under way.
  void disturb() {
    if (index_ < report_.directed_cases + report_.exhaustive_cases) return;
    if (rng_.chance(0.1)) clock({kNoCase, clock_, nothing_});
    if (!rng_.chance(0.02)) return;
    for (int left = 0; left < rules_.latency; ++left) clock({kNoCase, clock_, nothing_});
    const ArbiterRequest lost = requests_.at(index_);
    for (int i = 0; i < rules_.latency; ++i) step(lost, false);
    reset(static_cast<int>(rng_.between(1, 3)), lost);
  }

  // What was asked before it and in it is not answered.
  void reset(int clocks, const ArbiterRequest& stray) {
    for (int i = 0; i < clocks; ++i) step(stray, true);
    flight_.clear();
  }

  const Rows& step(const ArbiterRequest& request, bool reset) {
    const Rows& grants = device_.step(request, reset);
    ++clock_;
    ++report_.clocks;
    return grants;
  }

  void clock(Asked asked) {
    flight_.push_back(std::move(asked));
    const Rows& grants = step(flight_.back().request, false);
    if (static_cast<int>(flight_.size()) <= rules_.latency) return;
    judge(flight_.front(), grants);
    flight_.pop_front();
  }

  void judge(const Asked& asked, const Rows& grants) {
    const Rows& rows = asked.request.rows;
    std::string fault = broken_rule(rows, grants, rules_.maximal);
    Rows expected;
    if (rules_.wwfa) {
      expected = rows_of(schedule::wave_front(rows, asked.request.priority));
      if (fault.empty() && expected != grants) fault = "not what the golden wwfa answers";
    }
    asked_ += count(rows);
    granted_ += count(grants);
    if (!fault.empty()) mismatch(asked, grants, expected, fault);
    if (asked.index == kNoCase) return;
    if (asked.index >= report_.directed_cases + report_.exhaustive_cases) {
      const int most = maximum(rows);
      const int counted = fault.empty() ? count(grants) : 0;
      efficiency_ += most == 0 ? 1.0 : static_cast<double>(counted) / most;
      ++report_.cases;
    }
    if (progress_) progress_(asked.index + 1);
    over_ = over_ || asked.index == replay_.only_case;
  }

  void mismatch(const Asked& asked, const Rows& grants, const Rows& expected,
                const std::string& fault) {
    if (report_.mismatches++ > 0) return;
    const int n = static_cast<int>(grants.size());
    report_.first_mismatch_case = asked.index == kNoCase ? index_ : asked.index;
    const std::string priority =
        rules_.priorities ? fmt::format(", prio_i = {}", asked.request.priority) : "";
    report_.first_mismatch = fmt::format(
        "seed {}, {}, asked in clock {}, answered in clock {}: {}\n"
        "  stimulus: req_i = {}{}\n  got:      gnt_o = {}\n",
        cases_.seed, asked.index == kNoCase ? "a gap before " + told(index_) : told(asked.index),
        asked.clock, clock_ - 1, fault, verilog_number(asked.request.rows, n), priority,
        verilog_number(grants, n));
    if (!expected.empty()) {
      report_.first_mismatch += "  expected: gnt_o = " + verilog_number(expected, n) + "\n";
    }
    report_.first_mismatch += picture(asked.request.rows, grants, n);
  }

  std::string told(std::int64_t index) const {
    return fmt::format("case {} ({})", index, requests_.label(index));
  }

  void finish() {
    if (asked_ > 0 && granted_ == 0 && report_.stopped.empty()) {
      if (report_.mismatches == 0) {
        report_.mismatches = 1;
        report_.first_mismatch_case = requests_.directed() - 1;
        report_.first_mismatch = fmt::format("seed {}", cases_.seed);
      }
      report_.first_mismatch +=
          fmt::format("\n  It never answers: no grant in any of {} clocks (latency {}).", clock_,
                      rules_.latency);
    }
    if (report_.clocks > 0) {
      report_.cycles_mean = rules_.latency;
      report_.cycles_max = report_.first_permutation_cycles_max = rules_.latency;
    }
    report_.efficiency_mean =
        efficiency_ / static_cast<double>(std::max<std::int64_t>(report_.cases, 1));
  }

  ArbiterDevice& device_;
  ArbiterRules rules_;
  Cases cases_;
  ArbiterRequests requests_;
  const Progress& progress_;
  const Replay& replay_;
  std::int64_t shown_from_;
  ArbiterRequest nothing_;
  base::Rng rng_;
  Report report_;
  std::deque<Asked> flight_;
  std::int64_t index_ = 0;
  std::int64_t clock_ = 0;
  std::int64_t asked_ = 0, granted_ = 0;
  double efficiency_ = 0;
  bool over_ = false;
};

}  // namespace

Report verify_own_arbiter(ArbiterDevice& device, int ports, const ArbiterRules& rules,
                          const Cases& cases, const Progress& progress, const Replay& replay) {
  return OwnArbiterRun(device, ports, rules, cases, progress, replay).run();
}

}  // namespace jacquard::verify
