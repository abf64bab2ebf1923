// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/arbiter_bench.hpp"

#include <fmt/format.h>

#include "jacquard/schedule/core/arbiter_core.hpp"

namespace jacquard::verify {
namespace {

constexpr std::size_t kMostMismatchClocks = 1000;

Rows rows_of(const schedule::Matching& columns) {
  Rows rows(columns.size(), 0);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] != schedule::kUnmatched) rows[i] = base::Word{1} << columns[i];
  }
  return rows;
}

}  // namespace

int count_pairs(const Rows& rows) {
  int bits = 0;
  for (const base::Word row : rows) bits += base::count_bits(row);
  return bits;
}

ArbiterBench::ArbiterBench(ArbiterDevice& device, int ports, const ArbiterRules& rules,
                           std::uint64_t seed, std::function<std::string(std::int64_t)> label,
                           Report& report)
    : device_(device),
      n_(ports),
      rules_(rules),
      seed_(seed),
      label_(std::move(label)),
      report_(report),
      cover_(ports, ports, ports) {}

void ArbiterBench::ask(std::int64_t index, const ArbiterRequest& request) {
  last_case_ = index;
  clock({index, clock_, request});
}

void ArbiterBench::gap(const ArbiterRequest& stray) {
  ArbiterRequest request{Rows(stray.rows.size(), 0), stray.priority, false};
  if (rules_.valids) request.rows = stray.rows;
  clock({kNoCase, clock_, request});
}

void ArbiterBench::drain() {
  const ArbiterRequest nothing{Rows(static_cast<std::size_t>(n_), 0), 0, false};
  for (int left = 0; left < rules_.latency; ++left) gap(nothing);
}

void ArbiterBench::reset(int clocks, const ArbiterRequest& under_way) {
  for (int left = 0; left < rules_.latency; ++left) step(under_way, false);
  for (int left = 0; left < clocks; ++left) step(under_way, true);
  flight_.clear();
}

const Rows& ArbiterBench::step(const ArbiterRequest& request, bool reset) {
  const Rows& grants = device_.step(request, reset);
  ++clock_;
  ++report_.clocks;
  return grants;
}

void ArbiterBench::clock(Asked asked) {
  flight_.push_back(std::move(asked));
  const Rows& grants = step(flight_.back().request, false);
  if (static_cast<int>(flight_.size()) <= rules_.latency) return;
  const Asked answered = std::move(flight_.front());
  flight_.pop_front();
  judge(answered, grants);
}

void ArbiterBench::judge(const Asked& asked, const Rows& grants) {
  const bool gap = rules_.valids && !asked.request.valid;
  const Rows& rows = asked.request.rows;
  std::string fault;
  Rows expected;
  if (rules_.valids && device_.answered() != asked.request.valid) {
    fault = gap ? "valid_o is 1 though nothing was asked" : "valid_o is 0 where the answer is due";
  } else if (!gap) {
    fault = broken_rule(rows, grants, rules_.maximal);
    if (rules_.wwfa) {
      expected = rows_of(schedule::wave_front(rows, asked.request.priority));
      if (fault.empty() && expected != grants) fault = "not what the golden wwfa answers";
    }
    asked_ += count_pairs(rows);
    granted_ += count_pairs(grants);
    cover_.clock(rows, grants);
  }
  if (!fault.empty()) wrong_answer(asked, grants, expected, fault);
  if (asked.index != kNoCase) hear_(asked, grants, fault.empty());
}

void ArbiterBench::wrong_answer(const Asked& asked, const Rows& grants, const Rows& expected,
                                const std::string& fault) {
  if (report_.mismatches > 0) {  // only the first one is shown
    mismatch(asked.index, "", "");
    return;
  }
  const std::string priority =
      rules_.priorities ? fmt::format(", prio_i = {}", asked.request.priority) : "";
  std::string text = fmt::format(
      "{}, asked in clock {}, answered in clock {}: {}\n  stimulus: req_i = {}{}\n"
      "  got:      gnt_o = {}\n",
      asked.index == kNoCase ? "a gap after " + describe(last_case_) : describe(asked.index),
      asked.clock, clock_ - 1, fault, verilog_number(asked.request.rows, n_, rules_.request_at),
      priority, verilog_number(grants, n_, rules_.grant_at));
  if (!expected.empty()) {
    text += "  expected: gnt_o = " + verilog_number(expected, n_, rules_.grant_at) + "\n";
  }
  text += picture(asked.request.rows, grants, n_);
  mismatch(asked.index == kNoCase ? last_case_ : asked.index, fault, text);
}

void ArbiterBench::mismatch(std::int64_t index, const std::string& fault, const std::string& text) {
  if (report_.mismatch_clocks.size() < kMostMismatchClocks) {
    report_.mismatch_clocks.push_back(clock_ - 1);
  }
  if (!report_.mismatch_in(index)) return;
  report_.first_mismatch_case = index;
  report_.first_mismatch_clock = clock_ - 1;
  report_.fault = fault;
  report_.first_mismatch = fmt::format("seed {}, {}", seed_, text);
}

void ArbiterBench::broke(std::int64_t index, const std::string& fault) {
  ++clock_;  // the one that did not end
  mismatch(index, fault, fmt::format("{}, clock {}: {}", describe(index), clock_ - 1, fault));
}

std::string ArbiterBench::describe(std::int64_t index) const {
  return fmt::format("case {} ({})", index, label_(index));
}

}  // namespace jacquard::verify
