// SPDX-License-Identifier: Apache-2.0
#include "sim/collective/compare_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/rounds/names.hpp"
#include "jacquard/topology/shape_text.hpp"
#include "sim/collective/compare_rows.hpp"

namespace jacquard::run {
namespace {

constexpr std::size_t kMostLines = 6;  // colours that are told apart
constexpr int kTop = 3;                // of each size on the page
constexpr double kGiga = 1e9;

bool is_all_reduce(const Asked& asked) {
  return asked.config.kind == rounds::CollectiveKind::all_reduce;
}

// Bus bandwidth in GB/s that the bound allows.
double bound_bandwidth(const Ranked& one) {
  return one.bus_bandwidth / kGiga * static_cast<double>(one.time.count()) /
         static_cast<double>(one.bound->count());
}

std::string share_text(const Ranked& one) {
  if (!one.bound) return "";
  return fmt::format(", {} of the bound", report::percent(static_cast<double>(one.bound->count()) /
                                                              static_cast<double>(one.time.count()),
                                                          0));
}

const Ranked& fastest(const std::vector<Ranked>& all, base::Bytes size) {
  return *std::find_if(all.begin(), all.end(),
                       [&](const Ranked& one) { return one.bytes == size && one.rank == 1; });
}

std::vector<base::Bytes> sizes_in(const std::vector<Ranked>& all) {
  std::vector<base::Bytes> sizes;
  for (const Ranked& one : all) {
    if (one.rank == 1) sizes.push_back(one.bytes);
  }
  return sizes;
}

}  // namespace

std::string summary(const Asked& asked, const topology::Network& network,
                    const std::vector<Ranked>& all) {
  const std::string where =
      network.fabric ? topology::show_shape(*network.fabric) : asked.config.network.topology;
  const std::vector<base::Bytes> sizes = sizes_in(all);
  std::string text = fmt::format(
      "{} of {} NPUs on {}: {} ways compared at {} size{}.", rounds::name_of(asked.config.kind),
      network.npus(), where, all.size() / sizes.size(), sizes.size(), sizes.size() == 1 ? "" : "s");
  for (const base::Bytes size : {sizes.front(), sizes.back()}) {
    const Ranked& best = fastest(all, size);
    text += fmt::format("\n{}: {} takes {}{}.", report::size_text(size),
                        words_for(best.how, is_all_reduce(asked)), report::time_text(best.time),
                        share_text(best));
    if (sizes.size() == 1) break;
  }
  return text;
}

report::LineChart comparison_chart(const Asked& asked, const std::vector<Ranked>& all) {
  report::LineChart chart;
  chart.title = fmt::format("{} by size and algorithm", rounds::name_of(asked.config.kind));
  chart.x_label = "data of each NPU";
  chart.y_label = "bus bandwidth (GB/s)";
  chart.logarithmic_x = true;
  chart.logarithmic_y = true;
  const std::vector<base::Bytes> sizes = sizes_in(all);
  const auto name = [&](const Ranked& one) { return words_for(one.how, is_all_reduce(asked)); };
  report::Line bound{"bound", {}, false};
  std::vector<std::string> winners;
  // The largest sizes first: they are what most data are.
  for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) {
    const std::string winner = name(fastest(all, *size));
    if (std::find(winners.begin(), winners.end(), winner) == winners.end() &&
        winners.size() < kMostLines) {
      winners.push_back(winner);
    }
  }
  for (const std::string& winner : winners) chart.lines.push_back({winner, {}});
  for (const Ranked& one : all) {
    const auto x = static_cast<double>(one.bytes.count());
    const auto line = std::find(winners.begin(), winners.end(), name(one));
    if (line != winners.end()) {
      chart.lines[static_cast<std::size_t>(line - winners.begin())].points.emplace_back(
          x, one.bus_bandwidth / kGiga);
    }
    if (one.rank == 1 && one.bound) bound.points.emplace_back(x, bound_bandwidth(one));
  }
  if (!bound.points.empty()) chart.lines.push_back(std::move(bound));
  for (const base::Bytes size : sizes) {
    chart.x_names.emplace_back(static_cast<double>(size.count()), report::size_text(size));
  }
  return chart;
}

std::string comparison_page(const report::LineChart& chart, const std::string& about,
                            const std::string& command, const std::vector<Ranked>& all) {
  std::vector<std::string> names;
  for (const report::Line& line : chart.lines) names.push_back(line.name);
  std::string lines = report::escape(about);
  for (auto at = lines.find('\n'); at != std::string::npos; at = lines.find('\n')) {
    lines.replace(at, 1, "<br>");
  }
  std::string table =
      "<div class=\"scroll\"><table><tr><th>data</th><th>rank</th><th>algorithm</th>"
      "<th>spread</th><th>chunks</th><th>time</th><th>of the bound</th><th>bus GB/s</th></tr>\n";
  for (const Ranked& one : all) {
    if (one.rank > kTop) continue;
    table += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>"
        "<td>{:.4g}</td></tr>\n",
        report::size_text(one.bytes), one.rank, report::escape(one.how.algorithm),
        name_of(one.how.spread), one.how.chunks, report::time_text(one.time),
        one.bound ? report::percent(static_cast<double>(one.bound->count()) /
                                        static_cast<double>(one.time.count()),
                                    0)
                  : "",
        one.bus_bandwidth / kGiga);
  }
  return report::document(
      chart.title,
      fmt::format("<h1>{}</h1>\n<p><code>{}</code></p>\n<p>{}</p>\n", report::escape(chart.title),
                  report::escape(command), lines) +
          "<p>Bus bandwidth is as nccl-tests defines it. Each line is the fastest way of some "
          "size.</p>\n" +
          report::line_legend(names) + report::inline_svg(chart) +
          "<h2>The fastest of each size</h2>\n" + table + "</table></div>\n");
}

}  // namespace jacquard::run
