// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/agents/encoding.hpp"

#include <algorithm>
#include <cmath>

namespace jacquard::search {
namespace {

const double kApart = std::sqrt(0.5);  // two corners are 1 apart
constexpr double kWide = 4;            // from where on factors matter rather than differences

std::vector<double> places_of(const Knob& knob) {
  std::vector<double> places;
  for (const Value& value : knob.values) places.push_back(std::get<double>(value));
  auto [low, high] = std::minmax_element(places.begin(), places.end());
  if (*low > 0 && *high >= kWide * *low) {
    for (double& place : places) place = std::log(place);
  }
  const double from = *low, range = *high - *low;
  for (double& place : places) place = range > 0 ? (place - from) / range : 0;
  return places;
}

}  // namespace

Encoding::Encoding(const Space& space) {
  for (const Knob& knob : space.knobs()) {
    Part part{knob.ordered, {}, 0};
    if (knob.values.size() > 1) {
      if (knob.ordered) part.places = places_of(knob);
      part.values = knob.ordered ? 1 : knob.values.size();
      knob_of_.insert(knob_of_.end(), part.values, knobs_);
      ++knobs_;
    }
    parts_.push_back(std::move(part));
  }
}

void Encoding::add(const Point& point, Inputs& to) const {
  to.width = width();
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const Part& part = parts_[k];
    if (part.values == 0) continue;
    if (part.ordered) {
      to.numbers.push_back(part.places[point[k]]);
      continue;
    }
    const std::size_t at = to.numbers.size();
    to.numbers.resize(at + part.values, 0.0);
    to.numbers[at + point[k]] = kApart;
  }
}

Inputs Encoding::of(const std::vector<Point>& points) const {
  Inputs inputs;
  inputs.width = width();
  inputs.numbers.reserve(points.size() * width());
  for (const Point& point : points) add(point, inputs);
  return inputs;
}

}  // namespace jacquard::search
