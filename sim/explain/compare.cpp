// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "jacquard/base/error.hpp"
#include "jacquard/report/metric_core.hpp"
#include "sim/explain/parts_of_result.hpp"
#include "sim/explain/time_parts.hpp"
#include "sim/tool/options_of_words.hpp"

namespace jacquard::explain {
namespace {

using config::Json;
using config::Place;

constexpr std::size_t kMostFigures = 200;

// Leaves of a configuration by their path.
void flatten(const Json& json, const std::string& path, std::map<std::string, Json>& leaves) {
  if (json.is_object() && !json.empty()) {
    for (const auto& [key, value] : json.items()) {
      flatten(value, path.empty() ? key : path + "." + key, leaves);
    }
  } else {
    leaves[path] = json;
  }
}

// A sweep's configuration is the words of its command. How they are printed is no setting.
void add_options(const Json& words, std::map<std::string, Json>& leaves) {
  std::vector<std::string> texts;
  for (const Json& word : words) {
    if (!word.is_string()) return;
    const auto& text = word.get_ref<const std::string&>();
    const auto is = [&](const char* option) { return text == option; };
    constexpr const char* printing[] = {"--json",  "--csv",       "--wide",     "--view",
                                        "--quiet", "--no-timing", "--no-report"};
    if (!std::any_of(std::begin(printing), std::end(printing), is)) texts.push_back(text);
  }
  int place = 0;
  for (const tool::GivenOption& option : tool::options_of_words(texts)) {
    const bool positional = option[0].rfind("--", 0) != 0;
    if (positional) {
      leaves[fmt::format("word {}", ++place)] = option[0];
      continue;
    }
    std::string value = option.size() > 1 ? option.back() : option[0];
    const auto at = value.find('=');
    const bool assigns =
        at != value.npos && (option.size() == 1 || option[0] == "--set" || option[0] == "--sweep");
    leaves[tool::name_of(option)] = assigns ? value.substr(at + 1) : value;
  }
}

std::map<std::string, Json> settings_of(const Json& result) {
  std::map<std::string, Json> leaves;
  const Json config = result.value("config", Json::object());
  const auto words = config.is_object() ? config.find("words") : config.end();
  if (words != config.end() && words->is_array() && config.size() == 1) {
    add_options(*words, leaves);
  } else {
    flatten(config, "", leaves);
  }
  for (const char* key : {"version", "seed"}) {
    if (result.contains(key)) leaves[key] = result[key];
  }
  return leaves;
}

std::vector<ChangedSetting> changed_settings(const Json& a, const Json& b) {
  std::vector<ChangedSetting> changed;
  const auto was = settings_of(a);
  const auto is = settings_of(b);
  auto all = was;
  all.insert(is.begin(), is.end());
  for (const auto& item : all) {
    const auto of = [&](const std::map<std::string, Json>& leaves) {
      const auto at = leaves.find(item.first);
      return at == leaves.end() ? Json() : at->second;
    };
    if (of(was) != of(is)) changed.push_back({item.first, of(was), of(is)});
  }
  return changed;
}

std::string word_of(const Json& row, const char* key) {
  const auto at = row.find(key);
  return at != row.end() && at->is_string() ? at->get<std::string>() : std::string();
}

// What the row is of: its kind and its words, not its figures.
std::string name_of(const Json& row) {
  constexpr std::size_t kLongest = 80;  // a sentence is no name
  std::string name = word_of(row, "row_kind");
  for (const auto& [key, value] : row.items()) {
    if (key == "row_kind" || !value.is_string()) continue;
    const auto& text = value.get_ref<const std::string&>();
    if (!text.empty() && text.size() <= kLongest) name += (name.empty() ? "" : " ") + text;
  }
  return name;
}

const Json& rows_of(const Json& result, const std::string& source) {
  static const Json none = Json::array();
  const auto rows = result.find("rows");
  if (rows == result.end() || !rows->is_array()) {
    Place{source, "/rows"}.fail("a list of rows, as --json prints", "none");
  }
  for (std::size_t k = 0; k < rows->size(); ++k) {
    if (!(*rows)[k].is_object()) {
      (Place{source, "/rows"} / k).fail("a row", config::brief((*rows)[k]));
    }
  }
  return rows->empty() ? none : *rows;
}

using Pairs = std::vector<std::pair<const Json*, const Json*>>;

// First by name, the first with the first of equal ones; what is left by its place among rows of
// its kind where both have as many. Rows of two points of a sweep are never a pair.
Pairs matched(const Json& a, const Json& b, std::int64_t& unmatched) {
  std::map<std::string, std::vector<const Json*>> by_name;
  for (const Json& row : b) by_name[name_of(row)].push_back(&row);
  for (auto& item : by_name) std::reverse(item.second.begin(), item.second.end());
  Pairs pairs;
  std::vector<const Json*> left;
  for (const Json& row : a) {
    auto& named = by_name[name_of(row)];
    if (named.empty()) {
      left.push_back(&row);
    } else {
      pairs.emplace_back(&row, named.back());
      named.pop_back();
    }
  }
  std::map<std::string, std::pair<std::vector<const Json*>, std::vector<const Json*>>> by_kind;
  const auto kind_of = [](const Json& row) {
    return word_of(row, "row_kind") + "\n" + word_of(row, "sweep_point");
  };
  for (const Json* row : left) by_kind[kind_of(*row)].first.push_back(row);
  for (const Json& row : b) {
    const auto& named = by_name[name_of(row)];
    if (std::find(named.begin(), named.end(), &row) == named.end()) continue;
    by_kind[kind_of(row)].second.push_back(&row);
  }
  for (const auto& [kind, rows] : by_kind) {
    const auto& [was, is] = rows;
    if (was.size() == is.size()) {
      for (std::size_t k = 0; k < was.size(); ++k) pairs.emplace_back(was[k], is[k]);
    } else {
      unmatched += static_cast<std::int64_t>(was.size() + is.size());
    }
  }
  return pairs;
}

double ratio_of(const ChangedFigure& f) {
  if (f.was == 0 || f.is == 0 || (f.was < 0) != (f.is < 0)) return INFINITY;
  return std::abs(std::log(f.is / f.was));
}

void compare_figures(const Pairs& pairs, Comparison& all) {
  for (const auto& [was, is] : pairs) {
    const std::string name = name_of(*was);
    for (const auto& [key, value] : was->items()) {
      const auto other = is->find(key);
      if (!value.is_number() || other == is->end() || !other->is_number()) continue;
      const ChangedFigure figure{name, key, value.get<double>(), other->get<double>()};
      // The wall clock is another one in each run.
      if (key.find("wall") != std::string::npos || key == "peak_bytes") continue;
      if (figure.was == figure.is)
        ++all.equal_figures;
      else
        all.figures.push_back(figure);
    }
  }
  std::stable_sort(all.figures.begin(), all.figures.end(),
                   [](const auto& a, const auto& b) { return ratio_of(a) > ratio_of(b); });
}

}  // namespace

Comparison compare(const Json& a, const std::string& a_name, const Json& b,
                   const std::string& b_name) {
  const std::string verb = command_of(a, a_name);
  if (command_of(b, b_name) != verb) {
    Place{b_name, "/command"}.fail("a result of " + verb + ", as " + a_name,
                                   config::brief(b.at("command")));
  }
  Comparison all;
  all.settings = changed_settings(a, b);
  const Pairs pairs = matched(rows_of(a, a_name), rows_of(b, b_name), all.unmatched_rows);
  all.matched_rows = static_cast<std::int64_t>(pairs.size());
  compare_figures(pairs, all);
  if (all.figures.size() > kMostFigures) all.figures.resize(kMostFigures);

  Parts was = parts_of_result(a, a_name);
  Parts is = parts_of_result(b, b_name);
  Parts keys = was;
  keys.insert(is.begin(), is.end());
  const auto whose = [](const Parts& parts, const std::string& of) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](const auto& p) { return p.first.first == of; });
  };
  for (const auto& item : keys) {
    const auto& [of, part] = item.first;
    if (!whose(was, of) || !whose(is, of) || (was[item.first] == 0 && is[item.first] == 0))
      continue;
    all.parts.push_back({of, part, was[item.first], is[item.first]});
  }
  std::stable_sort(all.parts.begin(), all.parts.end(), [](const auto& x, const auto& y) {
    return std::pair(x.of, -std::abs(x.is - x.was)) < std::pair(y.of, -std::abs(y.is - y.was));
  });
  return all;
}

const report::MetricTable<ChangedSetting>& changed_setting_metrics() {
  using T = ChangedSetting;
  using M = report::Metric<T>;
  using report::Unit;
  const auto text = [](const Json& json) {
    return json.is_null()     ? std::string("none")
           : json.is_string() ? json.get<std::string>()
                              : json.dump();
  };
  static const report::MetricTable<T> table(
      "setting", "A key of the configuration that differs.",
      {M("setting", Unit::text, &T::key, "The key; version and seed are those of the result.",
         "setting"),
       M(
           "was", Unit::text, [text](const T& t) { return text(t.was); }, "In the first result.",
           "first"),
       M(
           "is", Unit::text, [text](const T& t) { return text(t.is); }, "In the second.",
           "second")});
  return table;
}

const report::MetricTable<ChangedPart>& changed_part_metrics() {
  using T = ChangedPart;
  using M = report::Metric<T>;
  using report::Unit;
  static const report::MetricTable<T> table(
      "part", "A part of a time in both results. The parts of one time add up to it.",
      {M("of", Unit::text, &T::of, "Whose time: step, or the scheduler or fabric.", "of"),
       M("part", Unit::text, &T::part, "The part.", "part"),
       M("was_ps", Unit::ps, &T::was, "In the first result.", "first"),
       M("is_ps", Unit::ps, &T::is, "In the second.", "second"),
       M(
           "difference_ps", Unit::ps, [](const T& t) { return t.is - t.was; }, "Second less first.",
           "difference")});
  return table;
}

const report::MetricTable<ChangedFigure>& changed_figure_metrics() {
  using T = ChangedFigure;
  using M = report::Metric<T>;
  using report::Unit;
  static const report::MetricTable<T> table(
      "figure", "A figure that differs, of rows that both results have.",
      {M("row", Unit::text, &T::row, "What the row is of.", "row"),
       M("figure", Unit::text, &T::key, "Its key.", "figure"),
       M("was_value", Unit::any, &T::was, "In the first result.", "first"),
       M("is_value", Unit::any, &T::is, "In the second.", "second"),
       M(
           "change", Unit::ratio,
           [](const T& t) { return t.was == 0 ? std::optional<double>() : t.is / t.was - 1; },
           "Second over first, less 1; none where the first is 0.", "change")});
  return table;
}

}  // namespace jacquard::explain
