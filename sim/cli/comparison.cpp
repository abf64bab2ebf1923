// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/report/html/text.hpp"
#include "sim/cli/result_file.hpp"

namespace jacquard::cli {
namespace {

std::string time_of(double ps) { return report::time_text(base::Picoseconds{std::abs(ps)}); }

struct Change {
  std::string of;
  double was = 0;
  double is = 0;

  double size() const { return std::abs(is - was); }
};

// In the order of their parts.
std::vector<Change> changes(const std::vector<explain::ChangedPart>& all) {
  std::vector<Change> times;
  for (const explain::ChangedPart& part : all) {
    if (times.empty() || times.back().of != part.of) times.push_back({part.of});
    times.back().was += part.was;
    times.back().is += part.is;
  }
  return times;
}

// Of the time that changed most.
std::string sentence_of_time(const std::vector<explain::ChangedPart>& all) {
  constexpr int kNamed = 3;
  constexpr double kWorthSaying = 0.01;  // of the largest difference
  const std::vector<Change> times = changes(all);
  const Change& most =
      *std::max_element(times.begin(), times.end(),
                        [](const Change& a, const Change& b) { return a.size() < b.size(); });
  double largest = 0;
  int named = 0;
  std::string parts;
  for (const explain::ChangedPart& part : all) {
    if (part.of != most.of) continue;
    const double more = part.is - part.was;
    largest = std::max(largest, std::abs(more));
    if (std::abs(more) <= kWorthSaying * largest || named == kNamed) continue;
    ++named;
    parts += fmt::format("{}{} {}{}", named == 1 ? ": " : ", ", part.part, more < 0 ? "-" : "+",
                         time_of(more));
  }
  if (named == 0) {
    return times.size() == 1 ? fmt::format("Both take {}.", time_of(most.is))
                             : fmt::format("All {} times are equal.", times.size());
  }
  const std::string whose = most.of == "time" ? "" : " (" + most.of + ")";
  return fmt::format("The second takes {} where the first takes {}{}{}.", time_of(most.is),
                     time_of(most.was), whose, parts);
}

std::string sentence_of_figures(const explain::Comparison& all) {
  if (all.matched_rows == 0) return "The two results have no rows in common, so no figure differs.";
  if (all.figures.empty()) return fmt::format("All {} figures are equal.", all.equal_figures);
  const bool one = all.figures.size() == 1;
  return fmt::format("{} figure{} differ{}, {} do not.", all.figures.size(), one ? "" : "s",
                     one ? "s" : "", all.equal_figures);
}

}  // namespace

std::string sentence_of(const explain::Comparison& all) {
  std::string sentence = all.parts.empty() ? sentence_of_figures(all) : sentence_of_time(all.parts);
  if (all.matched_rows > 0 && all.unmatched_rows > 0) {
    sentence += fmt::format(" {} rows are in one of both alone.", all.unmatched_rows);
  }
  return sentence;
}

void add_rows(report::Result& result, const explain::Comparison& all) {
  constexpr std::size_t kShown = 20;
  for (const auto& row : all.settings) result.add(explain::changed_setting_metrics()(row));
  for (const auto& row : all.parts) result.add(explain::changed_part_metrics()(row));
  for (std::size_t k = 0; k < all.figures.size(); ++k) {
    report::Printed printed = explain::changed_figure_metrics()(all.figures[k]);
    if (k >= kShown) printed.cells = nullptr;
    result.add(std::move(printed));
  }
}

std::string comparisons_json(const std::vector<std::string>& paths) {
  report::Row all = report::Row::array();
  for (std::size_t k = 1; k < paths.size(); ++k) {
    try {
      const ResultFile a = read_result(paths[0], "A");
      const ResultFile b = read_result(paths[k], "B");
      const explain::Comparison compared = explain::compare(a.json, a.name, b.json, b.name);
      report::Result result("compare", 0, {});
      add_rows(result, compared);
      all.push_back(
          {{"a", 0}, {"b", k}, {"sentence", sentence_of(compared)}, {"rows", result.rows()}});
    } catch (const base::ConfigError&) {
      continue;  // another verb, or a folder of several results: each is shown by itself
    }
  }
  return all.dump(-1, ' ', true, report::Row::error_handler_t::replace);
}

}  // namespace jacquard::cli
