// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/report/html/charts.hpp"
#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/html/time_figure.hpp"
#include "jacquard/report/html/timeline.hpp"
#include "jacquard/report/html/words.hpp"

namespace jacquard::report {
namespace {

constexpr int kPictureWidth = 1118;  // the page's width at its widest, so pixels map one to one
constexpr int kZoomSettings = 12;
constexpr double kLongestShown = 3;  // times the bound, before a bar is cut

std::string facts(const ScheduleReport& report) {
  const demand::SlotClock& clock = report.quanta.clock();
  return "<div class=\"facts\">\n" + fact(std::to_string(report.bytes.ports()), "ports") +
         fact(size_text(report.bytes.total()), "to move") +
         fact(size_text(clock.quantum), "quantum (one slot of one port)") +
         fact(time_text(clock.holding(1)), "slot") + fact(time_text(clock.guard), "guard time") +
         fact(grouped(report.quanta.largest_line_sum()), "slots at least") + "</div>\n";
}

std::string charts(const ScheduleReport& report) {
  std::vector<Bar> efficiency, makespan;
  double longest = 1;
  for (const SchedulerRun& run : report.runs) {
    const schedule::Summary& s = run.figures;
    efficiency.push_back({run.name, s.efficiency_bytes, 0,
                          fmt::format("{} of bytes, {} of slots", percent(s.efficiency_bytes),
                                      percent(s.efficiency))});
    const bool any = s.lower_bound > base::Picoseconds{0};
    const double over = any ? s.makespan / s.lower_bound : 1;
    longest = std::max(longest, over);
    makespan.push_back({run.name, over, any ? s.guard_time / s.lower_bound : 0,
                        fmt::format("{}, {:.3f} x bound, {} settings", time_text(s.makespan), over,
                                    grouped(s.permutations))});
  }
  const auto by = [](bool rising) {
    return [rising](const Bar& a, const Bar& b) {
      return rising ? a.value < b.value : a.value > b.value;
    };
  };
  std::stable_sort(makespan.begin(), makespan.end(), by(true));
  std::stable_sort(efficiency.begin(), efficiency.end(), by(false));
  return "<h3>Time to finish, against the lower bound</h3>\n<p class=\"soft\">Blue: slots in which "
         "data can flow. Orange: guard time, as everywhere. The quickest is first. The dashed line "
         "is what no schedule can beat: for "
         "each port its quanta plus one guard per partner, and the largest of these. Two-hop "
         "schedulers are held against their own, lower bound.</p>\n" +
         bar_chart(makespan, std::min(longest, kLongestShown), 1, "lower bound",
                   "Makespan of each scheduler over the lower bound",
                   [](double times) { return fmt::format("{:g} x", times); }) +
         "<h3>Efficiency</h3>\n<p class=\"soft\">Bytes of the busiest port over the bytes it could "
         "have moved in the slots used; rounding up to whole quanta counts as a loss.</p>\n" +
         bar_chart(efficiency, 1, 1, "100 %", "Efficiency in bytes of each scheduler",
                   [](double share) { return percent(share, 0); });
}

std::string cell(const std::string& text) { return "<td>" + text + "</td>"; }

std::string table(const ScheduleReport& report) {
  const bool timed = std::any_of(report.runs.begin(), report.runs.end(), [](const SchedulerRun& r) {
    return r.decision_wall_ns.has_value();
  });
  std::string html =
      "<div class=\"scroll\"><table>\n<thead><tr><th>scheduler</th><th>permutations</th><th>slots"
      "</th><th>first held<br>(slots)</th><th>efficiency</th><th>efficiency<br>in bytes</th>"
      "<th>makespan</th><th>lower<br>bound</th><th>idle<br>quanta</th><th>useless<br>pairs</th>"
      "<th>hops</th>" +
      std::string(timed ? "<th>decided in<br>(this machine)</th>" : "") +
      "<th>checker</th></tr></thead>\n<tbody>\n";
  for (const SchedulerRun& run : report.runs) {
    const schedule::Summary& s = run.figures;
    html += "<tr>" + cell(escape(run.name)) + cell(grouped(s.permutations)) +
            cell(grouped(s.slots)) + cell(grouped(s.first_permutation_slots)) +
            cell(percent(s.efficiency, 2)) + cell(percent(s.efficiency_bytes, 2)) +
            cell(time_text(s.makespan)) + cell(time_text(s.lower_bound)) +
            cell(grouped(s.idle_quanta)) + cell(grouped(s.useless_pairs)) +
            cell(std::to_string(s.hops));
    if (timed) {
      html += cell(run.decision_wall_ns ? time_text(base::Picoseconds{*run.decision_wall_ns * 1000})
                                        : "");
    }
    html += cell(s.valid ? "<span class=\"good\">valid</span>"
                         : "<span class=\"bad\">" + escape(s.fault) + "</span>") +
            "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string painted(const ScheduleReport& report, const SchedulerRun& run, base::Picoseconds until,
                    const std::string& caption) {
  const Window window{base::Picoseconds{0}, until};
  return time_figure(paint_timeline(report.quanta, run.schedule, window, kPictureWidth),
                     timeline_palette(report.quanta.ports()), window, run.name + ": " + caption,
                     caption);
}

std::string timeline(const ScheduleReport& report, const SchedulerRun& run) {
  const std::int64_t permutations = run.figures.permutations;
  if (permutations == 0) return "";
  if (permutations > kMostPainted / report.quanta.ports()) {
    return "<p class=\"soft\">Too many permutations to draw.</p>\n";
  }
  std::string html = painted(report, run, run.figures.makespan, "the whole schedule");
  if (permutations > kZoomSettings) {
    html += painted(report, run, end_of_setting(report.quanta, run.schedule, kZoomSettings),
                    fmt::format("its first {} permutations", kZoomSettings));
  }
  return html;
}

std::string timelines(const ScheduleReport& report) {
  std::string html =
      "<h2>The permutations over time</h2>\n<p>Time runs to the right, one row per source port "
      "from 0 at the top; the colour says which destination the source is connected to. Each "
      "column of pixels is one instant, so settings shorter than a column can fall between two; "
      "the second picture enlarges the beginning, where guard gaps are drawn at least one pixel "
      "wide. Each picture has its own time scale.</p>\n" +
      destination_legend(report.quanta.ports(), true);
  for (const SchedulerRun& run : report.runs) {
    html += fmt::format(
        "<div class=\"run\"><h3>{}</h3><p class=\"soft\">{} <em>({})</em></p><p>{}</p>\n{}</div>\n",
        escape(run.name), escape(run.summary), escape(run.source), run_words(run),
        timeline(report, run));
  }
  return html;
}

std::string rtl_section(const RtlRun& r) {
  std::string html = fmt::format(
      "<h2>The same demand through our Verilog</h2>\n<p>The <b>{}</b> core ({} ports, {}-bit "
      "counters, {} diagonals per clock), simulated clock by clock beside its C++ golden model. "
      "{}</p>\n<div class=\"facts\">\n",
      escape(r.core), r.ports, r.bits, r.diagonals_per_clock,
      r.mismatches == 0
          ? fmt::format("<span class=\"good\">All outputs agreed, bit for bit, in each of {} "
                        "clocks.</span>",
                        grouped(r.compared_cycles))
          : "<span class=\"bad\">They differ: " + escape(r.first_mismatch) + "</span>");
  html += fact(grouped(r.load_cycles), "clocks to load the demand") +
          fact(grouped(r.first_permutation_cycles), "clocks from start to the first permutation") +
          fact(grouped(r.cycles), "clocks from start to done") +
          fact(grouped(r.permutations), "permutations") + fact(grouped(r.slots), "slots") +
          fact(percent(r.efficiency, 2), "efficiency in quanta") + "</div>\n";
  html += r.valid ? "<p>The independent checker accepts the schedule the RTL emitted.</p>\n"
                  : "<p class=\"bad\">The independent checker rejects what the RTL emitted.</p>\n";
  if (!r.waveform.empty()) {
    html += fmt::format("<p>Every signal of the run is in <a href=\"{0}\"><code>{0}</code></a>",
                        escape(r.waveform));
    if (!r.save_file.empty()) {
      html += fmt::format("; <code>gtkwave {0}</code> opens it with the ports arranged",
                          escape(r.save_file));
    }
    html += ".</p>\n";
  }
  return html;
}

}  // namespace

std::string html_page(const ScheduleReport& report) {
  std::string html =
      fmt::format("<h1>{}</h1>\n<p class=\"soft\">{}<br><code>{}</code></p>\n",
                  escape(report.title), escape(report.demand_name), escape(report.command));
  html += facts(report);
  html += "<h2>The demand</h2>\n" + demand_words(report) + heat_map(report.bytes);
  html += "<h2>What came out</h2>\n" + outcome_words(report) + charts(report);
  html += "<h2>The figures</h2>\n" + table(report);
  if (report.rtl) html += rtl_section(*report.rtl);
  html += timelines(report);
  return document(report.title, html);
}

}  // namespace jacquard::report
