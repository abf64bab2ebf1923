// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/mlperf/mlperf_rows.hpp"

#include <fmt/format.h>

namespace jacquard::validate {
namespace {

using report::Metric;
using report::MetricTable;
using report::Row;
using report::Unit;

Row four_figures(const Row& value) {
  return value.is_number() ? Row(fmt::format("{:.4g}", value.get<double>())) : value;
}

template <class R, class Get>
void add_answer(std::vector<Metric<R>>& all, const Get& get) {
  const auto of = [get](auto what) {
    using Value = decltype(what(MlperfAnswer{}));
    return [get, what](const R& r) {
      const MlperfAnswer* answer = get(r);
      return answer != nullptr ? std::optional<Value>(what(*answer)) : std::nullopt;
    };
  };
  using A = MlperfAnswer;
  using M = Metric<R>;
  all.push_back(M("tokens_per_s_per_npu", Unit::per_s,
                  of([](const A& a) { return a.tokens_per_s_per_npu; }),
                  "Ours; absent where no batch keeps the limit.", "ours")
                    .as(four_figures));
  all.push_back(M("batch_per_npu", Unit::count, of([](const A& a) { return a.batch_per_npu; }),
                  "Requests at once on each NPU.", "batch"));
  all.push_back(M("drafts", Unit::count, of([](const A& a) { return a.drafts; }),
                  "Tokens that a step drafts for each request.", "drafts"));
  all.push_back(M("token_ps", Unit::ps, of([](const A& a) { return a.token; }),
                  "Time per token of a user, prompts of others included.", "per token"));
  all.push_back(M("bandwidth_bound_per_s_per_npu", Unit::per_s,
                  of([](const A& a) { return a.bandwidth_bound; }),
                  "Tokens, if reading weights and latents at that batch were all."));
  all.push_back(M("compute_bound_per_s_per_npu", Unit::per_s,
                  of([](const A& a) { return a.compute_bound; }),
                  "Tokens, if their FLOPs at the fp4 peak were all."));
  all.push_back(M("link_bound_per_s_per_npu", Unit::per_s,
                  of([](const A& a) { return a.link_bound; }),
                  "Tokens, if their way to eight experts and back were all."));
}

}  // namespace

std::optional<double> MlperfRow::error() const {
  if (!ours) return std::nullopt;
  return ours->tokens_per_s_per_npu / measured() - 1;
}

const MetricTable<MlperfRow>& mlperf_metrics() {
  using R = MlperfRow;
  using M = Metric<R>;
  static const MetricTable<R> table("mlperf", "A published result of MLPerf's DeepSeek-R1.", [] {
    std::vector<M> all = {
        M("round", Unit::text, &R::round, "Of MLPerf Inference.", "round"),
        M("id", Unit::text, &R::id, "Of the submission."),
        M("submitter", Unit::text, &R::submitter, "Who submitted it.", "submitter"),
        M("system", Unit::text, &R::system, "Its NPUs.", "system"),
        M("npus", Unit::count, &R::npus, "How many.", "NPUs"),
        M("scenario", Unit::text, &R::scenario, "offline, server or interactive.", "scenario"),
        M(
            "measured_tokens_per_s_per_npu", Unit::per_s, [](const R& r) { return r.measured(); },
            "Published.", "measured")
            .as(four_figures)};
    add_answer<R>(all, [](const R& r) { return r.ours ? &*r.ours : nullptr; });
    all.push_back(M(
        "error", Unit::ratio, [](const R& r) { return r.error(); }, "Ours over measured, less 1.",
        "error"));
    return all;
  }());
  return table;
}

const MetricTable<MlperfPrediction>& mlperf_prediction_metrics() {
  using R = MlperfPrediction;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "mlperf_prediction", "A system without published results, and what it would reach.", [] {
        std::vector<M> all = {
            M("system", Unit::text, &R::system, "As --system has it.", "system"),
            M("npus", Unit::count, &R::npus, "How many.", "NPUs"),
            M("scenario", Unit::text, &R::scenario, "offline, server or interactive.", "scenario")};
        add_answer<R>(all, [](const R& r) { return &r.ours; });
        const auto at = [&](const char* key, double R::*share, const char* doc,
                            const char* heading) {
          all.push_back(
              M(
                  key, Unit::per_s,
                  [share](const R& r) { return r.ours.tokens_per_s_per_npu * (r.*share); }, doc,
                  heading)
                  .as(four_figures));
        };
        at("least_tokens_per_s_per_npu", &R::least,
           "Ours, if it fell as far short as any published result of the scenario.", "least");
        at("expected_tokens_per_s_per_npu", &R::median,
           "Ours, if it missed by as much as the median of the scenario's published results.",
           "expected");
        at("most_tokens_per_s_per_npu", &R::most,
           "Ours, if it were passed as far as by any published result of the scenario.", "most");
        all.push_back(
            M("results", Unit::count, &R::results, "Published results that the interval spans."));
        return all;
      }());
  return table;
}

}  // namespace jacquard::validate
