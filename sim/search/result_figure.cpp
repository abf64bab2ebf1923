// SPDX-License-Identifier: Apache-2.0
#include "sim/search/result_figure.hpp"

#include <algorithm>
#include <numeric>

#include "jacquard/base/error.hpp"
#include "jacquard/config/json_object.hpp"

namespace jacquard::searching {

using config::Json;
using config::Place;

ResultFigure ResultFigure::read(const Json& json, const Place& place) {
  ResultFigure figure;
  if (json.is_string()) {
    figure.key_ = json.get<std::string>();
    return figure;
  }
  if (!json.is_object()) place.fail("a key of a row, or an object", config::brief(json));
  const config::JsonObject object(json, {"key", "where", "of"}, place);
  figure.key_ = object.text("key");
  figure.of_ = object.text("of", "first");
  const std::vector<std::string> known = {"first", "last", "min", "max", "sum", "mean"};
  if (std::find(known.begin(), known.end(), figure.of_) == known.end()) {
    object.place("of").fail("first, last, min, max, sum or mean", "'" + figure.of_ + "'");
  }
  if (object.has("where")) {
    figure.where_ = json["where"];
    if (!figure.where_.is_object()) {
      object.place("where").fail("an object of keys and values", config::brief(figure.where_));
    }
  }
  return figure;
}

std::optional<double> ResultFigure::of(const Json& result) const {
  std::vector<double> values;
  for (const Json& row : result.value("rows", Json::array())) {
    const auto matches = [&](const auto& wanted) {
      return row.contains(wanted.key()) && row[wanted.key()] == wanted.value();
    };
    bool all = row.is_object() && row.contains(key_) && row[key_].is_number();
    for (const auto& wanted : where_.items()) all = all && matches(wanted);
    if (all) values.push_back(row[key_].get<double>());
  }
  if (values.empty()) return std::nullopt;
  if (of_ == "first") return values.front();
  if (of_ == "last") return values.back();
  if (of_ == "min") return *std::min_element(values.begin(), values.end());
  if (of_ == "max") return *std::max_element(values.begin(), values.end());
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return of_ == "sum" ? sum : sum / static_cast<double>(values.size());
}

}  // namespace jacquard::searching
