// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/memory_files.hpp"

#include <fmt/format.h>

#include "jacquard/report/cell_text.hpp"
#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/palette.hpp"
#include "jacquard/report/html/table.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/stacked_bars.hpp"

namespace jacquard::platform {

std::string latencies_csv(const std::vector<systemc::Played>& played) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "index,address,bytes,direction,at_ps,done_ps,latency_ps\n");
  std::size_t index = 0;
  for (const systemc::Played& p : played) {
    const char direction = p.access.direction == memory::Direction::read ? 'R' : 'W';
    fmt::format_to(out, "{},0x{:x},{},{},{},{},{}\n", index++, p.access.address,
                   p.access.bytes.count(), direction, p.at.count(), p.done.count(),
                   (p.done - p.at).count());
  }
  return fmt::to_string(text);
}

namespace {

double giga(const report::Row& row, const char* key) { return row.at(key).get<double>() / 1e9; }

// Okabe and Ito's colours, told apart with every kind of colour vision.
std::vector<report::StackedPart> parts() {
  return {{"data", "#0072b2"},
          {"refresh", "#cc79a7"},
          {"turn-around", "#56b4e9"},
          {"activate", "#d55e00"},
          {"idle", report::kRestTone}};
}

std::string name_of(const report::Row& row, std::size_t index) {
  std::string name = row.value("variant", "");
  const std::string point = row.value("point", "");
  if (!point.empty()) name += (name.empty() ? "" : ", ") + point;
  return name.empty() ? fmt::format("run {}", index + 1) : name;
}

std::string table_of(const std::vector<report::Row>& cells) {
  if (cells.empty()) return "";
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> lines;
  for (const auto& [heading, value] : cells.front().items()) headings.push_back(heading);
  for (const report::Row& row : cells) {
    lines.emplace_back();
    for (const auto& [heading, value] : row.items()) {
      lines.back().push_back(report::cell_text(value));
    }
    lines.back().resize(headings.size());
  }
  return report::html_table(headings, lines);
}

}  // namespace

std::string bandwidth_picture(const std::string& title, const std::vector<report::Row>& rows) {
  report::StackedBars chart;
  chart.title = title;
  chart.parts = parts();
  chart.mark_name = "bound";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const report::Row& row = rows[i];
    report::StackedBar bar;
    bar.name = name_of(row, i);
    for (const char* share : {"data", "refresh", "turnaround", "activate", "idle"}) {
      bar.shares.push_back(row.at(fmt::format("bus_{}_fraction", share)).get<double>());
    }
    // The bound is of bytes asked for; the bar shows what moved.
    bar.mark = giga(row, "bound_bytes_per_s") * row.at("amplification").get<double>() /
               giga(row, "peak_bytes_per_s");
    bar.note = fmt::format("{:.4g} of {:.4g} GB/s", giga(row, "achieved_bytes_per_s"),
                           giga(row, "peak_bytes_per_s"));
    chart.bars.push_back(std::move(bar));
  }
  return svg(chart);
}

std::string bandwidth_page(const std::string& title, const std::vector<report::Row>& rows,
                           const std::vector<report::Row>& cells) {
  return report::document(
      title, "<h1>" + report::escape(title) + "</h1>\n" +
                 "<p>Where the time of the data buses went. A time without data goes to the first "
                 "of: a refresh keeps waiting requests from their bank, the bus turns around, a "
                 "waiting request needs a row, nothing waits.</p>\n" +
                 report::wide(bandwidth_picture("Share of the data buses' time", rows)) +
                 table_of(cells));
}

}  // namespace jacquard::platform
