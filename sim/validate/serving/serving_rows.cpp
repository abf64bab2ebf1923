// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/serving/serving_rows.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jacquard::validate {
namespace {

std::optional<double> error_of(std::optional<double> measured, std::optional<double> ours) {
  if (!measured || !ours || *ours <= 0) return std::nullopt;
  return *ours / *measured - 1;
}

std::string degrees_of(const ServingRow& row) {
  const auto text = [](const MeasuredSide& side) {
    const serve::Deployment& d = side.deployment;
    std::string words = "tp=" + std::to_string(d.tp);
    if (d.pp > 1) words += ",pp=" + std::to_string(d.pp);
    if (d.attention_dp > 1) words += ",dp=" + std::to_string(d.attention_dp);
    if (expert_ep_of(d) > 1) words += ",ep=" + std::to_string(expert_ep_of(d));
    if (side.workers > 1) words = std::to_string(side.workers) + "x(" + words + ")";
    return words;
  };
  const MeasuredServing& m = *row.measured;
  return m.disaggregated ? text(m.prefill) + " > " + text(m.side) : text(m.side);
}

}  // namespace

std::optional<double> ServingRow::ttft_error() const {
  return ours ? error_of(measured->ttft_ms, ours->ttft_ms) : std::nullopt;
}
std::optional<double> ServingRow::tpot_error() const {
  return ours ? error_of(measured->tpot_ms, ours->tpot_ms) : std::nullopt;
}
std::optional<double> ServingRow::throughput_error() const {
  return ours ? error_of(measured->tokens_per_s, ours->tokens_per_s) : std::nullopt;
}

const report::MetricTable<ServingRow>& serving_metrics() {
  using M = report::Metric<ServingRow>;
  using report::Unit;
  using Row = const ServingRow&;
  static const report::MetricTable<ServingRow> table(
      "serving", "A measured loop of clients, or a published largest throughput.",
      {
          M(
              "system", Unit::text, [](Row r) { return r.measured->system; },
              "As the table calls it.", "system"),
          M(
              "backend", Unit::text, [](Row r) { return r.measured->backend; }, "The engine.",
              "backend"),
          M(
              "model", Unit::text, [](Row r) { return r.measured->model; },
              "As the table calls it.", "model"),
          M(
              "mode", Unit::text,
              [](Row r) { return std::string(r.measured->disaggregated ? "disagg" : "agg"); },
              "agg, or disagg: prompts apart from answers."),
          M("degrees", Unit::text, degrees_of, "Our degrees; prefill > decode.", "degrees"),
          M(
              "isl", Unit::count, [](Row r) { return r.measured->input; }, "Tokens of a prompt.",
              "isl"),
          M(
              "osl", Unit::count, [](Row r) { return r.measured->output; }, "Tokens of an answer.",
              "osl"),
          M(
              "concurrency", Unit::count, [](Row r) { return r.measured->concurrency; },
              "Clients at once; 0: as many as memory holds.", "clients"),
          M(
              "measured_ttft_ms", Unit::ms, [](Row r) { return r.measured->ttft_ms; },
              "Mean time to first token.", "ttft"),
          M(
              "ttft_ms", Unit::ms,
              [](Row r) { return r.ours ? std::optional(r.ours->ttft_ms) : std::nullopt; }, "Ours.",
              "ours"),
          M("ttft_error", Unit::ratio, &ServingRow::ttft_error, "Ours / measured - 1.", "error"),
          M(
              "measured_tpot_ms", Unit::ms, [](Row r) { return r.measured->tpot_ms; },
              "Mean time per output token.", "tpot"),
          M(
              "tpot_ms", Unit::ms,
              [](Row r) { return r.ours ? std::optional(r.ours->tpot_ms) : std::nullopt; },
              "Ours: (last - first) / (output tokens - 1).", "ours "),
          M("tpot_error", Unit::ratio, &ServingRow::tpot_error, "Ours / measured - 1.", "error "),
          M(
              "measured_tokens_per_s", Unit::per_s, [](Row r) { return r.measured->tokens_per_s; },
              "Output tokens of all NPUs."),
          M(
              "tokens_per_s", Unit::per_s,
              [](Row r) { return r.ours ? std::optional(r.ours->tokens_per_s) : std::nullopt; },
              "Ours."),
          M("throughput_error", Unit::ratio, &ServingRow::throughput_error, "Ours / measured - 1."),
          M("reason", Unit::text, &ServingRow::reason, "Why there is no answer; else empty."),
      });
  return table;
}

ServingSummary summary_of(ServingClass of, std::vector<double> errors, int most_npus) {
  ServingSummary s;
  s.of = std::move(of);
  s.most_npus = most_npus;
  s.rows = static_cast<std::int64_t>(errors.size());
  const auto count = static_cast<double>(errors.size());
  for (double& error : errors) {
    s.bias += error / count;
    error = std::abs(error);
    s.mape += error / count;
  }
  std::sort(errors.begin(), errors.end());
  s.p90 = errors[(9 * errors.size() + 9) / 10 - 1];
  const std::size_t half = errors.size() / 2;
  s.median = errors.size() % 2 == 1 ? errors[half] : (errors[half - 1] + errors[half]) / 2;
  return s;
}

const report::MetricTable<ServingSummary>& serving_summary_metrics() {
  using M = report::Metric<ServingSummary>;
  using report::Unit;
  const auto of_class = [](const char* key, std::string ServingClass::*value, const char* doc) {
    return M(
        key, Unit::text, [value](const ServingSummary& s) { return s.of.*value; }, doc, key);
  };
  static const report::MetricTable<ServingSummary> table(
      "serving_errors", "Errors of one quantity over a system's rows.",
      {
          of_class("system", &ServingClass::system, "As the table calls it."),
          of_class("mode", &ServingClass::mode, "agg or disagg."),
          of_class("type", &ServingClass::type,
                   "dense, experts, latent (experts behind latent attention), or wide: experts in "
                   "32 parts or more."),
          of_class("backend", &ServingClass::backend, "The engine."),
          of_class("quantity", &ServingClass::quantity, "ttft, tpot or throughput."),
          M("rows", Unit::count, &ServingSummary::rows, "How many.", "rows"),
          M("mape", Unit::ratio, &ServingSummary::mape, "Mean of |error|.", "mape"),
          M("median_error", Unit::ratio, &ServingSummary::median, "Median of |error|.", "median"),
          M("bias", Unit::ratio, &ServingSummary::bias, "Mean error.", "bias"),
          M("p90_error", Unit::ratio, &ServingSummary::p90,
            "Of |error|, what nine of ten rows do not exceed."),
          M("most_npus", Unit::count, &ServingSummary::most_npus, "Of an instance of these rows."),
      });
  return table;
}

}  // namespace jacquard::validate
