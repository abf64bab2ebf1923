// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/load_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace jacquard::serve {
namespace {

using report::Metric;
using report::MetricTable;
using report::Row;
using report::Unit;

constexpr double kShares[] = {0.1, 0.25, 0.5, 0.75, 0.9, 1, 1.1, 1.25};
constexpr double kNear = 0.03;   // of a rate: rows so near would say the same
constexpr double kBeyond = 1.1;  // the knee, of the last row

Row four_figures(const Row& value) {
  return value.is_number() ? Row(fmt::format("{:.4g}", value.get<double>())) : value;
}

Row percents(const Row& value) { return Row(fmt::format("{:.0f} %", 100 * value.get<double>())); }

template <class R, class Get>
Metric<R> time_of(const std::string& key, const Get& get, const std::string& doc,
                  const std::string& heading) {
  return {key, Unit::ps, [get](const R& r) { return std::llround(get(r)); }, doc, heading};
}

using Spreads = std::vector<Metric<LoadRow>>;

void add_spread(Spreads& all, const std::string& word, const std::string& doc,
                Spread TrafficRow::*spread, bool shown) {
  const auto add = [&](const char* which, double Spread::*value, const char* of, bool column) {
    all.push_back(time_of<LoadRow>(
        word + "_" + which + "_ps",
        [spread, value](const LoadRow& r) { return r.traffic.*spread.*value; }, of + doc,
        column ? word + " " + which : ""));
  };
  add("p50", &Spread::p50, "Median of ", shown);
  add("p95", &Spread::p95, "95th percentile of ", shown);
  add("p99", &Spread::p99, "99th percentile of ", shown);
}

const char* mark_of(const LoadRow& r) {
  if (r.largest && r.knee) return "largest in the limits; knee";
  if (r.largest) return "largest in the limits";
  return r.knee ? "knee" : r.grows ? "queue grows" : "";
}

}  // namespace

const MetricTable<CapacityRow>& capacity_metrics() {
  using R = CapacityRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "capacity", "What a system serves at most within the limits.", [] {
        std::vector<M> all = {
            M("model", Unit::text, &R::model, "Its name.", "model"),
            M("system", Unit::text, &R::system, "As it was named.", "system"),
            M("layout", Unit::text, &R::layout, "Instances and the degrees of each.", "layout"),
            M("npus", Unit::count, &R::npus, "Of all instances."),
            M("precision", Unit::text, &R::precision, "Of weights.", "precision"),
            M("input_tokens", Unit::count, &R::input, "Of the longest prompt."),
            M("output_tokens", Unit::count, &R::output, "Of the longest answer."),
            M("slo", Unit::text, &R::slo, "The limits, as --slo takes them.", "limits"),
            M("slo_assumed", Unit::flag, &R::assumed, "They are the usual ones: none were given."),
            M("max_rate_per_s", Unit::per_s, &R::rate,
              "Requests a second, the most that keep the limits, to 1 %; null: no rate does.",
              "requests/s")
                .as(four_figures)
                .or_null(),
            M("knee_per_s", Unit::per_s, &R::knee,
              "Requests a second that are served where more come: beyond it the queue grows.",
              "knee")
                .as(four_figures),
            time_of<R>(
                "ttft_p95_ps", [](const R& r) { return r.at.ttft.p95; },
                "95th percentile of the time to the first token at max_rate_per_s; of a request "
                "alone where that is null.",
                "ttft p95"),
            time_of<R>(
                "tpot_p95_ps", [](const R& r) { return r.at.tpot.p95; },
                "95th percentile of the time per output token, likewise.", "tpot p95"),
        };
        const auto trust = [](const R& r) -> const Trust& { return r.at.trust; };
        for (M& m : trust_metrics<R>(trust)) all.push_back(std::move(m));
        return all;
      }());
  return table;
}

const MetricTable<LoadRow>& load_metrics() {
  using R = LoadRow;
  using M = Metric<R>;
  static const MetricTable<R> table("load", "Requests that come at one rate.", [] {
    Spreads all = {
        M(
            "model", Unit::text, [](const R& r) { return r.traffic.model; }, "Its name."),
        M(
            "system", Unit::text, [](const R& r) { return r.traffic.system; }, "As it was named."),
        M("share", Unit::ratio, &R::share,
          "Of the largest rate within the limits; of knee_per_s where there is none.", "load")
            .as(percents),
        M("rate_per_s", Unit::per_s, &R::rate, "Requests that come a second.", "requests/s")
            .as(four_figures),
        M(
            "requests", Unit::count, [](const R& r) { return r.traffic.requests; },
            "That came and were served."),
    };
    add_spread(all, "ttft", "the time from arrival to the first token.", &TrafficRow::ttft, true);
    add_spread(all, "tpot",
               "the time per output token, (last - first) / (output tokens - 1), of requests with "
               "more than one.",
               &TrafficRow::tpot, true);
    add_spread(all, "e2e", "the time from arrival to the last token.", &TrafficRow::e2e, false);
    for (M& m : Spreads{
             M(
                 "good_share", Unit::ratio, [](const R& r) { return r.traffic.good; },
                 "Of requests that keep the limits.", "in limits")
                 .as(percents),
             M("kept", Unit::flag, &R::kept, "So many keep the limits as are to."),
             M("queue_grows", Unit::flag, &R::grows,
               "More come than are served: times then grow with the number of requests."),
             M(
                 "tokens_per_s", Unit::per_s,
                 [](const R& r) {
                   return r.traffic.per_second(static_cast<double>(r.traffic.output_tokens));
                 },
                 "Output tokens over the time from the first arrival to the last token.",
                 "tokens/s")
                 .as(four_figures),
             M(
                 "output_tokens_per_step", Unit::ratio,
                 [](const R& r) {
                   const auto steps = static_cast<double>(r.traffic.steps);
                   const auto tokens = static_cast<double>(r.traffic.output_tokens);
                   return steps > 0 ? std::optional(tokens / steps) : std::nullopt;
                 },
                 "Over the steps of all instances: how many sequences decode together."),
             M(
                 "mfu", Unit::ratio, [](const R& r) { return r.traffic.mfu; },
                 "FLOPs of prompts and answers over the time and the dense peak of the weights' "
                 "precision."),
             M(
                 "most_kv_share", Unit::ratio,
                 [](const R& r) {
                   const double has = r.traffic.kv_capacity;
                   return has > 0 ? std::optional(r.traffic.most_kv / has) : std::nullopt;
                 },
                 "Of a scheduler's cache: keys and values in use at once."),
             M("mark", Unit::text, mark_of,
               "Which row has the largest rate within the limits, which is nearest the knee, and "
               "where the queue grows.",
               "mark")}) {
      all.push_back(std::move(m));
    }
    return all;
  }());
  return table;
}

std::vector<LoadRow> load_points(std::optional<double> rate, double knee) {
  const double whole = rate.value_or(knee);
  std::vector<double> rates;
  for (const double share : kShares) rates.push_back(share * whole);
  const auto add = [&](double one) {
    const bool there = std::any_of(rates.begin(), rates.end(), [&](double other) {
      return std::abs(other - one) < kNear * one;
    });
    if (!there) rates.push_back(one);
  };
  add(knee);
  if (knee * (1 + kNear) > kShares[std::size(kShares) - 1] * whole) add(kBeyond * knee);
  std::sort(rates.begin(), rates.end());
  const auto from_knee = [&](double one) { return std::abs(one - knee); };
  const double nearest = *std::min_element(
      rates.begin(), rates.end(), [&](double a, double b) { return from_knee(a) < from_knee(b); });
  std::vector<LoadRow> points;
  for (const double one : rates) {
    LoadRow point;
    point.rate = one;
    point.share = one / whole;
    point.largest = rate && one == *rate;
    point.knee = one == nearest;
    point.grows = one > knee;
    points.push_back(point);
  }
  return points;
}

}  // namespace jacquard::serve
