// SPDX-License-Identifier: Apache-2.0
#include "papers/findings2026/pages.hpp"

#include <fmt/format.h>

#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/table.hpp"
#include "jacquard/report/html/text.hpp"

namespace jacquard::studies::findings2026 {
namespace {

using report::escape;

std::string paragraph(const char* name, const std::string& text) {
  return fmt::format("<p><b>{}.</b> {}</p>\n", name, escape(text));
}

std::string figures(const Found& found) {
  const Finding& f = found.finding;
  std::string facts;
  if (f.claimed) facts += report::fact(report::number_text(*f.claimed), "claimed");
  facts += report::fact(report::number_text(found.answer.at_a), escape(f.fidelity_a));
  facts += report::fact(report::number_text(found.answer.at_b), escape(f.fidelity_b));
  return fmt::format("<p>{}:</p>\n<div class=\"facts\">\n{}</div>\n", escape(f.figure), facts);
}

std::string picture(const report::LineChart& chart) {
  std::vector<std::string> names;
  for (const report::Line& line : chart.lines) {
    if (line.like < 0) names.push_back(line.name);
  }
  return fmt::format("<h2>{}</h2>\n", escape(chart.title)) + report::line_legend(names) +
         "<div class=\"pair\">\n<div>" + report::inline_svg(chart) + "</div></div>\n";
}

}  // namespace

std::string finding_page(const Found& found) {
  const Finding& f = found.finding;
  std::string html = fmt::format("<h1>{}. {}</h1>\n", f.number, escape(f.title));
  html += fmt::format("<p>{}</p>\n", escape(f.question));
  html += paragraph("Who asks", f.who);
  html += paragraph("The claim", f.claim) + paragraph("Read", f.read);
  html += paragraph("Our answer", fmt::format("The claim {}. {}", name_of(found.answer.verdict),
                                              found.answer.words));
  html += figures(found) + picture(found.answer.chart);
  for (const Table& table : found.answer.tables) {
    html += fmt::format("<h2>{}</h2>\n", escape(table.heading));
    html += report::html_table(table.columns, table.rows);
  }
  html += paragraph("What would change it", f.change) +
          "<h2>Commands</h2>\n<div class=\"scroll\"><pre>";
  for (const std::string& command : found.commands) html += escape(command) + "\n";
  html += "</pre></div>\n<p><a href=\"index.html\">All findings</a></p>\n";
  return report::document(f.title, html);
}

std::string index_page(const std::vector<Found>& all) {
  std::string html =
      "<h1>Findings of 2026</h1>\n<p>What this year's papers and products claim of fabrics, and "
      "what we find.</p>\n<div class=\"scroll\"><table><tr><th>finding</th><th>figure</th>"
      "<th>claimed</th><th>at A</th><th>at B</th><th>the claim</th></tr>\n";
  for (const Found& found : all) {
    const Finding& f = found.finding;
    html += fmt::format(
        "<tr><td><a href=\"finding-{0}.html\">{0}. {1}</a></td><td class=\"remark\">{2}</td>"
        "<td>{3}</td><td>{4}</td><td>{5}</td><td>{6}</td></tr>\n",
        f.number, escape(f.title), escape(f.figure),
        f.claimed ? report::number_text(*f.claimed) : "", report::number_text(found.answer.at_a),
        report::number_text(found.answer.at_b), name_of(found.answer.verdict));
  }
  return report::document("Findings of 2026", html + "</table></div>\n");
}

}  // namespace jacquard::studies::findings2026
