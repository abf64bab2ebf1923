// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/knobs/rows.hpp"

#include <fmt/format.h>

#include "jacquard/plan/layers/duration.hpp"
#include "sim/train/memory_parts.hpp"
#include "sim/train/step_rows.hpp"

namespace jacquard::knobs {
namespace {

using report::Metric;
using report::Unit;
using Rows = std::vector<Metric<KnobsRow>>;
using M = Metric<KnobsRow>;

double npu_seconds(const KnobsRow& row, base::Picoseconds time) {
  return base::to_seconds(time).count() * row.npus;
}

const char* word_of(workload::Recompute recompute) {
  switch (recompute) {
    case workload::Recompute::none:
      return "none";
    case workload::Recompute::selective:
      return "selective";
    case workload::Recompute::full:
      return "full";
    case workload::Recompute::core_attention:
      return "core_attn";
    case workload::Recompute::experts:
      return "moe";
    default:
      return "alternate";
  }
}

std::string fold_text(const workload::Parallelism& p) {
  std::string text;
  for (const workload::Axis axis : p.fold) {
    text += fmt::format("{}{}", text.empty() ? "" : "+", workload::name_of(axis));
  }
  return text.empty() ? "none" : text;
}

void add_degrees(Rows& rows) {
  const auto degree = [&rows](const char* key, int workload::Parallelism::*of, const char* doc) {
    rows.push_back(M(
        key, Unit::count, [of](const KnobsRow& r) { return r.parallel.*of; }, doc));
  };
  using P = workload::Parallelism;
  degree("tp", &P::tp, "Parts of every matrix.");
  degree("pp", &P::pp, "Stages of the pipeline.");
  degree("cp", &P::cp, "Parts of a sequence.");
  degree("ep", &P::ep, "Parts of the experts.");
  degree("dp", &P::dp, "Replicas.");
  degree("zero", &P::zero, "What replicas share out.");
  degree("micro_batch", &P::micro_batch, "Sequences of a micro-batch.");
  degree("virtual_stages", &P::virtual_stages, "Parts of the model on each stage.");
  rows.push_back(M(
      "recompute", Unit::text, [](const KnobsRow& r) { return word_of(r.parallel.recomputes()); },
      "What the backward pass computes again."));
  rows.push_back(M(
      "fold", Unit::text, [](const KnobsRow& r) { return fold_text(r.parallel); },
      "Axes over which experts fold, with + between them: their members hold whole experts."));
}

void add_memory(Rows& rows) {
  for (const train::MemoryPart& part : train::memory_parts()) {
    if (part.bytes == &workload::Memory::kv) continue;  // of inference
    rows.push_back(M(
        part.key, Unit::bytes,
        [b = part.bytes](const KnobsRow& r) -> std::optional<base::Bytes> {
          if (!r.memory) return std::nullopt;
          return *r.memory.*b;
        },
        part.doc));
  }
  rows.push_back(M(
      "memory_bytes", Unit::bytes,
      [](const KnobsRow& r) -> std::optional<base::Bytes> {
        if (!r.memory) return std::nullopt;
        return r.memory->total();
      },
      "All of it, of the fullest stage.", "memory"));
  rows.push_back(M("fits", Unit::flag, &KnobsRow::fits,
                   "Within the memory, with the margin; absent of what cannot run at all."));
}

void add_costs(Rows& rows) {
  for (M& m :
       Rows{M("days", Unit::ratio, &KnobsRow::days, "Of the training; where its tokens are known.",
              "days"),
            M("gpu_hours", Unit::ratio, &KnobsRow::gpu_hours, "Of the training, over all NPUs."),
            M("cost_usd", Unit::usd, &KnobsRow::dollars, "Of the training; with --price.", "cost"),
            M("cost_per_step_usd", Unit::usd, &KnobsRow::dollars_of_step, "Of a step.")}) {
    rows.push_back(std::move(m));
  }
}

Rows knobs_list() {
  Rows rows = {
      M("rank", Unit::count, &KnobsRow::rank,
        "Among settings that fit, the fastest first; absent where the time is not known.", "rank"),
      M(
          "parallel", Unit::text, [](const KnobsRow& r) { return workload::text_of(r.parallel); },
          "As --parallel of train takes it.", "parallel"),
  };
  add_degrees(rows);
  for (M& m : Rows{M("micro_batches", Unit::count, &KnobsRow::micro_batches, "Of each replica."),
                   M("npus", Unit::count, &KnobsRow::npus, "Of the job."),
                   M("time_ps", Unit::ps, &KnobsRow::time,
                     "Of a step; as train has it by closed forms.", "time"),
                   M("bound_ps", Unit::ps, &KnobsRow::bound,
                     "No step of the setting is faster; where that was asked for."),
                   M("tokens_per_s", Unit::per_s, &KnobsRow::tokens_per_s, "Of all NPUs."),
                   M(
                       "tokens_per_s_per_npu", Unit::ratio,
                       [](const KnobsRow& r) -> std::optional<double> {
                         if (!r.tokens_per_s) return std::nullopt;
                         return *r.tokens_per_s / r.npus;
                       },
                       "Tokens an NPU trains on in a second."),
                   M("mfu", Unit::ratio, &KnobsRow::mfu, "As train has it.", "MFU"),
                   M("compute_share", Unit::ratio, &KnobsRow::compute,
                     "Of the time, a mean over NPUs; of the first ranks."),
                   M("exposed_share", Unit::ratio, &KnobsRow::exposed,
                     "Of the time: waiting for the network alone."),
                   M("bubble_share", Unit::ratio, &KnobsRow::bubble,
                     "Of the time: waiting for other stages.")}) {
    rows.push_back(std::move(m));
  }
  add_memory(rows);
  add_costs(rows);
  rows.push_back(M(
      "refused", Unit::text, [](const KnobsRow& r) { return r.refused; },
      "Why it cannot run; empty where it can."));
  return rows;
}

}  // namespace

std::optional<double> KnobsRow::days() const {
  if (!time || money.training_tokens <= 0) return std::nullopt;
  return base::to_seconds(*time).count() * (money.training_tokens / tokens) /
         planner::kSecondsOfDay;
}

std::optional<double> KnobsRow::gpu_hours() const {
  if (!days()) return std::nullopt;
  return *days() * 24 * npus;
}

std::optional<double> KnobsRow::dollars() const {
  if (!days() || money.dollars_per_hour <= 0) return std::nullopt;
  return *gpu_hours() * money.dollars_per_hour;
}

std::optional<double> KnobsRow::dollars_of_step() const {
  if (!time || money.dollars_per_hour <= 0) return std::nullopt;
  return npu_seconds(*this, *time) / planner::kSecondsOfHour * money.dollars_per_hour;
}

std::optional<double> SpaceRow::best_share() const {
  if (!rank_at_most || fitting() == 0) return std::nullopt;
  return static_cast<double>(*rank_at_most) / static_cast<double>(fitting());
}

const report::MetricTable<KnobsRow>& knobs_metrics() {
  static const report::MetricTable<KnobsRow> table("knobs", "A setting of the knobs.",
                                                   knobs_list());
  return table;
}

const report::MetricTable<KnobsRow>& front_metrics() {
  static const report::MetricTable<KnobsRow> table(
      "knobs_front", "A setting that no other one beats in both figures.", knobs_list());
  return table;
}

const report::MetricTable<SpaceRow>& space_metrics() {
  using S = Metric<SpaceRow>;
  static const report::MetricTable<SpaceRow> table(
      "knobs_space", "All settings that were looked at.",
      {S("model", Unit::text, &SpaceRow::model, "Its name.", "model"),
       S("npus", Unit::count, &SpaceRow::npus, "Of the cluster.", "npus"),
       S("batch", Unit::count, &SpaceRow::batch, "Sequences of a step.", "batch"),
       S("sequence", Unit::count, &SpaceRow::sequence, "Tokens of a sequence."),
       S("degrees", Unit::count, &SpaceRow::degrees, "Combinations of tp, cp, ep, pp and dp."),
       S("counted", Unit::count, &SpaceRow::counted,
         "Settings by the product formula, without a list."),
       S("settings", Unit::count, &SpaceRow::settings, "Settings in the list; as many.",
         "settings"),
       S("listed", Unit::count, &SpaceRow::listed,
         "Settings with a row under --json, the best first; all.csv under --out has all."),
       S("refused", Unit::count, &SpaceRow::refused, "That cannot run.", "refused"),
       S("too_big", Unit::count, &SpaceRow::too_big, "That do not fit into memory.", "too big"),
       S("bounded", Unit::count, &SpaceRow::bounded,
         "That fit, but cannot be faster than those timed.", "bounded away"),
       S("timed", Unit::count, &SpaceRow::timed, "That fit and were timed.", "timed"),
       S("exact_ranks", Unit::count, &SpaceRow::exact,
         "So many of the first ranks are the best of all."),
       S("memory_limit_bytes", Unit::bytes, &SpaceRow::limit, "Of an NPU.", "limit"),
       S("margin", Unit::ratio, &SpaceRow::margin, "Of memory, for fragmentation."),
       S("knobs", Unit::text, &SpaceRow::knobs, "The values of each knob."),
       S("rank_at_least", Unit::count, &SpaceRow::rank_at_least, "Of --strategy."),
       S("rank_at_most", Unit::count, &SpaceRow::rank_at_most,
         "Of --strategy; the same where every setting that may be faster was timed.", "rank"),
       S("best_share", Unit::ratio, &SpaceRow::best_share,
         "rank_at_most / settings that fit: 0.05 is within the best 5 %.", "of best")});
  return table;
}

const report::MetricTable<DevicesRow>& devices_metrics() {
  using D = Metric<DevicesRow>;
  static const report::MetricTable<DevicesRow> table(
      "devices", "The best plan of so many devices.",
      {D("npus", Unit::count, &DevicesRow::npus, "Devices, in whole nodes.", "npus"),
       D("meets", Unit::flag, &DevicesRow::meets, "The deadline and the memory.", "meets"),
       D(
           "parallel", Unit::text,
           [](const DevicesRow& r) -> std::optional<std::string> {
             if (!r.parallel) return std::nullopt;
             return workload::text_of(*r.parallel);
           },
           "Of the fastest that fits.", "parallel"),
       D("time_ps", Unit::ps, &DevicesRow::time, "Of its step.", "time"),
       D("days", Unit::ratio, &DevicesRow::days, "Of the training.", "days"),
       D("gpu_hours", Unit::ratio, &DevicesRow::gpu_hours, "Of the training."),
       D("memory_bytes", Unit::bytes, &DevicesRow::memory, "Of the fullest stage.", "memory"),
       D("why_not", Unit::text, &DevicesRow::why_not, "Empty where it meets.", "why not")});
  return table;
}

const report::MetricTable<TurnRow>& turn_metrics() {
  using T = Metric<TurnRow>;
  static const report::MetricTable<TurnRow> table(
      "turn", "A knob turned to its next value, from the plan's setting.",
      {T("turn", Unit::text, &TurnRow::turn, "What differs.", "turn"),
       T("time_ps", Unit::ps, &TurnRow::time, "Of the step then.", "time"),
       T("gain", Unit::ratio, &TurnRow::gain,
         "Share of the step's time that it saves; below 0 it takes longer.", "gain"),
       T("memory_bytes", Unit::bytes, &TurnRow::memory, "Of the fullest stage then.", "memory"),
       T("refused", Unit::text, &TurnRow::refused, "Why it cannot; empty where it can.",
         "refused")});
  return table;
}

const report::MetricTable<ResourceRow>& resource_metrics() {
  using R = Metric<ResourceRow>;
  static const report::MetricTable<ResourceRow> table(
      "knobs_resource", "What more of a resource gives the plan's setting.",
      {R("resource", Unit::text, &ResourceRow::resource, "Of which there is more.", "resource"),
       R("elasticity", Unit::ratio, &ResourceRow::elasticity,
         "Relative gain of throughput by relative gain of the resource, at its present value.",
         "elasticity"),
       R("gain", Unit::ratio, &ResourceRow::gain, "Share of the time that twice as much saves.",
         "gain of 2x"),
       R("time_ps", Unit::ps, &ResourceRow::time, "Of the step with twice as much.", "time")});
  return table;
}

const report::MetricTable<AdviceRow>& advice_metrics() {
  using A = Metric<AdviceRow>;
  static const report::MetricTable<AdviceRow> table(
      "advice", "What limits the plan's setting, which knob to turn, what to buy.",
      {A("about", Unit::text, &AdviceRow::about, "limit, turn, buy or memory.", "about"),
       A("finding", Unit::text, &AdviceRow::finding, "In words.", "finding")});
  return table;
}

const report::MetricTable<LaunchRow>& launch_metrics() {
  using L = Metric<LaunchRow>;
  static const report::MetricTable<LaunchRow> table(
      "launch", "How the plan's setting is launched.",
      {L("framework", Unit::text, &LaunchRow::framework, "Whose options.", "framework"),
       L("line", Unit::text, &LaunchRow::line, "The options.", "line"),
       L("notes", Unit::text, &LaunchRow::notes, "What has no option; empty where all have.",
         "notes")});
  return table;
}

std::vector<report::RowKind> row_kinds() {
  return {space_metrics().kind(),   knobs_metrics().kind(),         front_metrics().kind(),
          devices_metrics().kind(), train::change_metrics().kind(), resource_metrics().kind(),
          turn_metrics().kind(),    advice_metrics().kind(),        launch_metrics().kind()};
}

}  // namespace jacquard::knobs
