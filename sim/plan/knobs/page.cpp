// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/knobs/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/report/html/charts.hpp"
#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/line_chart.hpp"
#include "jacquard/report/timeline/svg.hpp"
#include "sim/train/step_picture.hpp"

namespace jacquard::knobs {
namespace {

using report::escape;
using report::fact;

std::string facts_part(const KnobsRow& row) {
  std::string html = "<div class=\"facts\">\n";
  html += fact(report::time_text(*row.time), "a step");
  if (row.tokens_per_s) html += fact(report::number_text(*row.tokens_per_s), "tokens a second");
  if (row.mfu) html += fact(report::percent(*row.mfu), "of the peak (MFU)");
  html += fact(fmt::format("{:.1f} GB", static_cast<double>(row.memory->total().count()) * 1e-9),
               row.fits ? "of memory, which fits" : "of memory, which does <b>not</b> fit");
  return html + "</div>\n";
}

std::string front_part(const PageParts& parts) {
  report::LineChart chart{"The front", "memory (GB)", "tokens a second", false, {}};
  report::Line front{"none beats them in both", parts.front}, others{"all that were timed", {}};
  others.points = parts.timed;
  others.joined = false;
  std::sort(front.points.begin(), front.points.end());
  chart.lines = {others, front};
  return "<h2>The front</h2>\n" + report::line_legend({others.name, front.name}) +
         report::inline_svg(chart);
}

}  // namespace

std::string knobs_page(const PageParts& parts, const KnobsRow& row, const train::Step& step) {
  const std::string setting = escape(workload::text_of(row.parallel));
  std::string body =
      fmt::format("<h1>A plan for {} on {}</h1>\n<h2>The plan</h2>\n<p><code>{}</code></p>\n",
                  escape(step.request.model.name), escape(parts.system), setting);
  body += facts_part(row);
  for (const std::string& words : parts.advice) body += "<p>" + escape(words) + "</p>\n";
  if (!parts.front.empty()) body += front_part(parts);
  const train::StepAnswer answer = train::run_step(step);
  body += "<h2>Its pipeline</h2>\n" + report::wide(report::svg(train::step_picture(step, answer)));
  body += "<h2>How to launch it</h2>\n<p><code>" + escape(parts.launch.line) + "</code></p>\n<p>" +
          escape(parts.launch.notes) + "</p>\n";
  return report::document("jacquard plan", body);
}

}  // namespace jacquard::knobs
