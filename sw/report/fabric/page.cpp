// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/fabric/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/report/fabric/completion.hpp"
#include "jacquard/report/fabric/settings_picture.hpp"
#include "jacquard/report/fabric/utilisation.hpp"
#include "jacquard/report/html/charts.hpp"
#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/table.hpp"
#include "jacquard/report/html/text.hpp"

namespace jacquard::report {
namespace {

using TableRow = std::vector<std::pair<std::string, std::string>>;

std::string facts(const FabricReport& report) {
  std::string html;
  if (report.demand) {
    html += fact(std::to_string(report.demand->ports()), "ports") +
            fact(size_text(report.demand->total()), "to move in the matrix shown") +
            fact(size_text(report.demand->largest_line_sum()), "through the busiest port");
  }
  const std::size_t fabrics = fabric_names(report).size();
  if (fabrics > 0) html += fact(std::to_string(fabrics), fabrics == 1 ? "fabric" : "fabrics");
  std::size_t simulated = 0;
  for (const FabricSeries& s : report.series) simulated += s.completions.size();
  if (simulated > 0) {
    html += fact(grouped(static_cast<std::int64_t>(simulated)), "simulations in all");
  }
  return html.empty() ? "" : "<div class=\"facts\">\n" + html + "</div>\n";
}

std::string notes(const FabricReport& report) {
  std::string html;
  for (const std::string& note : report.notes) html += "<li>" + escape(note) + "</li>\n";
  return html.empty() ? "" : "<ul>\n" + html + "</ul>\n";
}

std::string demand_section(const FabricReport& report) {
  if (!report.demand) return "";
  return fmt::format(
             "<h2>The demand</h2>\n<p>Each source (row) owes bytes to each destination (column); "
             "the lighter a cell, the more. A bright column is a destination many send to: its "
             "port is what every fabric has to wait for. This is {}.</p>\n",
             escape(report.demand_name)) +
         heat_map(*report.demand);
}

bool same_headings(const TableRow& a, const TableRow& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return x.first == y.first; });
}

// Rows `from` until `to`, whose headings are the same.
std::string one_table(const std::vector<TableRow>& all, std::size_t from, std::size_t to) {
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;
  for (const auto& cell : all[from]) headings.push_back(cell.first);
  for (std::size_t r = from; r < to; ++r) {
    rows.emplace_back();
    for (const auto& cell : all[r]) rows.back().push_back(cell.second);
  }
  return html_table(headings, rows);
}

// Consecutive rows with the same headings share a table.
std::string tables(const FabricReport& report) {
  if (report.table.empty()) return "";
  std::string html = "<h2>The figures</h2>\n";
  const std::size_t shown = std::min(report.table.size(), kMostTableRows);
  for (std::size_t from = 0; from < shown;) {
    std::size_t to = from + 1;
    while (to < shown && same_headings(report.table[to], report.table[from])) ++to;
    html += one_table(report.table, from, to);
    from = to;
  }
  if (shown < report.table.size()) {
    html += fmt::format("<p class=\"soft\">The first {} of {} rows.</p>\n",
                        grouped(static_cast<std::int64_t>(shown)),
                        grouped(static_cast<std::int64_t>(report.table.size())));
  }
  return html;
}

std::string settings_section(const FabricReport& report) {
  std::string body;
  for (const FabricRun& run : report.runs) {
    const std::string pictures = settings_pictures(run);
    if (pictures.empty()) continue;
    body += fmt::format("<div class=\"run\"><h3>{}</h3><p class=\"soft\">{}</p>\n{}</div>\n",
                        escape(run.fabric), escape(run.traffic), pictures);
  }
  if (body.empty()) return "";
  return "<h2>The settings over time</h2>\n<p>Time runs to the right, one row per source port from "
         "0 at the top; the colour says which destination the crossbar connects it to. Grey at the "
         "beginning is waiting for the first decision, grey later a port that is left out of a "
         "setting. Each column of pixels is one instant, so settings shorter than a column can "
         "fall between two. Where a second picture follows, it enlarges the beginning.</p>\n" +
         body;
}

std::string utilisation_section(const FabricReport& report) {
  base::Picoseconds scale{0};
  for (const FabricRun& run : report.runs) scale = std::max(scale, accounted(run));
  std::string body;
  for (const FabricRun& run : report.runs) {
    if (run.links.empty()) continue;
    body += fmt::format(
        "<div><h3>{}</h3><p class=\"soft\">{}: done after {}; links carry data {} of the time</p>\n"
        "{}</div>\n",
        escape(run.fabric), escape(run.traffic), time_text(run.completion),
        percent(mean_utilisation(run)), utilisation_bars(run, scale));
  }
  if (body.empty()) return "";
  return fmt::format(
             "<h2>What the links did</h2>\n<p>A bar per link, from 0 to the end of its run, all on "
             "one scale of {}: a shorter bar is a shorter run. Parts are sums, not moments: they "
             "do "
             "not tell when. At the right, the share of the run in which the link carried "
             "data.</p>\n",
             time_text(scale)) +
         utilisation_legend() + "<div class=\"pair\">\n" + body + "</div>\n";
}

std::string file_section(const FabricReport& report) {
  if (report.files.empty()) return "";
  std::string html = "<h2>Beside this page</h2>\n<ul>\n";
  for (const auto& [name, what] : report.files) {
    html += fmt::format("<li><a href=\"./{0}\"><code>{0}</code></a>: {1}</li>\n", escape(name),
                        escape(what));
  }
  return html + "</ul>\n";
}

}  // namespace

std::string fabric_page(const FabricReport& report) {
  const std::string head = fmt::format("<h1>{}</h1>\n<p class=\"soft\"><code>{}</code></p>\n",
                                       escape(report.title), escape(report.command));
  return document(report.title, head + facts(report) + notes(report) + sweep_section(report) +
                                    completion_section(report) + tables(report) +
                                    demand_section(report) + flow_section(report) +
                                    utilisation_section(report) + settings_section(report) +
                                    file_section(report));
}

}  // namespace jacquard::report
