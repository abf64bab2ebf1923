// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/resources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace jacquard::planner {
namespace {

using systems::Cluster;

constexpr double kLargest = 9e18;  // that a count holds
constexpr double kStep = 1e-3;     // of the central difference
constexpr double kNoise = 1e-6;    // an elasticity below it is none
constexpr const char* kAll = "all";

template <class Count>
void multiply(Count& value, double factor) {
  const double more = static_cast<double>(value.count()) * factor;
  value = Count{std::llround(std::min(more, kLargest))};
}

struct Resource {
  const char* name;
  void (*multiply)(Cluster& cluster, double factor);
};

const std::vector<Resource>& resources() {
  static const std::vector<Resource> all = {
      {"compute",
       [](Cluster& c, double factor) {
         multiply(c.peak4, factor);
         multiply(c.peak2, factor);
         multiply(c.peak1, factor);
       }},
      {"memory", [](Cluster& c, double factor) { multiply(c.memory, factor); }},
      {"memory_bandwidth", [](Cluster& c, double factor) { multiply(c.memory_bandwidth, factor); }},
      {"link_bandwidth", [](Cluster& c, double factor) { multiply(c.link_bandwidth, factor); }},
      {"port_bandwidth", [](Cluster& c, double factor) { multiply(c.port_bandwidth, factor); }},
      {kAll,
       [](Cluster& c, double factor) {
         for (const Resource& one : resources()) {
           if (std::string_view(one.name) != kAll) one.multiply(c, factor);
         }
       }},
  };
  return all;
}

plan::Request with(const plan::Request& request, const Resource& resource, double factor) {
  plan::Request more = request;
  resource.multiply(more.cluster, factor);
  return more;
}

double elasticity_of(const plan::Request& request, const Outcome& best, const Resource& resource) {
  const auto time = [&](double factor) {
    return evaluate(with(request, resource, factor), best.strategy).answer.times.time;
  };
  const double more = time(1 + kStep), less = time(1 - kStep);
  if (!(more > 0) || !(less > 0)) return 0;
  const double elasticity = std::log(less / more) / std::log((1 + kStep) / (1 - kStep));
  return std::abs(elasticity) < kNoise ? 0 : elasticity;
}

ResourceRow row_of(const plan::Request& request, const Outcome& best, const Resource& resource,
                   double factor, const Terms& terms) {
  const plan::Request more = with(request, resource, factor);
  const Ranking ranking = rank_all(more, terms);
  // A strategy that still fits with more of anything; if none did, the given one.
  const Outcome chosen =
      ranking.best() != nullptr ? *ranking.best() : evaluate(more, best.strategy);
  ResourceRow row;
  row.resource = resource.name;
  row.factor = factor;
  row.strategy = plan::text_of(chosen.strategy);
  row.time = base::Picoseconds{std::llround(chosen.answer.times.time * 1e12)};
  if (chosen.answer.times.time > 0) {
    row.gain = best.answer.times.time / chosen.answer.times.time;
  }
  return row;
}

LimitRow limit_of(const std::vector<ResourceRow>& rows, const Outcome& best) {
  const ResourceRow* limit = nullptr;
  const ResourceRow* next = nullptr;
  for (const ResourceRow& row : rows) {
    if (row.resource == kAll || row.factor != 2) continue;
    if (limit == nullptr || row.elasticity > limit->elasticity) limit = &row;
    if (next == nullptr || row.gain > next->gain) next = &row;
  }
  const plan::Times& t = best.answer.times;
  const double exposed = t.time > 0 ? 100 * t.exposed() / t.time : 0;
  LimitRow said{limit->resource, next->resource, ""};
  said.finding = fmt::format(
      "{} limits the best strategy: 1 % more of it makes {:.2f} % more throughput. The step waits "
      "{:.0f} % of its time for communication. Buy {} next: twice as much makes {:.3g} times the "
      "throughput{}.",
      said.limit, limit->elasticity, exposed, said.buy_next, next->gain,
      next->strategy == plan::text_of(best.strategy) ? "" : ", with " + next->strategy);
  return said;
}

}  // namespace

Sensitivity sensitivity_of(const plan::Request& request, const Outcome& best, const Terms& asked) {
  Sensitivity sensitivity;
  Terms terms = asked;
  // A given strategy that does not fit is compared with others that need not.
  terms.ignore_memory = terms.ignore_memory || !best.fits;
  for (const Resource& resource : resources()) {
    const double elasticity = elasticity_of(request, best, resource);
    for (const double factor : {2.0, 10.0}) {
      sensitivity.rows.push_back(row_of(request, best, resource, factor, terms));
      sensitivity.rows.back().elasticity = elasticity;
    }
  }
  sensitivity.limit = limit_of(sensitivity.rows, best);
  return sensitivity;
}

const report::MetricTable<ResourceRow>& resource_metrics() {
  using M = report::Metric<ResourceRow>;
  using report::Unit;
  using R = ResourceRow;
  const auto figures = [](const report::Row& value) {
    return report::Row(fmt::format("{:.4g}", value.get<double>()));
  };
  static const report::MetricTable<R> table(
      "resource", "More of one resource of every device.",
      {M("resource", Unit::text, &R::resource, "Which; all: each of them.", "resource"),
       M("factor", Unit::ratio, &R::factor, "So many times as much.", "factor"),
       M("gain", Unit::ratio, &R::gain,
         "In throughput, over the best strategy without it; the strategy is chosen anew.", "gain")
           .as(figures),
       M("elasticity", Unit::ratio, &R::elasticity,
         "d ln throughput / d ln resource of the best strategy without it.", "elasticity")
           .as(figures),
       M("time_ps", Unit::ps, &R::time, "Of a step then.", "time"),
       M("strategy", Unit::text, &R::strategy, "The best one then.", "strategy")});
  return table;
}

const report::MetricTable<LimitRow>& limit_metrics() {
  using M = report::Metric<LimitRow>;
  using report::Unit;
  static const report::MetricTable<LimitRow> table(
      "limit", "What limits the best strategy, and what to buy.",
      {M("limit", Unit::text, &LimitRow::limit, "The resource of the largest elasticity.", "limit"),
       M("buy_next", Unit::text, &LimitRow::buy_next, "The resource that gains most when doubled.",
         "buy next"),
       M("finding", Unit::text, &LimitRow::finding, "Both in words.", "finding")});
  return table;
}

}  // namespace jacquard::planner
