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
constexpr std::size_t kMostBars = 10;
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
  const std::size_t ways = all.size() / sizes.size();
  const bool by_law = asked.by_law == Asked::ByLaw::alone && all.front().how.is_by_law();
  std::string text = fmt::format("{} of {} NPUs on {}: {} at {} size{}.",
                                 rounds::name_of(asked.config.kind), network.npus(), where,
                                 by_law ? "by NCCL's law of a node"
                                 : asked.algorithms.empty()
                                     ? "each the fastest usual way"
                                     : fmt::format("{} way{} compared", ways, ways == 1 ? "" : "s"),
                                 sizes.size(), sizes.size() == 1 ? "" : "s");
  for (const base::Bytes size : {sizes.front(), sizes.back()}) {
    const Ranked& best = fastest(all, size);
    text += fmt::format("\n{}: {} takes {}{}.", report::size_text(size),
                        words_for(best.how, is_all_reduce(asked)), report::time_text(best.time),
                        share_text(best));
    if (sizes.size() == 1) break;
  }
  const bool mixed =
      asked.by_law == Asked::ByLaw::beside &&
      std::any_of(all.begin(), all.end(), [](const Ranked& one) { return one.how.is_by_law(); });
  if (mixed)
    text +=
        "\nnccl-... is by NCCL's law of a node; others are messages on links that reach as much.";
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
  const auto name = [&](const Ranked& one) {
    const bool alone = asked.algorithms.empty() && !one.how.is_by_law();
    return alone ? "the fastest usual way" : words_for(one.how, is_all_reduce(asked));
  };
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

report::StackedBars one_size_chart(const Asked& asked, const std::vector<Ranked>& all) {
  const std::size_t shown = std::min(all.size(), kMostBars);
  const auto longest = static_cast<double>(all[shown - 1].time.count());
  report::StackedBars chart;
  chart.title =
      fmt::format("Time of {} of {}, against the slowest that is shown",
                  rounds::name_of(asked.config.kind), report::size_text(all.front().bytes));
  chart.parts = {{"time", "#0072b2"}};
  if (std::any_of(all.begin(), all.end(), [](const Ranked& one) { return one.bound; })) {
    chart.mark_name = "bound: no way with sums in NPUs is faster";
  }
  for (std::size_t i = 0; i < shown; ++i) {
    const Ranked& one = all[i];
    report::StackedBar bar;
    bar.name = words_for(one.how, is_all_reduce(asked));
    bar.shares = {static_cast<double>(one.time.count()) / longest};
    if (one.bound) bar.mark = static_cast<double>(one.bound->count()) / longest;
    bar.note = report::time_text(one.time);
    chart.bars.push_back(std::move(bar));
  }
  return chart;
}

namespace {

std::string table_of(const std::vector<Ranked>& all, int top) {
  std::string table =
      "<div class=\"scroll\"><table><tr><th>data</th><th>rank</th><th>algorithm</th>"
      "<th>spread</th><th>chunks</th><th>time</th><th>of the bound</th><th>bus GB/s</th></tr>\n";
  for (const Ranked& one : all) {
    if (one.rank > top) continue;
    table += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>"
        "<td>{:.4g}</td></tr>\n",
        report::size_text(one.bytes), one.rank, report::escape(one.how.algorithm),
        one.how.is_by_law() ? "" : name_of(one.how.spread),
        one.how.is_by_law() ? "" : std::to_string(one.how.chunks), report::time_text(one.time),
        one.bound ? report::percent(static_cast<double>(one.bound->count()) /
                                        static_cast<double>(one.time.count()),
                                    0)
                  : "",
        one.bus_bandwidth / kGiga);
  }
  return table + "</table></div>\n";
}

std::string legend_of(const report::LineChart& chart) {
  std::vector<std::string> names;
  for (const report::Line& line : chart.lines) names.push_back(line.name);
  return report::line_legend(names);
}

}  // namespace

ComparisonPage comparison_page(const Asked& asked, const std::vector<Ranked>& all,
                               const std::string& about, const std::string& command) {
  std::string lines = report::escape(about);
  for (auto at = lines.find('\n'); at != std::string::npos; at = lines.find('\n')) {
    lines.replace(at, 1, "<br>");
  }
  const auto page = [&](const std::string& title, const std::string& picture, int top) {
    return report::document(
        title, fmt::format("<h1>{}</h1>\n<p><code>{}</code></p>\n<p>{}</p>\n",
                           report::escape(title), report::escape(command), lines) +
                   picture + "<h2>The fastest of each size</h2>\n" + table_of(all, top));
  };
  if (asked.sizes.size() == 1) {
    const report::StackedBars chart = one_size_chart(asked, all);
    const std::string picture = report::svg(chart);
    return {page(chart.title, picture, static_cast<int>(kMostBars)), picture};
  }
  const report::LineChart chart = comparison_chart(asked, all);
  return {page(chart.title,
               "<p>Bus bandwidth is as nccl-tests defines it. A line is the fastest way of some "
               "size.</p>\n" +
                   legend_of(chart) + report::inline_svg(chart),
               kTop),
          report::svg(chart)};
}

}  // namespace jacquard::run
