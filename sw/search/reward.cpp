// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/reward.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/search/interval.hpp"

namespace jacquard::search {
namespace {

constexpr double kPicosecondsPerSecond = 1e12;

// "time_s" for "time_ps"; "" for what is no time in picoseconds.
std::string in_seconds(const std::string& metric) {
  if (metric.size() < 3 || metric.compare(metric.size() - 3, 3, "_ps") != 0) return "";
  return metric.substr(0, metric.size() - 2) + "s";
}

}  // namespace

Rewards::Rewards(const Space& space, const std::vector<std::string>& metrics,
                 const std::vector<std::string>& names, const std::string& source)
    : space_(&space), metrics_(metrics) {
  std::vector<std::string> known;
  for (const Reward& reward : space.rewards()) known.push_back(reward.name);
  for (const std::string& name : names) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) base::throw_unknown_name(source, "a reward", name, known);
    rewards_.push_back(&space.rewards()[static_cast<std::size_t>(found - known.begin())]);
  }
  std::vector<std::string> readable;
  for (const Knob& knob : space.knobs()) readable.push_back(knob.family);
  for (const Derived& derived : space.derived()) readable.push_back(derived.name);
  for (const std::string& metric : metrics) {
    readable.push_back(metric);
    if (!in_seconds(metric).empty()) readable.push_back(in_seconds(metric));
  }
  for (const Reward* reward : rewards_) {
    for (const std::string& name : reward->expression.reads()) {
      if (std::find(readable.begin(), readable.end(), name) != readable.end()) continue;
      const std::string near = base::nearest(name, readable);
      (space.place() / "rewards" / reward->name)
          .fail("names of knobs, derived knobs and metrics", "'" + name + "'",
                near.empty() ? "" : "nearest is '" + near + "'");
    }
  }
}

Score Rewards::of(const Point& point, const Measured& measured) const {
  Score score;
  if (!measured.why_not.empty()) return score;
  Bindings bindings = space_->bindings(point);
  for (std::size_t m = 0; m < metrics_.size(); ++m) {
    bindings[metrics_[m]] = measured.metrics[m];
    const std::string seconds = in_seconds(metrics_[m]);
    if (!seconds.empty()) bindings[seconds] = measured.metrics[m] / kPicosecondsPerSecond;
  }
  try {
    for (const Reward* reward : rewards_)
      score.rewards.push_back(reward->expression.number(bindings));
    score.valid = true;
  } catch (const base::ConfigError&) {
    score.rewards.clear();
  }
  return score;
}

double Rewards::ceiling(const Environment& environment, const Point& point,
                        const std::vector<bool>& fixed) const {
  Ranges ranges;
  for (std::size_t k = 0; k < point.size(); ++k) {
    const Knob& knob = space_->knobs()[k];
    Interval interval;
    if (knob.ordered) {
      const auto value = [&](std::size_t v) { return std::get<double>(knob.values[v]); };
      interval =
          fixed[k] ? Interval{value(point[k]), value(point[k])} : Interval{value(0), value(0)};
      for (std::size_t v = 1; !fixed[k] && v < knob.values.size(); ++v) {
        interval = {std::min(interval.low, value(v)), std::max(interval.high, value(v))};
      }
    }
    Range& range = ranges[knob.family];
    range.list = knob.dimension >= 0;
    range.elements.push_back(interval);
  }
  for (const Derived& derived : space_->derived()) {
    ranges[derived.name] = {{enclosure(derived.expression, ranges)}, false};
  }
  for (std::size_t m = 0; m < metrics_.size(); ++m) {
    const double least = environment.metric_at_least(m, point, fixed);
    if (!(least > 0)) continue;  // nothing is known
    const Interval above{least, std::numeric_limits<double>::infinity()};
    ranges[metrics_[m]] = {{above}, false};
    const std::string seconds = in_seconds(metrics_[m]);
    if (!seconds.empty()) {
      ranges[seconds] = {{above * Interval{1 / kPicosecondsPerSecond, 1 / kPicosecondsPerSecond}},
                         false};
    }
  }
  return enclosure(rewards_.front()->expression, ranges).high;
}

}  // namespace jacquard::search
