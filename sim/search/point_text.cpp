// SPDX-License-Identifier: Apache-2.0
#include "sim/search/point_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jacquard::searching {
namespace {

using config::Document;
using config::Json;
using config::Place;
using search::Knob;
using search::Point;
using search::Space;

constexpr int kProtocol = 1;
constexpr std::int64_t kMostSamples = 1'000'000;

Document value_document(const search::Value& value) {
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  const double number = std::get<double>(value);
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (number == std::floor(number) && std::abs(number) <= kExact) {
    return static_cast<std::int64_t>(number);
  }
  return number;
}

// JSON has no infinity and no NaN.
Document number_or_null(double number) {
  return std::isfinite(number) ? Document(number) : Document(nullptr);
}

Document knob_documents(const Space& space) {
  Document all = Document::array();
  for (const Knob& knob : space.knobs()) {
    Document one = {{"name", knob.name}, {"family", knob.family}, {"layer", knob.layer}};
    if (knob.dimension >= 0) one["dimension"] = knob.dimension;
    one["ordered"] = knob.ordered;
    one["values"] = Document::array();
    for (const search::Value& value : knob.values) one["values"].push_back(value_document(value));
    all.push_back(std::move(one));
  }
  return all;
}

// Knobs of which only one value is left may be missing.
Json with_held_knobs(const Space& space, Json json) {
  Json held = space.show(Point(space.knobs().size(), 0));
  for (const Knob& knob : space.knobs()) {
    if (knob.values.size() > 1) held.erase(knob.family);
  }
  held.update(json);
  return held;
}

Point point_of_indices(const Space& space, const Json& json, const Place& place) {
  const std::vector<Knob>& knobs = space.knobs();
  if (json.size() != knobs.size()) {
    place.fail(fmt::format("an index for each of {} coordinates", knobs.size()),
               fmt::format("{}", json.size()));
  }
  Point point;
  for (std::size_t k = 0; k < knobs.size(); ++k) {
    const bool whole = json[k].is_number_integer();
    const auto index = whole ? json[k].get<std::int64_t>() : -1;
    if (index < 0 || index >= static_cast<std::int64_t>(knobs[k].values.size())) {
      (place / k).fail(
          fmt::format("an index of {} in 0..{}", knobs[k].name, knobs[k].values.size() - 1),
          config::brief(json[k]));
    }
    point.push_back(static_cast<std::uint16_t>(index));
  }
  return point;
}

Document point_documents(const Space& space, const std::vector<Point>& points) {
  Document all = {{"points", Document::array()}, {"indices", Document::array()}};
  for (const Point& point : points) {
    all["points"].push_back(space.show(point));
    all["indices"].push_back(point);
  }
  return all;
}

}  // namespace

Document describe(const Session& session) {
  const Space& space = session.space();
  Document all;
  all["protocol"] = kProtocol;
  all["title"] = space.title();
  all["knobs"] = knob_documents(space);
  if (space.base()) all["base"] = space.show(*space.base());
  all["derived"] = Document::object();
  for (const search::Derived& derived : space.derived()) {
    all["derived"][derived.name] = derived.expression.text();
  }
  all["constraints"] = Document::array();
  for (const search::Constraint& constraint : space.constraints()) {
    all["constraints"].push_back(constraint.text);
  }
  all["rewards"] = session.question().rewards;
  all["metrics"] = session.environment().metrics();
  all["space_size"] = session.set().points();
  all["feasible"] = session.set().feasible();
  all["seed"] = session.question().seed;
  return all;
}

Point read_point(const Space& space, const Json& json, const Place& place) {
  if (json.is_array()) return point_of_indices(space, json, place);
  if (!json.is_object())
    place.fail("an object of knobs, or a list of indices", config::brief(json));
  return space.point_of(with_held_knobs(space, json), place);
}

std::vector<Point> read_points(const Space& space, const Json& json, const Place& place) {
  if (!json.is_array() || json.empty()) place.fail("a list of points", config::brief(json));
  std::vector<Point> points;
  for (std::size_t i = 0; i < json.size(); ++i) {
    points.push_back(read_point(space, json[i], place / i));
  }
  return points;
}

Document point_document(const Space& space, const Point& point) {
  return {{"point", space.show(point)}, {"indices", point}};
}

Document outcome(const Session& session, const search::Evaluation& evaluation,
                 const search::Score& score) {
  Document all = point_document(session.space(), evaluation.point);
  all["valid"] = score.valid;
  all["reward"] = score.valid ? number_or_null(score.rewards.front()) : Document(nullptr);
  all["rewards"] = score.rewards;
  all["why_not"] = evaluation.measured.why_not;
  all["metrics"] = Document::object();
  const auto& names = session.environment().metrics();
  for (std::size_t m = 0; m < evaluation.measured.metrics.size(); ++m) {
    all["metrics"][names[m]] = number_or_null(evaluation.measured.metrics[m]);
  }
  return all;
}

std::optional<Document> answer_about_points(const Session& session, const Json& request,
                                            base::Rng& rng, const Place& place) {
  const Space& space = session.space();
  if (request.contains("sample")) {
    const Json& count = request["sample"];
    const bool whole = count.is_number_integer();
    if (!whole || count.get<std::int64_t>() < 1 || count.get<std::int64_t>() > kMostSamples) {
      (place / "sample")
          .fail(fmt::format("how many points, in 1..{}", kMostSamples), config::brief(count));
    }
    std::vector<Point> points;
    for (std::int64_t i = 0; i < count.get<std::int64_t>(); ++i) {
      points.push_back(session.set().sample(rng));
    }
    return point_documents(space, points);
  }
  if (request.contains("repair")) {
    std::vector<Point> points = read_points(space, request["repair"], place / "repair");
    for (Point& point : points) point = session.set().repair(point, rng);
    return point_documents(space, points);
  }
  return std::nullopt;
}

}  // namespace jacquard::searching
