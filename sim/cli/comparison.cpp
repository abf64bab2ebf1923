// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/comparison.hpp"

#include <fmt/format.h>

#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/report/html/text.hpp"
#include "sim/cli/result_file.hpp"

namespace jacquard::cli {
namespace {

std::string time_of(double ps) { return report::time_text(base::Picoseconds{std::abs(ps)}); }

// Of the time whose parts come first.
std::string sentence_of_time(const std::vector<explain::ChangedPart>& all) {
  constexpr int kNamed = 3;
  constexpr double kWorthSaying = 0.01;  // of the largest difference
  const std::string& of = all.front().of;
  double was = 0;
  double is = 0;
  int named = 0;
  std::string parts;
  for (const explain::ChangedPart& part : all) {
    if (part.of != of) continue;
    was += part.was;
    is += part.is;
    const double more = part.is - part.was;
    const double largest = all.front().is - all.front().was;
    if (std::abs(more) <= kWorthSaying * std::abs(largest) || named == kNamed) continue;
    ++named;
    parts += fmt::format("{}{} {}{}", named == 1 ? ": " : ", ", part.part, more < 0 ? "-" : "+",
                         time_of(more));
  }
  const std::string whose = of == "time" ? "" : " (" + of + ")";
  return fmt::format("The second takes {} where the first takes {}{}{}.", time_of(is), time_of(was),
                     whose, parts);
}

}  // namespace

std::string sentence_of(const explain::Comparison& all) {
  if (!all.parts.empty()) return sentence_of_time(all.parts);
  if (all.figures.empty()) return fmt::format("All {} figures are equal.", all.equal_figures);
  const bool one = all.figures.size() == 1;
  return fmt::format("{} figure{} differ{}, {} do not.", all.figures.size(), one ? "" : "s",
                     one ? "s" : "", all.equal_figures);
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
