// SPDX-License-Identifier: Apache-2.0
#include "papers/circuits/optical.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "jacquard/base/error.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/core/core_names.hpp"
#include "jacquard/schedule/hops/hop_bound.hpp"
#include "jacquard/schedule/hops/makespan.hpp"
#include "jacquard/schedule/parallel/bound.hpp"
#include "jacquard/schedule/parallel/summary.hpp"
#include "jacquard/tool/stopwatch.hpp"
#include "papers/circuits/completion.hpp"

namespace jacquard::studies {
namespace {

using base::Picoseconds;
using demand::QuantaMatrix;
using schedule::Schedule;
using schedule::Scheduler;
using schedule::SchedulerOptions;
using schedule::SuiteDemand;
using schedule::SwitchShare;

constexpr int kTimedRuns = 3;
constexpr int kMostOffset = 2;  // starts of a ladder below its top

struct Try {
  SchedulerOptions options;
  std::string words;
};

// What a user would turn for a guard. All others read the guard themselves, or have nothing.
std::vector<Try> tries_of(const Scheduler& scheduler, const QuantaMatrix& quanta, int bits) {
  std::vector<Try> tries{{{}, ""}};  // as it ships
  const std::string name = scheduler.name;
  if (name == "ladder") {
    for (int floor = 0; floor < bits; ++floor) {
      for (int offset = 0; offset <= kMostOffset; ++offset) {
        SchedulerOptions o;
        o.floor = floor;
        o.top_offset = offset;
        tries.push_back({o, fmt::format("floor={} top_offset={}", floor, offset)});
      }
    }
  }
  if (name == "round-robin" || name == "round-robin-vlb") {
    for (std::int64_t hold = 1; hold <= quanta.largest_entry(); hold *= 2) {
      SchedulerOptions o;
      o.hold = hold;
      tries.push_back({o, fmt::format("hold={}", hold)});
    }
  }
  if (name == "tms") {
    for (const int lines : {1, 2, 4, 8}) {
      SchedulerOptions o;
      o.window = std::max<std::int64_t>(1, lines * quanta.largest_line_sum());
      tries.push_back({o, fmt::format("window={}", o.window)});
    }
  }
  return tries;
}

struct Made {
  Schedule schedule;
  std::vector<SwitchShare> shares;
  Picoseconds makespan{0};
};

Made make(const Scheduler& scheduler, const QuantaMatrix& quanta, const SchedulerOptions& options,
          int switches) {
  Made made{scheduler.run(quanta, options), {}, {}};
  if (switches == 1) {
    made.makespan = schedule::makespan(quanta, made.schedule);
    return made;
  }
  made.shares = schedule::over_switches(quanta, made.schedule, switches);
  for (const SwitchShare& share : made.shares) {
    made.makespan = std::max(made.makespan, schedule::makespan(share.demand, share.schedule));
  }
  return made;
}

// Nothing where the option is refused at this guard, as a window shorter than it is.
std::optional<Made> try_to_make(const Scheduler& scheduler, const QuantaMatrix& quanta,
                                const Try& one, int switches) {
  if (one.words.empty()) return make(scheduler, quanta, one.options, switches);
  try {
    return make(scheduler, quanta, one.options, switches);
  } catch (const base::ConfigError&) {
    return std::nullopt;
  }
}

std::string fault_of(const QuantaMatrix& quanta, const Made& made) {
  if (made.shares.empty()) return check(quanta, made.schedule).fault;
  for (const SwitchShare& share : made.shares) {
    if (auto fault = check(share.demand, share.schedule).fault; !fault.empty()) return fault;
  }
  return "";
}

schedule::LayerTime layer_of(const schedule::Suite& suite, const QuantaMatrix& quanta,
                             const Made& made) {
  std::vector<schedule::Arrival> arrivals;
  if (made.shares.empty()) arrivals = schedule::arrivals_of(quanta, made.schedule);
  for (const SwitchShare& share : made.shares) {
    const auto more = schedule::arrivals_of(share.demand, share.schedule);
    arrivals.insert(arrivals.end(), more.begin(), more.end());
  }
  return expert_layer(std::move(arrivals), quanta.clock().quantum, made.makespan, suite.expert);
}

Picoseconds bound_of(const QuantaMatrix& quanta, int switches) {
  return switches == 1 ? schedule::hop_bound(quanta, schedule::kAnyHops).time
                       : schedule::bound_over_switches(quanta, switches).makespan;
}

OpticalPoint judged(const OpticalSetting& setting, const SuiteDemand& demand,
                    const QuantaMatrix& quanta, int switches, const std::string& method,
                    const Made& made) {
  OpticalPoint p;
  p.method = method;
  p.of_case = demand.of_case;
  p.index = demand.index;
  p.guard = quanta.clock().guard;
  p.switches = switches;
  p.permutations = static_cast<std::int64_t>(made.schedule.permutations());
  if (!made.shares.empty()) {
    p.permutations = 0;
    for (const SwitchShare& share : made.shares)
      p.permutations += static_cast<std::int64_t>(share.schedule.permutations());
  }
  p.fault = fault_of(quanta, made);
  p.makespan = made.makespan;
  p.bound = bound_of(quanta, switches);
  if (p.fault.empty()) p.layer = layer_of(*setting.suite, quanta, made);
  return p;
}

// By its core where it has one of that size that decides as it does, settings as they come; else
// by this machine, before the first guard.
void time_decision(const OpticalSetting& setting, const QuantaMatrix& quanta,
                   const Scheduler& scheduler, const SchedulerOptions& options, OpticalPoint& p) {
  const auto kind = schedule::core_of_scheduler(scheduler.name);
  if (kind && quanta.ports() <= schedule::kMostTimedPorts) {
    schedule::CoreInputs inputs;
    inputs.top_offset = options.top_offset;
    inputs.floor = options.floor;
    const double slot = quanta.clock().slot_ps();
    const schedule::CoreShape shape{*kind, quanta.ports(), setting.suite->bits,
                                    std::min(options.diagonals_per_clock, quanta.ports())};
    const auto d = decide_in_hardware(shape, inputs, quanta, setting.clock_ps / slot);
    p.decision_wall_ns = static_cast<double>(d.cycles) * setting.clock_ps * 1e-3;
    const double quanta_taken = completion(d.schedule, quanta.clock().guard_in_slots(), d.ready);
    // In whole picoseconds, as the makespan, which slots of a fraction of one are rounded to.
    p.completion_wall_ps = std::max(std::round(quanta_taken * slot), double(p.makespan.count()));
  } else if (setting.timed) {
    p.decision_wall_ns =
        1e6 * tool::best_ms(kTimedRuns, [&] { (void)scheduler.run(quanta, options); });
    p.completion_wall_ps = static_cast<double>(p.makespan.count()) + 1e3 * *p.decision_wall_ns;
  }
}

}  // namespace

OpticalPoint optical_point(const OpticalSetting& setting, const SuiteDemand& demand,
                           Picoseconds guard, int switches, const Scheduler& scheduler) {
  const QuantaMatrix quanta =
      quantise(demand.matrix, quantisation_of(*setting.suite, guard, switches));
  std::optional<Made> best;
  Try with;
  for (const Try& one : tries_of(scheduler, quanta, setting.suite->bits)) {
    std::optional<Made> made = try_to_make(scheduler, quanta, one, switches);
    if (!made || (best && made->makespan >= best->makespan)) continue;
    best = std::move(made);
    with = one;
  }
  OpticalPoint p = judged(setting, demand, quanta, switches, scheduler.name, *best);
  p.options = with.words;
  if (switches == 1) time_decision(setting, quanta, scheduler, with.options, p);
  return p;
}

OpticalPoint optical_entry(const OpticalSetting& setting, const SuiteDemand& demand,
                           Picoseconds guard, const std::string& method, const Schedule& schedule,
                           base::Bytes quantum) {
  demand::Quantisation how = quantisation_of(*setting.suite, guard, 1);
  const Picoseconds bound = bound_of(quantise(demand.matrix, how), 1);
  how.bits.reset();
  how.quantum = quantum;
  const QuantaMatrix quanta = quantise(demand.matrix, how);
  Made made{schedule, {}, {}};
  const std::string fault = fault_of(quanta, made);
  if (fault.empty()) made.makespan = schedule::makespan(quanta, schedule);
  OpticalPoint p = judged(setting, demand, quanta, 1, method, made);
  p.bound = bound;
  return p;
}

void compare_points(std::vector<OpticalPoint>& points) {
  using Where = std::tuple<std::string, int, std::int64_t, int>;
  const auto where = [](const OpticalPoint& p) {
    return Where{p.of_case, p.index, p.guard.count(), p.switches};
  };
  std::map<Where, std::pair<Picoseconds, Picoseconds>> least;
  for (const OpticalPoint& p : points) {
    if (!p.fault.empty()) continue;
    const auto [it, first] = least.emplace(where(p), std::pair{p.makespan, p.layer_time()});
    it->second.first = std::min(it->second.first, p.makespan);
    it->second.second = std::min(it->second.second, p.layer_time());
  }
  for (OpticalPoint& p : points) {
    if (!p.fault.empty()) continue;
    const auto& [makespan, layer] = least.at(where(p));
    p.over_best = makespan.count() > 0 ? p.makespan / makespan : 1;
    p.layer_over_best = layer.count() > 0 ? p.layer_time() / layer : 1;
  }
}

std::vector<OpticalScore> optical_scores(const std::vector<OpticalPoint>& points) {
  std::vector<OpticalScore> scores;
  std::vector<std::int64_t> decided;
  for (const OpticalPoint& p : points) {
    if (!p.fault.empty()) continue;
    auto own = std::find_if(scores.begin(), scores.end(), [&](const OpticalScore& s) {
      return s.method == p.method && s.switches == p.switches;
    });
    if (own == scores.end()) {
      scores.push_back({p.method, p.switches, 0, 0, 1, 0, 0, {}});
      decided.push_back(0);
      own = scores.end() - 1;
    }
    ++own->points;
    own->over_best += std::log(p.over_best);
    own->layer_over_best += std::log(p.layer_over_best);
    own->worst = std::max(own->worst, p.over_best);
    own->share_best += p.over_best <= 1 ? 1 : 0;
    if (!p.decision_wall_ns) continue;
    own->decision_wall_ns = own->decision_wall_ns.value_or(0) + *p.decision_wall_ns;
    ++decided[static_cast<std::size_t>(own - scores.begin())];
  }
  for (std::size_t k = 0; k < scores.size(); ++k) {
    OpticalScore& s = scores[k];
    const auto count = static_cast<double>(s.points);
    s.over_best = std::exp(s.over_best / count);
    s.layer_over_best = std::exp(s.layer_over_best / count);
    s.share_best /= count;
    if (s.decision_wall_ns) *s.decision_wall_ns /= static_cast<double>(decided[k]);
  }
  std::stable_sort(scores.begin(), scores.end(), [](const OpticalScore& a, const OpticalScore& b) {
    return std::tie(a.switches, a.over_best) < std::tie(b.switches, b.over_best);
  });
  return scores;
}

}  // namespace jacquard::studies
