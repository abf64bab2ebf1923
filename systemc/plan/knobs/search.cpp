// SPDX-License-Identifier: Apache-2.0
#include "systemc/plan/knobs/search.hpp"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <limits>

#include "jacquard/base/error.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "systemc/plan/knobs/bound.hpp"
#include "systemc/train/stack_of_step.hpp"

namespace jacquard::knobs {
namespace {

using engine::step::ListSchedule;
using workload::Parallelism;

constexpr std::int64_t kAtOnce = 64;  // settings of a share of a thread

train::TrainConfig config_of(const Problem& problem, const Parallelism& parallel) {
  train::TrainConfig config = problem.config;
  config.parallel = parallel;
  return config;
}

// What went wrong, without the place: that is the setting itself.
std::string reason_of(const base::ConfigError& error) {
  const base::InputFault& fault = error.fault();
  std::string text = fault.source == "setting" ? fault.where : fault.source + ", " + fault.where;
  while (!text.empty() && (text.front() == '/' || text.front() == ',')) text.erase(0, 1);
  return text + (text.empty() ? "" : ": ") + "expected " + fault.expected + ", found " +
         fault.found;
}

const workload::Memory& fullest(const std::vector<workload::Memory>& stages) {
  return *std::max_element(stages.begin(), stages.end(),
                           [](const auto& a, const auto& b) { return a.total() < b.total(); });
}

base::Bytes limit_of(const Problem& problem) {
  if (problem.memory.count() > 0) return problem.memory;
  return train::npu_of(problem.config.system, problem.places.of("system")).memory;
}

bool fits(const workload::Memory& memory, base::Bytes limit, double margin) {
  return limit.count() <= 0 || static_cast<double>(memory.total().count()) * (1 + margin) <=
                                   static_cast<double>(limit.count());
}

// What a thread keeps from one setting to the next.
struct Kept {
  ListSchedule schedule;
  engine::step::KnownTimes known;
  std::vector<workload::ClassProgram> spare;  // whose memory programs take
};
using KeptByThread = tbb::enumerable_thread_specific<Kept>;

// All but the time. `bounds`: whether its bound is asked for.
void look_at(const Problem& problem, base::Bytes limit, bool bounds, Kept& kept, Setting& setting) {
  try {
    train::Step step =
        train::without_program(config_of(problem, setting.parallel), {"setting", ""});
    setting.memory = fullest(step.memory);
    if (!fits(setting.memory, limit, problem.margin)) {
      setting.verdict = Verdict::too_big;
      return;
    }
    setting.verdict = Verdict::bounded;
    step.known = &kept.known;
    if (bounds) setting.bound = lower_bound(step);
  } catch (const base::ConfigError& error) {
    setting.verdict = Verdict::refused;
    setting.reason = reason_of(error);
  }
}

void time(const Problem& problem, Kept& kept, Setting& setting) {
  try {
    train::TrainConfig config = config_of(problem, setting.parallel);
    config.ignore_memory = true;  // looked at before, against another limit
    if (train::wants_stack(config)) {
      setting.time = train::analytic_time(train::prepare(config, {"setting", ""}), kept.schedule);
    } else {
      train::Step step = train::without_program(config, {"setting", ""});
      step.known = &kept.known;
      std::vector<workload::ClassProgram>& spare = kept.spare;
      const auto stages = static_cast<std::size_t>(config.parallel.pp);
      if (spare.size() < stages) spare.resize(stages);
      const auto end = spare.begin() + config.parallel.pp;
      step.program.classes.assign(std::make_move_iterator(spare.begin()),
                                  std::make_move_iterator(end));
      train::add_program(step);
      setting.time = train::analytic_time(step, kept.schedule);
      std::move(step.program.classes.begin(), step.program.classes.end(), spare.begin());
    }
    setting.verdict = Verdict::timed;
  } catch (const base::ConfigError& error) {
    setting.verdict = Verdict::refused;
    setting.reason = reason_of(error);
  }
}

void time_all(const Problem& problem, const std::vector<std::size_t>& which, KeptByThread& kept,
              std::vector<Setting>& settings) {
  tool::run_in_threads(static_cast<std::int64_t>(which.size()), problem.threads,
                       [&](std::int64_t i) {
                         time(problem, kept.local(), settings[which[static_cast<std::size_t>(i)]]);
                       });
}

class Search {
 public:
  Search(const Problem& problem, const Wanted& wanted, const OnProgress& progress)
      : problem_(problem), wanted_(wanted), progress_(progress) {}

  Found run(std::vector<Parallelism> space) {
    found_.limit = limit_of(problem_);
    found_.settings.resize(space.size());
    for (std::size_t i = 0; i < space.size(); ++i) {
      found_.settings[i].parallel = std::move(space[i]);
    }
    look_at_all();
    time_the_best();
    put_in_order();
    return std::move(found_);
  }

 private:
  void look_at_all() {
    const auto all = static_cast<std::int64_t>(found_.settings.size());
    const bool bounds = wanted_.best > 0;
    std::atomic<std::int64_t> done{0};
    tool::run_in_threads((all + kAtOnce - 1) / kAtOnce, problem_.threads, [&](std::int64_t share) {
      const std::int64_t end = std::min(all, (share + 1) * kAtOnce);
      for (std::int64_t i = share * kAtOnce; i < end; ++i) {
        look_at(problem_, found_.limit, bounds, kept_.local(),
                found_.settings[static_cast<std::size_t>(i)]);
      }
      done += end - share * kAtOnce;
      progress_(static_cast<double>(done), static_cast<double>(all), "memory and bounds");
    });
    for (std::size_t i = 0; i < found_.settings.size(); ++i) {
      if (found_.settings[i].verdict == Verdict::bounded) by_bound_.push_back(i);
    }
    std::stable_sort(by_bound_.begin(), by_bound_.end(), [this](std::size_t a, std::size_t b) {
      return found_.settings[a].bound < found_.settings[b].bound;
    });
  }

  // The time that a setting's bound must be below to matter still.
  std::int64_t threshold() {
    std::int64_t least = -1;
    if (wanted_.faster_than && timed_ < wanted_.most) least = wanted_.faster_than->count();
    if (times_.size() < wanted_.best) return std::numeric_limits<std::int64_t>::max();
    if (wanted_.best == 0) return least;
    const auto last = times_.begin() + static_cast<std::ptrdiff_t>(wanted_.best - 1);
    std::nth_element(times_.begin(), last, times_.end());
    return std::max(least, *last);
  }

  // In rounds of one length, whatever the threads, so that each run times the same settings.
  void time_the_best() {
    const bool every = wanted_.best == 0;
    while (timed_ < by_bound_.size()) {
      const std::int64_t most = every ? std::numeric_limits<std::int64_t>::max() : threshold();
      std::size_t end = timed_;
      while (end < by_bound_.size() && end < timed_ + static_cast<std::size_t>(wanted_.at_once) &&
             found_.settings[by_bound_[end]].bound.count() <= most) {
        ++end;
      }
      if (end == timed_) return;
      const auto first = by_bound_.begin() + static_cast<std::ptrdiff_t>(timed_);
      const auto last = by_bound_.begin() + static_cast<std::ptrdiff_t>(end);
      time_all(problem_, {first, last}, kept_, found_.settings);
      for (; timed_ < end; ++timed_) {
        const auto& answer = found_.settings[by_bound_[timed_]].time;
        if (answer) times_.push_back(answer->count());
      }
      progress_(static_cast<double>(timed_), 0,
                "times, best bounds first");  // how many is not known
    }
  }

  void put_in_order() {
    for (const Setting& s : found_.settings) {
      found_.refused += s.verdict == Verdict::refused;
      found_.too_big += s.verdict == Verdict::too_big;
      found_.bounded += s.verdict == Verdict::bounded;
      found_.timed += s.verdict == Verdict::timed;
    }
    std::int64_t nearest_bound = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < found_.settings.size(); ++i) {
      const Setting& s = found_.settings[i];
      if (s.verdict == Verdict::timed || s.verdict == Verdict::bounded) found_.order.push_back(i);
      if (s.verdict == Verdict::bounded) {
        nearest_bound = std::min(nearest_bound, s.bound.count());
      }
    }
    const auto key = [this](std::size_t i) {
      const Setting& s = found_.settings[i];
      return std::make_pair(!s.time, s.time ? s.time->count() : s.bound.count());
    };
    std::stable_sort(found_.order.begin(), found_.order.end(),
                     [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    while (found_.exact < found_.timed &&
           key(found_.order[static_cast<std::size_t>(found_.exact)]).second < nearest_bound) {
      ++found_.exact;
    }
  }

  const Problem& problem_;
  const Wanted& wanted_;
  const OnProgress& progress_;
  KeptByThread kept_;
  Found found_;
  std::vector<std::size_t> by_bound_;
  std::size_t timed_ = 0;  // of by_bound_
  std::vector<std::int64_t> times_;
};

}  // namespace

Found search(const Problem& problem, std::vector<Parallelism> space, const Wanted& wanted,
             const OnProgress& progress) {
  return Search(problem, wanted, progress).run(std::move(space));
}

void time_settings(const Problem& problem, const std::vector<std::size_t>& which,
                   std::vector<Setting>& settings) {
  KeptByThread kept;
  time_all(problem, which, kept, settings);
}

Setting evaluate(const Problem& problem, const Parallelism& parallel) {
  Setting setting;
  setting.parallel = parallel;
  Kept kept;
  look_at(problem, limit_of(problem), true, kept, setting);
  if (setting.verdict == Verdict::bounded) time(problem, kept, setting);
  return setting;
}

}  // namespace jacquard::knobs
