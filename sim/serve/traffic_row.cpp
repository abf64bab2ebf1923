// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/traffic_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/serve/precision_words.hpp"
#include "jacquard/workload/model_parameters.hpp"
#include "sim/serve/energy_metrics.hpp"
#include "systemc/serve/layout.hpp"
#include "systemc/serve/run_energy.hpp"

namespace jacquard::serve {
namespace {

using report::Metric;
using report::MetricTable;
using report::Row;
using report::Unit;
using R = TrafficRow;
using M = Metric<R>;
using Metrics = std::vector<M>;

Row four_figures(const Row& value) {
  return value.is_number() ? Row(fmt::format("{:.4g}", value.get<double>())) : value;
}

std::int64_t rounded(double value) { return std::llround(value); }

// Five keys of one latency; tables show the median and P99.
void add_spread(Metrics& all, const std::string& word, const std::string& doc,
                Spread TrafficRow::*spread) {
  const auto add = [&](const char* which, double Spread::*value, const char* of, bool shown) {
    all.push_back(M(
        word + "_" + which + "_ps", Unit::ps,
        [spread, value](const R& r) { return rounded(r.*spread.*value); }, of + doc,
        shown ? word + " " + which : ""));
  };
  add("mean", &Spread::mean, "Mean of ", false);
  add("p50", &Spread::p50, "Median of ", true);
  add("p90", &Spread::p90, "90th percentile of ", false);
  add("p95", &Spread::p95, "95th percentile of ", false);
  add("p99", &Spread::p99, "99th percentile of ", true);
}

Metrics what_was_served() {
  return {
      M("model", Unit::text, &R::model, "Its name.", "model"),
      M("system", Unit::text, &R::system, "As it was named.", "system"),
      M("layout", Unit::text, &R::layout, "Instances and the degrees of each.", "layout"),
      M("npus", Unit::count, &R::npus, "Of all instances."),
      M("redundant_experts", Unit::count, &R::redundant_experts,
        "Copies of experts: as given, or as many as --fabric needs to have as many on each NPU; "
        "absent of a model without experts."),
      M("software", Unit::text, &R::software, "Whose kernels."),
      M("policy", Unit::text, &R::policy, "Of the schedulers."),
      M("precision", Unit::text, &R::precision, "Of weights."),
      M("kv_precision", Unit::text, &R::kv_precision, "Of cached keys and values."),
      M("requests", Unit::count, &R::requests, "That were served, which are all.", "requests"),
      M("total_input_tokens", Unit::count, &R::input_tokens, "Of all prompts."),
      M("total_output_tokens", Unit::count, &R::output_tokens, "Of all answers."),
      M("time_ps", Unit::ps, &R::time, "From the first arrival to the last token.", "time"),
  };
}

Metrics rates() {
  return {
      M(
          "requests_per_s", Unit::per_s,
          [](const R& r) { return r.per_second(static_cast<double>(r.requests)); },
          "Requests over time_ps.", "requests/s")
          .as(four_figures),
      M(
          "goodput_per_s", Unit::per_s,
          [](const R& r) { return r.per_second(r.good * static_cast<double>(r.requests)); },
          "Requests that keep every limit of --slo, over time_ps; without --slo all do.", "good/s")
          .as(four_figures),
      M("good_share", Unit::ratio, &R::good, "Of requests that keep --slo."),
      M(
          "tokens_per_s", Unit::per_s,
          [](const R& r) { return r.per_second(static_cast<double>(r.output_tokens)); },
          "Output tokens over time_ps.", "tokens/s")
          .as(four_figures),
      M(
          "tokens_per_s_per_npu", Unit::per_s,
          [](const R& r) {
            return r.per_second(static_cast<double>(r.output_tokens)) / std::max(r.npus, 1);
          },
          "Over the NPUs of all instances.", "per NPU")
          .as(four_figures),
      M("mfu", Unit::ratio, &R::mfu,
        "FLOPs of prompts and answers, each once, over time_ps and the dense peak of the weights' "
        "precision.",
        "MFU")
          .as(four_figures),
  };
}

Metrics inside() {
  return {
      M("preemptions", Unit::count, &R::preemptions,
        "Times a request lost its cache to an earlier one.", "pre-empted"),
      M("reused_tokens", Unit::count, &R::reused,
        "Of prompts, whose keys and values the cache had at first admission."),
      M("steps", Unit::count, &R::steps, "Of all instances."),
      M(
          "most_kv_bytes", Unit::bytes, [](const R& r) { return rounded(r.most_kv); },
          "In use at once in the fullest scheduler's cache, on all its NPUs."),
      M(
          "kv_capacity_bytes", Unit::bytes, [](const R& r) { return rounded(r.kv_capacity); },
          "Of a scheduler's cache."),
      M("hand_overs", Unit::count, &R::hand_overs,
        "Prompts whose keys and values moved from a prefilling to a decoding instance."),
      M(
          "handed_over_bytes", Unit::bytes, [](const R& r) { return rounded(r.handed_over); },
          "That moved with them."),
      M("energy_j", Unit::j, &R::energy,
        "Of the NPUs and their memories over time_ps; null where the power limit is not known.")
          .or_null(),
      M(
          "energy_per_token_j", Unit::j,
          [](const R& r) {
            return r.energy && r.output_tokens > 0
                       ? std::optional<double>(r.energy->count() /
                                               static_cast<double>(r.output_tokens))
                       : std::nullopt;
          },
          "energy_j over output tokens.", "NPUs' J/token")
          .as(four_figures)
          .or_null(),
      M(
          "per_million_tokens_usd", Unit::usd,
          [](const R& r) {
            if (r.price == 0 || r.output_tokens == 0) return std::optional<double>();
            constexpr double kHour = 3600, kMillion = 1e6;
            return std::optional<double>(r.price * r.npus_on * base::to_seconds(r.time).count() /
                                         kHour / (static_cast<double>(r.output_tokens) / kMillion));
          },
          "Of output tokens, by --price of an NPU for an hour; absent without it.", "$/M tokens"),
  };
}

Metrics autoscaled() {
  const auto of = [](auto get) {
    using Value = decltype(get(R::Scaled{}));
    return [get](const R& r) {
      return r.scaled ? std::optional<Value>(get(*r.scaled)) : std::nullopt;
    };
  };
  return {
      M("mean_instances", Unit::ratio, of([](const R::Scaled& s) { return s.mean; }),
        "--autoscale: that start, serve or end their requests, mean over the run.", "instances")
          .as(four_figures),
      M("most_instances", Unit::count, of([](const R::Scaled& s) { return s.most; }),
        "--autoscale: at once."),
      M("instance_starts", Unit::count, of([](const R::Scaled& s) { return s.starts; }),
        "--autoscale: of further instances."),
  };
}

// What only runs with --fabric have.
template <class Get>
M of_fabric(const char* key, Unit unit, Get get, const char* doc, const char* heading = "") {
  using Value = decltype(get(FabricFigures{}));
  return {key, unit,
          [get](const R& r) {
            return r.exchanges ? std::optional<Value>(get(*r.exchanges)) : std::nullopt;
          },
          doc, heading};
}

// What only runs over several racks have.
template <class Get>
M of_tiers(const char* key, Unit unit, Get get, const char* doc) {
  using Value = decltype(get(TierFigures{}));
  return {key, unit,
          [get](const R& r) {
            return r.exchanges && r.exchanges->tiers
                       ? std::optional<Value>(get(*r.exchanges->tiers))
                       : std::nullopt;
          },
          doc};
}

Metrics tier_list() {
  using T = TierFigures;
  return {
      of_tiers(
          "racks", Unit::count, [](const T& t) { return t.racks; },
          "--fabric over racks that a second tier joins: so many."),
      of_tiers(
          "scale_out", Unit::text, [](const T& t) { return t.rail_fabric; },
          "--fabric over several racks: who carried rails between them."),
      of_tiers(
          "rails_ps", Unit::ps, [](const T& t) { return t.rails; },
          "--fabric over several racks: the longest rail of each simulated exchange; a sum."),
      of_tiers(
          "switches_ps", Unit::ps, [](const T& t) { return t.switches; },
          "--fabric over several racks: the rack's switch that is busy longest in each simulated "
          "exchange; a sum."),
      of_tiers(
          "rail_bytes", Unit::bytes, [](const T& t) { return t.rail_bytes; },
          "--fabric over several racks: of exchanged_bytes, those on rails."),
  };
}

Metrics fabric_list() {
  using F = FabricFigures;
  return {
      M(
          "fabric", Unit::text,
          [](const R& r) {
            return r.exchanges ? std::optional<std::string>(r.fabric) : std::nullopt;
          },
          "--fabric: who carried what experts exchange.", "fabric"),
      of_fabric(
          "exchanges", Unit::count, [](const F& f) { return f.exchanges; },
          "--fabric: of all layers and steps, to experts and back; with --disaggregate transfers "
          "of "
          "keys and values."),
      of_fabric(
          "exchanges_simulated", Unit::count, [](const F& f) { return f.simulated; },
          "--fabric: of these; what the others took is the mean of these in their step, or that of "
          "the same transfer before."),
      of_fabric(
          "exchange_ps", Unit::ps, [](const F& f) { return f.time; },
          "--fabric: that all exchanges took, which steps waited for.", "exchanges"),
      of_fabric(
          "saved_ps", Unit::ps, [](const F& f) { return f.saved; },
          "--fabric: that experts saved who began before all of their tokens had come; less than "
          "0: "
          "that their smaller kernels lost.",
          "saved"),
      of_fabric(
          "busiest_experts", Unit::ratio,
          [](const F& f) { return f.steps == 0 ? 1.0 : f.busiest / static_cast<double>(f.steps); },
          "--fabric: tokens of the busiest NPU's experts over those of a mean one; mean of steps."),
      of_fabric(
          "decisions", Unit::count, [](const F& f) { return f.decisions; },
          "--fabric circuit: by the scheduler, of simulated exchanges.", "decisions"),
      of_fabric(
          "decision_ps", Unit::ps, [](const F& f) { return f.decision; },
          "--fabric circuit: until the last permutation of each first decision, of simulated "
          "exchanges; a sum.",
          "decision"),
      of_fabric(
          "guard_ps", Unit::ps, [](const F& f) { return f.guard; },
          "--fabric circuit: guards of simulated exchanges; a sum.", "guard"),
      of_fabric(
          "wait_ps", Unit::ps, [](const F& f) { return f.wait; },
          "--fabric: what simulated exchanges took beyond their largest line sum; a sum.", "wait"),
      of_fabric(
          "exchanged_bytes", Unit::bytes, [](const F& f) { return f.bytes; },
          "--fabric: delivered by simulated exchanges."),
      of_fabric(
          "bytes_lost", Unit::bytes, [](const F& f) { return f.bytes_lost; },
          "--fabric: asked for and never delivered."),
      M(
          "exchanges_struck", Unit::count,
          [](const R& r) {
            return r.exchanges ? r.exchanges->struck : std::optional<std::int64_t>();
          },
          "--fabric circuit with faults: simulated exchanges that met one; absent without."),
      of_fabric(
          "schedule_hash", Unit::text,
          [](const F& f) { return fmt::format("{:016x}", f.schedule_hash); },
          "--fabric circuit: of every permutation, hold and start, in order."),
  };
}

// Each request once: prompts with their first tokens, then the others at the mean length.
double model_flops(const workload::Model& model, const RequestRecord& r) {
  const double made = r.output - 1;
  return workload::prefill_flops(model, 1, r.input) +
         made * workload::decode_flops(model, 1, r.input + std::max(made - 1, 0.0) / 2);
}

// Of the middle half of a run, answers end at less than this share of the rate at which requests
// come, and requests wait for longer than a share of their time: the queue grows.
constexpr double kKeepsUp = 0.9;
constexpr double kWaits = 0.1;

bool falls_behind(const std::vector<RequestRecord>& records) {
  std::vector<base::Picoseconds> come;
  std::vector<base::Picoseconds> end;
  double waited = 0;
  double whole = 0;
  for (const RequestRecord& record : records) {
    come.push_back(record.arrival);
    end.push_back(record.last_token);
    waited += base::to_seconds(record.scheduled - record.arrival).count();
    whole += base::to_seconds(record.e2e()).count();
  }
  const auto middle_half = [](std::vector<base::Picoseconds>& times) {
    std::sort(times.begin(), times.end());
    return base::to_seconds(times[times.size() * 3 / 4] - times[times.size() / 4]).count();
  };
  return !records.empty() && waited > kWaits * whole &&
         middle_half(come) < kKeepsUp * middle_half(end);
}

}  // namespace

std::string layout_of(const Deployment& d, int instances) {
  if (d.expert_npus > 0) {
    const std::string text =
        fmt::format("attention={}xtp{},experts={}", d.attention_dp, d.tp, d.expert_npus);
    return instances > 1 ? fmt::format("{} of {}", instances, text) : text;
  }
  return text_of(Layout{instances, d.tp, d.pp, d.attention_dp, d.expert_ep});
}

TrafficRow traffic_row(const TrafficRun& run, const Slo& slo) {
  const Setup& last = run.setups.back();
  const Deployment& d = last.deployment;
  TrafficRow row;
  row.model = d.model.name;
  row.system = last.config.system;
  row.layout = layout_of(run.setups[0].deployment, run.instances[0]);
  if (run.disaggregated) {
    row.layout = "prefill=" + row.layout + ",decode=" + layout_of(d, run.instances[1]);
  }
  row.npus = run.npus();
  if (d.model.has_experts()) row.redundant_experts = d.redundant_experts;
  const char* const unlike = run.disaggregated ? "prompts and answers apart"
                             : run.fabric      ? "a simulated fabric"
                             : falls_behind(run.run.records)
                                 ? "requests that come faster than they are served"
                                 : "";
  row.npus_on = row.npus;
  if (run.scaled) {
    row.scaled = TrafficRow::Scaled{run.scaled->mean, run.scaled->most, run.scaled->starts};
    row.npus_on = run.scaled->mean * d.npus();
  }
  row.trust = trust_in(d, unlike, shipped_errors());
  row.price = last.config.price;
  row.fabric = last.config.fabric;
  row.exchanges = run.fabric;
  row.software = name_of(d.software);
  row.policy = name_of(last.config.policy);
  row.precision = text_of(d.precision);
  row.kv_precision = short_name(d.precision.kv);

  std::vector<base::Picoseconds> first;
  std::vector<base::Picoseconds> further;
  std::vector<base::Picoseconds> whole;
  double flops = 0;
  const RequestRecord* like = nullptr;  // the one before
  double of_request = 0;
  base::Picoseconds begin = run.run.end;
  for (const RequestRecord& record : run.run.records) {
    first.push_back(record.ttft());
    if (record.output > 1) further.push_back(record.tpot());
    whole.push_back(record.e2e());
    row.input_tokens += record.input;
    row.output_tokens += record.output;
    row.reused += record.reused;
    if (like == nullptr || like->input != record.input || like->output != record.output) {
      of_request = model_flops(d.model, record);
    }
    like = &record;
    flops += of_request;
    begin = std::min(begin, record.arrival);
  }
  row.requests = static_cast<std::int64_t>(run.run.records.size());
  row.time = run.run.end - begin;
  row.ttft = spread_of(first);
  row.tpot = spread_of(further);
  row.e2e = spread_of(whole);
  row.good = slo.kept(run.run.records);
  row.preemptions = run.run.preemptions;
  row.steps = run.run.steps;
  const double block =
      last.memory.kv_of_token * static_cast<double>(run.block_tokens) * d.tp * d.pp;
  row.most_kv = block * static_cast<double>(run.run.most_blocks);
  row.kv_capacity = block * static_cast<double>(run.cache_blocks - 1);
  row.hand_overs = run.hand_overs;
  row.handed_over = run.handed_over_bytes;
  const auto type = d.model.has_experts() ? d.precision.experts : d.precision.weights;
  const double seconds = base::to_seconds(row.time).count();
  if (seconds > 0) {
    row.mfu = flops / (seconds * cost::peak_of(d.device, type).count() * row.npus);
    const base::Seconds on{row.scaled ? seconds * row.npus_on / row.npus : seconds};
    const energy::Work work{on, flops, run.bytes_read};
    row.energy = energy_of(last, row.npus, work);
    row.parts = energy_parts(last, row.npus, work, run.fabric);
  }
  return row;
}

const MetricTable<TrafficRow>& traffic_metrics() {
  static const MetricTable<TrafficRow> table("traffic", "Requests that came over time.", [] {
    Metrics all = what_was_served();
    add_spread(all, "ttft", "the time from arrival to the first token.", &R::ttft);
    add_spread(all, "tpot",
               "the time per output token, (last - first) / (output tokens - 1), of requests with "
               "more than one.",
               &R::tpot);
    add_spread(all, "e2e", "the time from arrival to the last token.", &R::e2e);
    const auto trust = [](const R& r) -> const Trust& { return r.trust; };
    const auto parts = [](const R& r) -> const EnergyParts& { return r.parts; };
    const auto tokens = [](const R& r) { return static_cast<double>(r.output_tokens); };
    for (Metrics part : {rates(), inside(), energy_metrics<R>(parts, tokens), autoscaled(),
                         fabric_list(), tier_list(), trust_metrics<R>(trust)}) {
      for (M& m : part) all.push_back(std::move(m));
    }
    return all;
  }());
  return table;
}

}  // namespace jacquard::serve
