// SPDX-License-Identifier: Apache-2.0
#include "papers/circuits/regimes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/config/quantity_text.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/hops/hop_bound.hpp"
#include "jacquard/schedule/hops/makespan.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "papers/circuits/circuit_runs.hpp"

namespace jacquard::studies {
namespace {

using base::Picoseconds;
using config::show_quantity;

RegimePoint of_matrix(const RegimeOptions& o, const std::string& name, Picoseconds guard) {
  demand::Quantisation how;
  how.rate = o.rate;
  how.bits = o.bits;
  how.guard = guard;
  const demand::QuantaMatrix quanta = quantise(*o.demand, how);
  const schedule::Schedule schedule = schedule::find_scheduler(name).run(quanta, {});
  RegimePoint point{"matrix", "circuit", name, guard, schedule::makespan(quanta, schedule)};
  point.family = schedule.family();
  point.hops = schedule.hops();
  point.settings = static_cast<std::int64_t>(schedule.permutations());
  point.bound = schedule::hop_bound(quanta, schedule::kAnyHops).time;
  return point;
}

// The largest line at the rate of a link.
Picoseconds ideal_of_matrix(const RegimeOptions& o) {
  return base::transfer_time(o.demand->largest_line_sum(), o.rate);
}

using Run = std::function<Picoseconds(const std::string& fabric, const Circuits& circuits)>;

void sweep(const RegimeOptions& o, const std::string& measure, const Run& run,
           const std::vector<std::string>& others, RegimeAnswer& answer,
           const std::function<void(const std::string&)>& progress) {
  for (const std::string& fabric : others) {
    progress(measure + ", " + fabric);
    answer.points.push_back({measure, fabric, "", {}, run(fabric, {})});
  }
  for (const Picoseconds guard : o.guards) {
    for (const std::string& name : o.schedulers) {
      progress(fmt::format("{}, guard {}, {}", measure, show_quantity(guard), name));
      answer.points.push_back(
          {measure, "circuit", name, guard, run("circuit", {name, Picoseconds{0}, guard})});
    }
  }
}

void mark_best(RegimeAnswer& answer) {
  for (RegimePoint& p : answer.points) {
    p.best =
        p.guard &&
        std::none_of(answer.points.begin(), answer.points.end(), [&](const RegimePoint& other) {
          return other.measure == p.measure && other.guard == p.guard && other.time < p.time;
        });
  }
}

RegimeCrossing crossing_of(const RegimeAnswer& answer, const std::string& measure) {
  RegimeCrossing crossing{measure, {}, ""};
  std::optional<Picoseconds> packets;
  std::vector<const RegimePoint*> best;
  for (const RegimePoint& p : answer.points) {
    if (p.measure != measure) continue;
    if (p.fabric == "packet") packets = p.time;
    if (p.best && (best.empty() || best.back()->guard != p.guard)) best.push_back(&p);
  }
  const auto ahead = [&](const RegimePoint* p) { return p->time < *packets; };
  crossing.winner = ahead(best.front()) ? "circuit" : "packet";
  for (std::size_t k = 1; k < best.size(); ++k) {
    if (!ahead(best[k - 1]) || ahead(best[k])) continue;
    const auto log_of = [](const RegimePoint* p) {
      return std::log(static_cast<double>(std::max<std::int64_t>(1, p->guard->count())));
    };
    const double share = (*packets - best[k - 1]->time) / (best[k]->time - best[k - 1]->time);
    const double at = log_of(best[k - 1]) + share * (log_of(best[k]) - log_of(best[k - 1]));
    crossing.guard = Picoseconds{std::llround(std::exp(at))};
    crossing.winner = "";
    break;
  }
  return crossing;
}

}  // namespace

RegimeAnswer regimes(const RegimeOptions& o,
                     const std::function<void(const std::string&)>& progress) {
  RegimeAnswer answer;
  if (o.demand) {
    answer.points.push_back({"matrix", "ideal", "", {}, ideal_of_matrix(o)});
    for (const Picoseconds guard : o.guards) {
      for (const std::string& name : o.schedulers) {
        progress("matrix, " + name);
        answer.points.push_back(of_matrix(o, name, guard));
      }
    }
  }
  if (o.job) {
    const Run run = [&](const std::string& fabric, const Circuits& circuits) {
      return step_time(*o.job, o.places, fabric, circuits);
    };
    sweep(o, "step", run, {"packet"}, answer, progress);
  }
  if (!o.serving.model.empty()) {
    const Run run = [&](const std::string& fabric, const Circuits& circuits) {
      return mean_exchange({o.serving, o.requests, o.seed, o.threads}, fabric, circuits);
    };
    sweep(o, "exchange", run, {"ideal", "packet"}, answer, progress);
  }
  mark_best(answer);
  if (o.job) answer.crossings.push_back(crossing_of(answer, "step"));
  if (!o.serving.model.empty()) answer.crossings.push_back(crossing_of(answer, "exchange"));
  return answer;
}

const report::MetricTable<RegimePoint>& regime_point_metrics() {
  using M = report::Metric<RegimePoint>;
  using report::Unit;
  static const report::MetricTable<RegimePoint> table(
      "regime_point", "A matrix, a step or a server's exchanges at one guard time.",
      {
          M("measure", Unit::text, &RegimePoint::measure,
            "matrix: a schedule's makespan; step: of a job; exchange: a server's mean.", "measure"),
          M("fabric", Unit::text, &RegimePoint::fabric, "Between the NPUs.", "fabric"),
          M("guard_ps", Unit::ps, &RegimePoint::guard, "t_x; null of other fabrics.", "guard")
              .or_null(),
          M("scheduler", Unit::text, &RegimePoint::scheduler, "Of circuits; else empty.",
            "scheduler"),
          M("time_ps", Unit::ps, &RegimePoint::time, "Of the measure.", "time"),
          M("best", Unit::flag, &RegimePoint::best, "Of all schedulers at this guard.", "best"),
          M("family", Unit::text, &RegimePoint::family,
            "direct, or shifts of the ports' digits; of a matrix.", "family"),
          M("hops", Unit::count, &RegimePoint::hops, "The most that a byte takes; of a matrix."),
          M("settings", Unit::count, &RegimePoint::settings, "Of a matrix's schedule.", "settings"),
          M("bound_ps", Unit::ps, &RegimePoint::bound,
            "No schedule of any hops takes less; of a matrix.", "bound"),
      });
  return table;
}

const report::MetricTable<RegimeCrossing>& regime_crossing_metrics() {
  using M = report::Metric<RegimeCrossing>;
  using report::Unit;
  static const report::MetricTable<RegimeCrossing> table(
      "regime_crossing", "The guard at which packets take as long as the best circuits.",
      {
          M("measure", Unit::text, &RegimeCrossing::measure, "As of regime_point.", "measure"),
          M("crossing_ps", Unit::ps, &RegimeCrossing::guard,
            "Between the points beside it; null where one fabric wins throughout.", "guard")
              .or_null(),
          M("winner", Unit::text, &RegimeCrossing::winner, "At all guards, where there is none.",
            "winner"),
      });
  return table;
}

report::LineChart regime_chart(const RegimeAnswer& answer, const std::string& measure) {
  constexpr double kMicro = 1e6;
  report::LineChart chart;
  chart.title = measure == "matrix" ? "A matrix" : measure == "step" ? "A step" : "Mean exchange";
  chart.x_label = "guard, us";
  chart.y_label = "us";
  chart.logarithmic_x = chart.logarithmic_y = true;
  double first = 0, last = 0;
  for (const RegimePoint& p : answer.points) {
    if (!p.guard || p.guard->count() == 0) continue;
    const double guard = static_cast<double>(p.guard->count()) / kMicro;
    first = first == 0 ? guard : std::min(first, guard);
    last = std::max(last, guard);
  }
  for (const RegimePoint& p : answer.points) {
    if (p.measure != measure) continue;
    const double time = static_cast<double>(p.time.count()) / kMicro;
    if (!p.guard) {
      chart.lines.push_back({p.fabric, {{first, time}, {last, time}}, false, true});
      continue;
    }
    const auto line = std::find_if(chart.lines.begin(), chart.lines.end(),
                                   [&](const auto& l) { return l.name == p.scheduler; });
    auto& own = line != chart.lines.end() ? *line : chart.lines.emplace_back();
    own.name = p.scheduler;
    own.points.emplace_back(static_cast<double>(p.guard->count()) / kMicro, time);
  }
  return chart;
}

}  // namespace jacquard::studies
