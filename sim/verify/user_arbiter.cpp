// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/user_arbiter.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/rtl/model_stopped.hpp"
#include "jacquard/schedule/matching/maximum_matching.hpp"
#include "sim/verify/arbiter_bench.hpp"
#include "sim/verify/arbiter_requests.hpp"
#include "sim/verify/held_requests.hpp"
#include "sim/verify/watched_core.hpp"

namespace jacquard::verify {
namespace {

constexpr std::int64_t kShownBefore = 16;  // cases in a waveform before the one it is about
constexpr int kManyPorts = 16;

std::int64_t saturated_clocks(int ports) { return ports <= kManyPorts ? 4096 : 1024; }

class MaximumOf {
 public:
  explicit MaximumOf(int ports) : edges_(ports, ports), matching_(ports) {}
  int operator()(const Rows& requests) {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      edges_.row(static_cast<int>(i))[0] = requests[i];
    }
    matching_.clear();
    return matching_.augment(edges_);
  }

 private:
  base::BitMatrix edges_;
  schedule::MaximumMatching matching_;
};

class UserArbiterRun {
 public:
  UserArbiterRun(ArbiterDevice& device, int ports, const ArbiterRules& rules, const Cases& cases,
                 const Progress& progress, const Replay& replay)
      : n_(ports),
        rules_(rules),
        cases_(cases),
        requests_(ports, rules.priorities, cases),
        held_(ports, cases.seed),
        progress_(progress),
        replay_(replay),
        bench_(
            device, ports, rules, cases.seed, [this](std::int64_t k) { return label(k); }, report_),
        maximum_(ports),
        rng_(cases.seed, "verify/own arbiter") {
    report_.directed_cases = requests_.directed();
    report_.exhaustive_cases = requests_.exhaustive();
    report_.held_cases = held_.count();
    if (replay.only_case >= 0) {
      shown_from_ = std::max<std::int64_t>(0, replay.only_case - kShownBefore);
    }
  }

  Report run() {
    try {
      bench_.reset(3, nothing());
      run_cases();
      run_held();
      run_saturated();
    } catch (const BrokenRule& broken) {
      bench_.broke(index_, broken.what);
      report_.ended_early = true;
    } catch (const rtl::ModelStopped& stopped) {
      report_.stopped_by_assertion = stopped.is_assertion();
      report_.ended_early = true;
      report_.stopped = fmt::format("seed {}, {}, clock {}: {}", cases_.seed,
                                    bench_.describe(index_), bench_.clocks(), stopped.why);
      if (report_.first_mismatch_case < 0) report_.first_mismatch_case = index_;
      if (report_.first_mismatch_clock < 0) report_.first_mismatch_clock = bench_.clocks();
    }
    finish();
    return report_;
  }

 private:
  ArbiterRequest nothing() const { return {Rows(static_cast<std::size_t>(n_), 0), 0, false}; }

  std::string label(std::int64_t index) const {
    if (index < requests_.count()) return requests_.label(index);
    index -= requests_.count();
    return index < held_.count() ? held_.at(index).label : "saturated queues";
  }

  // False when nothing of the case is to be run, as a replay is over.
  bool begin(std::int64_t index) {
    index_ = index;
    if (index == shown_from_) replay_.dump(true);
    return !over();
  }

  bool over() const { return over_at_ >= 0 && bench_.clocks() >= over_at_; }

  void done(std::int64_t index) {
    if (progress_) progress_(index + 1);
    if (index != replay_.only_case) return;
    over_at_ = bench_.clocks() + replay_.further_clocks;
    if (replay_.further_clocks > 0) replay_.dump(false);
  }

  void run_cases() {
    bench_.hear([this](const ArbiterBench::Asked& asked, const Rows& grants, bool right) {
      if (asked.index >= report_.directed_cases + report_.exhaustive_cases) {
        const int most = maximum_(asked.request.rows);
        const int counted = right ? count_pairs(grants) : 0;
        efficiency_ += most == 0 ? 1.0 : static_cast<double>(counted) / most;
        ++report_.cases;
      }
      done(asked.index);
    });
    for (std::int64_t index = 0; index < requests_.count() && begin(index); ++index) {
      stress();
      bench_.ask(index, requests_.at(index));
    }
    if (!over()) bench_.drain();
  }

  // Between random requests: a gap, or a reset while answers are under way.
  void stress() {
    if (index_ < report_.directed_cases + report_.exhaustive_cases) return;
    if (rng_.chance(0.1)) bench_.gap(requests_.at(index_));
    if (!rng_.chance(0.02)) return;
    bench_.drain();
    bench_.reset(static_cast<int>(rng_.between(1, 3)), requests_.at(index_));
  }

  // Each case until every pair has been granted, or has waited for too long. The first pair that
  // does ends this part: of an arbiter that is unfair many would.
  void run_held() {
    bool starves = false;
    for (std::int64_t k = 0; k < held_.count() && !starves; ++k) {
      if (!begin(requests_.count() + k)) return;
      const HeldRequest request = held_.at(k);
      const bool judged = request.alone || rules_.max_wait > 0;
      const bool all = request.rounds > 1;  // measured in any case
      if (judged || all) starves = hold(k, request) && judged;
      done(index_);
    }
  }

  // Whether a pair starves.
  bool hold(std::int64_t k, const HeldRequest& request) {
    const std::int64_t limit = rules_.max_wait > 0 ? rules_.max_wait : std::int64_t{n_} * n_;
    const std::int64_t first = bench_.clocks();
    std::vector<std::int64_t> last(static_cast<std::size_t>(n_ * n_), 0);
    Rows starved(static_cast<std::size_t>(n_), 0);
    std::int64_t answers = 0, ended = 0;
    bench_.hear([&](const ArbiterBench::Asked& asked, const Rows& grants, bool) {
      if (asked.index != index_ || ended > 0) return;
      answers = asked.clock - first + 1;
      bool all = true;
      for (int i = 0; i < n_; ++i) {
        const auto row = static_cast<std::size_t>(i);
        base::for_each_bit(request.held[row], 0, [&](int j) {
          std::int64_t& since = base::at(last, i * n_ + j);
          if ((grants[row] >> j) & 1) {
            report_.longest_wait = std::max(report_.longest_wait, answers - since);
            since = answers;
          } else if (answers - since >= limit) {
            starved[row] |= base::Word{1} << j;
          }
          all = all && since > 0;
        });
      }
      const bool long_enough = request.rounds == 1 || answers >= limit * request.rounds;
      if ((all && long_enough) || count_pairs(starved) > 0) ended = answers;
    });
    for (std::int64_t clock = 0; ended == 0; ++clock) {
      const int priority = rules_.priorities ? static_cast<int>(clock % n_) : 0;
      bench_.ask(index_, {held_.asked(k, request, clock), priority});
    }
    const int pairs = count_pairs(starved);
    report_.starved_pairs = std::max<std::int64_t>(report_.starved_pairs, pairs);
    if (pairs > 0 && (request.alone || rules_.max_wait > 0)) say_starved(request, starved, limit);
    bench_.drain();
    return pairs > 0;
  }

  void say_starved(const HeldRequest& request, const Rows& starved, std::int64_t limit) {
    const auto row = static_cast<std::size_t>(
        std::find_if(starved.begin(), starved.end(), [](base::Word w) { return w != 0; }) -
        starved.begin());
    const int pairs = count_pairs(starved);
    std::string fault =
        fmt::format("input {} asked for output {} in {} clocks on end{} and was not granted it",
                    row, base::lowest_bit(starved[row]), limit, request.alone ? ", alone," : "");
    std::string text =
        fmt::format("{}, clock {}: {}", bench_.describe(index_), bench_.clocks() - 1, fault);
    if (pairs > 1) text += fmt::format(", as were {} more pairs", pairs - 1);
    if (!request.alone) {
      text +=
          fmt::format("\n  It may wait for {} clocks (--max-wait; 0 where it may starve).", limit);
    }
    bench_.mismatch(index_, fault, text);
  }

  void run_saturated() {
    if (!begin(requests_.count() + held_.count())) return;
    std::int64_t granted = 0, most = 0;
    bench_.hear([&](const ArbiterBench::Asked& asked, const Rows& grants, bool right) {
      if (asked.index != index_) return;
      granted += right ? count_pairs(grants) : 0;
      most += maximum_(asked.request.rows);
    });
    for (std::int64_t clock = 0; clock < saturated_clocks(n_); ++clock) {
      const int priority = rules_.priorities ? static_cast<int>(clock % n_) : 0;
      bench_.ask(index_, {saturated_requests(n_, cases_.seed, clock), priority});
    }
    bench_.drain();
    report_.efficiency_saturated =
        most == 0 ? 1.0 : static_cast<double>(granted) / static_cast<double>(most);
    if (report_.efficiency_saturated < rules_.min_efficiency) {
      const std::string fault = fmt::format(
          "of a maximum matching {:.4f} is granted where every pair asks in half of the clocks; at "
          "least {} is expected",
          report_.efficiency_saturated, rules_.min_efficiency);
      bench_.mismatch(index_, fault,
                      fmt::format("{}, clock {}: {}", bench_.describe(index_), bench_.clocks() - 1,
                                  fault + " (--min-efficiency)"));
    }
    done(index_);
  }

  void finish() {
    report_.cover = bench_.cover();
    if (bench_.granted_nothing() && report_.stopped.empty()) {
      if (report_.mismatches == 0) {
        bench_.mismatch(requests_.directed() - 1, "it never answers", "");
      }
      report_.first_mismatch +=
          fmt::format("\n  It never answers: no grant in any of {} clocks (latency {}).",
                      bench_.clocks(), rules_.latency);
    }
    if (report_.clocks > 0) {
      report_.cycles_mean = rules_.latency;
      report_.cycles_max = report_.first_permutation_cycles_max = rules_.latency;
    }
    report_.efficiency_mean =
        efficiency_ / static_cast<double>(std::max<std::int64_t>(report_.cases, 1));
  }

  int n_;
  ArbiterRules rules_;
  Cases cases_;
  ArbiterRequests requests_;
  HeldRequests held_;
  const Progress& progress_;
  const Replay& replay_;
  Report report_;
  ArbiterBench bench_;
  MaximumOf maximum_;
  std::int64_t shown_from_ = -1;
  std::int64_t over_at_ = -1;  // clock after which a replay has shown all
  base::Rng rng_;
  std::int64_t index_ = 0;
  double efficiency_ = 0;
};

}  // namespace

std::int64_t default_max_wait(int ports, bool priorities, bool clocked) {
  if (priorities) return ports;
  return clocked ? std::int64_t{ports} * ports : 0;
}

std::int64_t user_arbiter_cases(int ports, bool priorities, const Cases& cases) {
  return ArbiterRequests(ports, priorities, cases).count() +
         HeldRequests(ports, cases.seed).count() + 1;
}

Report verify_user_arbiter(ArbiterDevice& device, int ports, const ArbiterRules& rules,
                           const Cases& cases, const Progress& progress, const Replay& replay) {
  return UserArbiterRun(device, ports, rules, cases, progress, replay).run();
}

}  // namespace jacquard::verify
