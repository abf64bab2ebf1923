// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "jacquard/base/at.hpp"
#include "jacquard/report/html/text.hpp"

namespace jacquard::report {
namespace {

std::vector<std::int64_t> column_sums(const demand::DemandMatrix& demand) {
  std::vector<std::int64_t> sums(static_cast<std::size_t>(demand.ports()), 0);
  for (int row = 0; row < demand.ports(); ++row) {
    for (int column = 0; column < demand.ports(); ++column) {
      base::at(sums, column) += demand.at(row, column).count();
    }
  }
  return sums;
}

const SchedulerRun& extreme(const ScheduleReport& report, bool quickest) {
  const auto earlier = [](const SchedulerRun& a, const SchedulerRun& b) {
    return a.figures.makespan < b.figures.makespan;
  };
  return quickest ? *std::min_element(report.runs.begin(), report.runs.end(), earlier)
                  : *std::max_element(report.runs.begin(), report.runs.end(), earlier);
}

double over_bound(const schedule::Summary& s) {
  return s.lower_bound > base::Picoseconds{0} ? s.makespan / s.lower_bound : 1;
}

}  // namespace

std::string demand_words(const ScheduleReport& report) {
  const int n = report.bytes.ports();
  std::vector<std::int64_t> sums = column_sums(report.bytes);
  const auto total = static_cast<double>(report.bytes.total().count());
  if (total == 0) return "<p>The demand is empty: there is nothing to schedule.</p>\n";
  std::sort(sums.begin(), sums.end(), std::greater<>());
  const int hot = std::max(1, n / 4);
  const double share =
      static_cast<double>(std::accumulate(sums.begin(), sums.begin() + hot, std::int64_t{0})) /
      total;
  const demand::SlotClock& clock = report.quanta.clock();
  return fmt::format(
      "<p>Each of {} source ports (rows) owes bytes to each destination port (columns), {} in all. "
      "The busiest {} {} {} of it; an even spread would give {}. A circuit switch connects each "
      "source to at most one destination at a time, so this matrix has to be cut into a list of "
      "<em>permutations</em>, each held for some slots.</p>\n"
      "<p>Here a quantum, what one port carries in one slot, is {} ({} on a {} link). The busiest "
      "port has {} quanta to move, and no schedule of single hops can take fewer slots than that. "
      "{}</p>\n",
      n, size_text(report.bytes.total()), hot,
      hot == 1 ? "destination receives" : "destinations receive", percent(share),
      percent(static_cast<double>(hot) / n), size_text(clock.quantum), time_text(clock.holding(1)),
      fmt::format("{:g} Gb/s", static_cast<double>(clock.rate.count()) / 1e9),
      grouped(report.quanta.largest_line_sum()),
      clock.guard == base::Picoseconds{0}
          ? "Changing the setting is free here (no guard time)."
          : fmt::format("{} costs {} of guard time, in which nothing flows.",
                        clock.guard_per == demand::GuardPer::slot ? "Every slot"
                                                                  : "Every change of setting",
                        time_text(clock.guard)));
}

std::string outcome_words(const ScheduleReport& report) {
  if (report.runs.empty()) return "";
  const SchedulerRun& best = extreme(report, true);
  const SchedulerRun& worst = extreme(report, false);
  const auto invalid = std::count_if(report.runs.begin(), report.runs.end(),
                                     [](const SchedulerRun& r) { return !r.figures.valid; });
  std::string text = fmt::format(
      "<p>{} An independent checker replayed every schedule, sharing no code with any scheduler: "
      "{}.</p>\n",
      report.runs.size() == 1 ? "One scheduler ran."
                              : std::to_string(report.runs.size()) + " schedulers ran.",
      invalid == 0
          ? "<span class=\"good\">each byte arrives and no port is used twice at once</span>"
          : fmt::format("<span class=\"bad\">{} did not pass, see the table</span>", invalid));
  if (report.runs.size() > 1) {
    text += fmt::format(
        "<p><b>{}</b> finishes first, after {}: {:.3f} times the lower bound, with {} "
        "permutations. "
        "<b>{}</b> finishes last, after {} ({:.2f} times the bound, {} permutations).</p>\n",
        escape(best.name), time_text(best.figures.makespan), over_bound(best.figures),
        grouped(best.figures.permutations), escape(worst.name), time_text(worst.figures.makespan),
        over_bound(worst.figures), grouped(worst.figures.permutations));
  }
  return text;
}

std::string run_words(const SchedulerRun& run) {
  const schedule::Summary& s = run.figures;
  if (s.slots == 0) return "Nothing to send, nothing to set.";
  std::string text;
  if (s.hops == 1) {
    text = s.slots == s.max_line_quanta
               ? fmt::format("Uses {} slots, as few as the busiest port allows,", grouped(s.slots))
               : fmt::format("Uses {} slots, {} more than the busiest port needs,",
                             grouped(s.slots), grouped(s.slots - s.max_line_quanta));
  } else {
    text = fmt::format("Uses {} slots, lending {} quanta to intermediate ports on the way,",
                       grouped(s.slots), grouped(s.relayed_quanta));
  }
  text +=
      fmt::format(" in {} permutation{}", grouped(s.permutations), s.permutations == 1 ? "" : "s");
  if (s.guard_time > base::Picoseconds{0}) {
    text +=
        fmt::format("; changing them takes {} of the {} it needs",
                    percent(s.guard_time / s.makespan, s.guard_time / s.makespan < 0.01 ? 3 : 1),
                    time_text(s.makespan));
  } else {
    text += fmt::format("; done after {}", time_text(s.makespan));
  }
  text += fmt::format(". {}", s.idle_quanta == 0 ? "No circuit is held longer than it has data."
                                                 : grouped(s.idle_quanta) +
                                                       " quanta of held circuits carry nothing.");
  if (!s.valid) text += " <span class=\"bad\">Invalid: " + escape(s.fault) + ".</span>";
  return text;
}

}  // namespace jacquard::report
