// SPDX-License-Identifier: Apache-2.0
// The row of `jacquard serve` under traffic over time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "jacquard/base/units.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/serve/measured_errors.hpp"
#include "jacquard/serve/slo.hpp"
#include "jacquard/serve/spread.hpp"
#include "systemc/serve/energy_parts.hpp"
#include "systemc/serve/traffic_run.hpp"

namespace jacquard::serve {

struct TrafficRow {
  std::string model;
  std::string system;
  std::string layout;  // "1xtp4", "prefill=2xtp4,decode=4xtp8"
  int npus = 0;
  std::optional<int> redundant_experts;  // of a model with experts
  std::string software;
  std::string policy;
  std::string precision;
  std::string kv_precision;
  std::int64_t requests = 0;
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
  base::Picoseconds time{0};  // from the first arrival to the last token
  Spread ttft;
  Spread tpot;
  Spread e2e;
  double good = 1;  // share of requests that keep the SLO
  double mfu = 0;
  std::int64_t preemptions = 0;
  std::int64_t reused = 0;  // prompt tokens
  std::int64_t steps = 0;
  double most_kv = 0;      // bytes of a scheduler's cache in use at once, on all its NPUs
  double kv_capacity = 0;  // and what it has
  std::int64_t hand_overs = 0;
  double handed_over = 0;  // bytes
  std::optional<base::Joules> energy;
  EnergyParts parts;   // of that, and of what joins the NPUs
  std::string fabric;  // who carried experts' exchanges
  std::optional<FabricFigures> exchanges;
  // Of instances that come and go: how many were there, in the mean and at most, and how many came.
  struct Scaled {
    double mean = 0;
    int most = 0;
    std::int64_t starts = 0;
  };
  std::optional<Scaled> scaled;
  double npus_on = 0;  // mean of the run
  Trust trust;         // by measured loops like it
  double price = 0;    // dollars of an NPU for an hour

  double per_second(double count) const {
    return time.count() > 0 ? count / base::to_seconds(time).count() : 0;
  }
};

TrafficRow traffic_row(const TrafficRun& run, const Slo& slo);

const report::MetricTable<TrafficRow>& traffic_metrics();

// What measured loops like it say of a row: how many there were, and how near ours came.
template <class R, class Get>
std::vector<report::Metric<R>> trust_metrics(const Get& get) {
  using M = report::Metric<R>;
  using report::Unit;
  const auto within = [get](double Trust::*share) {
    return [get, share](const R& r) {
      const Trust& trust = get(r);
      return trust.rows > 0 ? std::optional<double>(trust.*share) : std::nullopt;
    };
  };
  return {
      M(
          "like_rows", Unit::count, [get](const R& r) { return get(r).rows; },
          "Measured loops of its system, type of model and engine; 0: the answer is extrapolated."),
      M("ttft_within", Unit::ratio, within(&Trust::ttft),
        "Share by which our mean time to the first token errs at most, in nine of ten of these.")
          .or_null(),
      M("tpot_within", Unit::ratio, within(&Trust::tpot),
        "Likewise of the mean time per output token.")
          .or_null(),
      M(
          "like", Unit::text, [get](const R& r) { return get(r).text(); },
          "The same in words, or what makes the answer extrapolated."),
  };
}

// "2xtp4": instances, and the degrees above 1 of each (tp always).
std::string layout_of(const Deployment& deployment, int instances);

}  // namespace jacquard::serve
