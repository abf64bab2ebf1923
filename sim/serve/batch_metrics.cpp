// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/batch_metrics.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sim/serve/energy_metrics.hpp"

namespace jacquard::serve {
namespace {

using report::Metric;
using report::MetricTable;
using report::Row;
using report::Unit;
using Metrics = std::vector<Metric<BatchRow>>;
using R = BatchRow;

Row four_figures(const Row& value) {
  return value.is_number() ? Row(fmt::format("{:.4g}", value.get<double>())) : value;
}

Metrics what_was_served() {
  using M = Metric<R>;
  return {
      M("model", Unit::text, &R::model, "Its name.", "model"),
      M("system", Unit::text, &R::system, "As it was named.", "system"),
      M("pareto", Unit::flag, &R::pareto,
        "With --pareto: no other row of the model, system and precisions has more tokens/s per "
        "user and per NPU; absent without it.",
        "pareto"),
      M("npus", Unit::count, &R::npus, "Of the system."),
      M("replicas", Unit::count, &R::replicas, "Of the model, each on npus / replicas of them."),
      M("software", Unit::text, &R::software, "Whose kernels."),
      M("policy", Unit::text, &R::policy, "static_batch, or how a queue was served that is full."),
      M("rules", Unit::text, &R::rules,
        "Whose laws say how long steps take: ours, or the paper's."),
      M("law", Unit::text, &R::law,
        "Of collectives: reached, in nodes and across; links: every link at its rate. Empty of the "
        "paper's rules."),
      M("source", Unit::text, &R::source, "Of an appliance's bandwidth; empty of NPUs."),
      M("tp", Unit::count, &R::tp, "Tensor parallelism.", "tp"),
      M("pp", Unit::count, &R::pp, "Pipeline stages.", "pp"),
      M("dp", Unit::count, &R::dp, "Groups of attention in a replica.", "dp"),
      M("ep", Unit::count, &R::ep, "Parts of the experts; 0: cut by tp, or there are none."),
      M("precision", Unit::text, &R::precision, "Of weights.", "precision"),
      M("kv_precision", Unit::text, &R::kv_precision, "Of cached keys and values."),
      M("input_tokens", Unit::count, &R::input, "Tokens of each prompt.", "in"),
      M("output_tokens", Unit::count, &R::output, "Tokens of each answer.", "out"),
      M("batch", Unit::count, &R::batch, "Requests at once on each replica.", "batch"),
  };
}

Metrics times() {
  using M = Metric<R>;
  return {
      M("ttft_ps", Unit::ps, &R::ttft,
        "Time to first token: of a static batch until the last of its prompts is prefilled; of a "
        "queue the mean.",
        "first token"),
      M("tpot_ps", Unit::ps, &R::tpot,
        "Time per output token: (last - first) / (output tokens - 1); 0 of a single token.",
        "per token"),
      M("time_ps", Unit::ps, &R::time, "Until the last token of all requests.", "time"),
      M(
          "tokens_per_s", Unit::per_s, [](const R& r) { return r.tokens_per_s(); },
          "Output tokens of all replicas over time_ps.", "tokens/s")
          .as(four_figures),
      M(
          "tokens_per_s_per_npu", Unit::per_s, [](const R& r) { return r.tokens_per_s_per_npu(); },
          "Over the system's NPUs.", "per NPU")
          .as(four_figures),
      M(
          "tokens_per_s_per_user", Unit::per_s,
          [](const R& r) { return r.tokens_per_s_per_user(); },
          "1 / tpot_ps: what one request sees. Of a single token 1 / time_ps.", "per user")
          .as(four_figures),
      M("mfu", Unit::ratio, &R::mfu,
        "FLOPs of prompts and answers over time_ps and the dense peak of the weights' precision. "
        "Ours: "
        "2 per matmul parameter and token, and causal attention; paper: 2 per parameter and token, "
        "nothing for attention.",
        "MFU")
          .as(four_figures),
  };
}

Metrics memory_and_energy() {
  using M = Metric<R>;
  return {
      M("weights_bytes", Unit::bytes, &R::weights, "Of all NPUs of a replica, copies included.",
        "weights"),
      M("kv_bytes", Unit::bytes, &R::kv,
        "Of the batch at its full length, on all NPUs of a replica, copies included.", "KV"),
      M("kv_beyond_bytes", Unit::bytes, &R::beyond,
        "Of kv_bytes, what lies in the memory of --spill."),
      M("memory_bytes", Unit::bytes, &R::memory,
        "Of the fullest NPU: weights, buffers, keys and "
        "values."),
      M("capacity_bytes", Unit::bytes, &R::capacity,
        "Of an NPU's memory, what the engine may use."),
      M("energy_j", Unit::j, &R::energy, "Of all replicas' NPUs and their memories over time_ps.")
          .or_null(),
      M(
          "energy_per_token_j", Unit::j,
          [](const R& r) {
            return r.energy ? std::optional<double>(r.energy->count() / r.tokens()) : std::nullopt;
          },
          "energy_j over output tokens.", "NPUs' J/token")
          .as(four_figures)
          .or_null(),
      M("per_million_tokens_usd", Unit::usd, &R::per_million_tokens,
        "Of output tokens, by --price of an NPU for an hour; absent without it.", "$/M tokens"),
  };
}

double ratio(double second, double first) { return first > 0 ? second / first : std::nan(""); }

template <class Get>
Metric<RatioRow> ratio_of(const char* key, Get get, const char* doc, const char* heading) {
  return Metric<RatioRow>(
             key, Unit::ratio,
             [get](const RatioRow& r) -> std::optional<double> {
               const double value = ratio(get(r.second), get(r.first));
               return std::isfinite(value) ? std::optional(value) : std::nullopt;
             },
             doc, heading)
      .as(four_figures)
      .or_null();
}

double as_seconds(base::Picoseconds time) { return base::to_seconds(time).count(); }

}  // namespace

const MetricTable<BatchRow>& batch_metrics() {
  static const MetricTable<BatchRow> table("batch", "A batch of equal requests.", [] {
    Metrics all = what_was_served();
    const auto parts = [](const R& r) -> const EnergyParts& { return r.parts; };
    const auto tokens = [](const R& r) { return r.tokens(); };
    for (Metrics part : {times(), memory_and_energy(), energy_metrics<R>(parts, tokens)}) {
      for (Metric<BatchRow>& m : part) all.push_back(std::move(m));
    }
    return all;
  }());
  return table;
}

const MetricTable<RefusedCase>& refused_case_metrics() {
  using M = Metric<RefusedCase>;
  using C = RefusedCase;
  static const MetricTable<RefusedCase> table(
      "refused", "A case of a sweep that cannot run.",
      {
          M("model", Unit::text, &C::model, "Its name.", "model"),
          M("system", Unit::text, &C::system, "As it was named.", "system"),
          M("input_tokens", Unit::count, &C::input, "Tokens of each prompt.", "in"),
          M("output_tokens", Unit::count, &C::output, "Tokens of each answer.", "out"),
          M("batch", Unit::text, &C::batch, "As it was asked for.", "batch"),
          M("refused", Unit::text, &C::refused, "Why.", "refused"),
      });
  return table;
}

const MetricTable<RatioRow>& ratio_metrics() {
  using M = Metric<RatioRow>;
  static const MetricTable<RatioRow> table(
      "ratio", "The second system of --compare over the first, all else equal.",
      {
          M("model", Unit::text, &RatioRow::model, "Its name.", "model"),
          M("system", Unit::text, &RatioRow::system, "The second.", "system"),
          M("over", Unit::text, &RatioRow::over, "The first.", "over"),
          M(
              "input_tokens", Unit::count, [](const RatioRow& r) { return r.first.input; },
              "Tokens of each prompt.", "in"),
          M(
              "output_tokens", Unit::count, [](const RatioRow& r) { return r.first.output; },
              "Tokens of each answer.", "out"),
          ratio_of(
              "batch_ratio", [](const R& r) { return static_cast<double>(r.batch); },
              "Of requests at once on a replica.", "batch"),
          ratio_of(
              "npus_ratio", [](const R& r) { return static_cast<double>(r.npus); }, "Of NPUs.",
              "NPUs"),
          ratio_of(
              "ttft_ratio", [](const R& r) { return as_seconds(r.ttft); },
              "Of times to first token; below 1 is better.", "first token"),
          ratio_of(
              "tpot_ratio", [](const R& r) { return as_seconds(r.tpot); },
              "Of times per output token; below 1 is better.", "per token"),
          ratio_of(
              "time_ratio", [](const R& r) { return r.seconds(); }, "Of times; below 1 is better.",
              "time"),
          ratio_of(
              "throughput_ratio", [](const R& r) { return r.tokens_per_s(); }, "Of tokens_per_s.",
              "tokens/s"),
          ratio_of(
              "throughput_per_npu_ratio", [](const R& r) { return r.tokens_per_s_per_npu(); },
              "Of tokens_per_s_per_npu.", "per NPU"),
          ratio_of(
              "energy_per_token_ratio",
              [](const R& r) { return r.energy ? r.energy->count() / r.tokens() : 0; },
              "Of energy_per_token_j; null where one is not known.", "J/token"),
      });
  return table;
}

std::vector<report::RowKind> batch_row_kinds() {
  return {batch_metrics().kind(), refused_case_metrics().kind(), ratio_metrics().kind()};
}

}  // namespace jacquard::serve
