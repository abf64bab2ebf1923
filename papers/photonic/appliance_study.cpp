// SPDX-License-Identifier: Apache-2.0
#include "papers/photonic/appliance_study.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "jacquard/serve/celestisim/appliance_figures.hpp"
#include "jacquard/serve/energy/gpu_power.hpp"
#include "systemc/serve/run_batch.hpp"

namespace jacquard::studies {
namespace {

using namespace serve::celestisim;
namespace energy = serve::energy;

constexpr int kXpus = 8;
constexpr const char* kDgx = "dgx-h100";
constexpr const char* kSystems[] = {kDgx, "pfa-paper", "pfa-described", "pfa-next-described"};
const config::Place kPlace{"study appliance", ""};

// Of a token, with links and switches of 2025 on the way to pooled memory.
double energy_2025(const serve::BatchRow& row, const workload::Model& model) {
  const double whole = row.energy->count();
  if (row.system == kDgx) return whole / row.tokens();
  constexpr int kModules = 16;
  constexpr double kBits = 8;
  const double moved = moved_bytes(model, {row.batch, row.input, row.output}) * kBits;
  const base::Joules saved = energy::pooled_bit(energy::Preset::paper, kModules) -
                             energy::pooled_bit(energy::Preset::of_2025, kModules);
  return (whole - saved.count() * moved) / row.tokens();
}

serve::ServeConfig question(const std::string& system, Lengths lengths, const std::string& batch) {
  serve::ServeConfig c;
  c.model = "llama3-405b";
  c.system = system;
  c.input = lengths.input;
  c.output = lengths.output;
  c.batch = batch;
  c.rules = serve::Rulebook::paper;
  return c;
}

double energy_of_token(const FrontRow& row) {
  return row.batch.energy->count() / row.batch.tokens();
}

// The row with the most throughput among those whose users see at least so many tokens a second.
const FrontRow* best(const std::vector<FrontRow>& front, const std::string& load,
                     const std::string& system, double speed) {
  const FrontRow* found = nullptr;
  for (const FrontRow& row : front) {
    if (row.load != load || row.batch.system != system) continue;
    if (row.batch.tokens_per_s_per_user() < speed) continue;
    if (found != nullptr && found->batch.tokens_per_s() >= row.batch.tokens_per_s()) continue;
    found = &row;
  }
  return found;
}

const FrontRow& alone(const std::vector<FrontRow>& front, const std::string& load,
                      const std::string& system) {
  return *std::find_if(front.begin(), front.end(), [&](const FrontRow& row) {
    return row.load == load && row.batch.system == system && row.batch.batch == 1;
  });
}

PaperSystem pool_of(base::BytesPerSecond bandwidth) {
  PaperSystem m = appliance(Preset::paper, Generation::first, kXpus, kPlace);
  m.bandwidth = bandwidth;
  return m;
}

}  // namespace

const std::vector<ServingLoad>& serving_loads() {
  // configs/traces: azure_llm_2023_conversation_10min.csv.gz, mooncake_conversation_400.csv.
  static const std::vector<ServingLoad> loads = {
      {"chat", {1'147, 260}}, {"long context", {14'276, 365}}, {"long answers", {128, 4'096}}};
  return loads;
}

std::vector<FrontRow> front_rows() {
  std::vector<FrontRow> rows;
  serve::BatchRunner runner;
  const workload::Model model = llama3_405b();
  for (const ServingLoad& load : serving_loads()) {
    for (const char* system : kSystems) {
      const serve::BatchRow most = runner.run(question(system, load.lengths, "max"));
      for (std::int64_t batch = 1; batch < most.batch; batch *= 2) {
        const auto row = runner.run(question(system, load.lengths, std::to_string(batch)));
        rows.push_back({load.name, row, energy_2025(row, model)});
      }
      rows.push_back({load.name, most, energy_2025(most, model)});
    }
  }
  return rows;
}

std::vector<DecisionRow> decision_rows(const std::vector<FrontRow>& front) {
  std::vector<DecisionRow> rows;
  for (const ServingLoad& load : serving_loads()) {
    const FrontRow& dgx = *best(front, load.name, kDgx, 0);
    const FrontRow* dgx_reading = best(front, load.name, kDgx, kReadingSpeed);
    for (const char* system : kSystems) {
      if (system == kDgx) continue;
      const FrontRow& most = *best(front, load.name, system, 0);
      const FrontRow* reading = best(front, load.name, system, kReadingSpeed);
      DecisionRow row;
      row.load = load.name;
      row.system = system;
      row.throughput = most.batch.tokens_per_s() / dgx.batch.tokens_per_s();
      if (reading != nullptr && dgx_reading != nullptr) {
        row.throughput_at_reading =
            reading->batch.tokens_per_s() / dgx_reading->batch.tokens_per_s();
      }
      row.latency = alone(front, load.name, kDgx).batch.seconds() /
                    alone(front, load.name, system).batch.seconds();
      row.energy = energy_of_token(most) / energy_of_token(dgx);
      row.energy_2025 = most.energy_2025 / dgx.energy_2025;
      rows.push_back(row);
    }
  }
  return rows;
}

std::vector<BandwidthRow> bandwidth_rows() {
  std::vector<BandwidthRow> rows;
  const workload::Model model = llama3_405b();
  const PaperSystem dgx = dgx_h100();
  for (const ServingLoad& load : serving_loads()) {
    for (double bandwidth = 3.6e12; bandwidth <= 36e12; bandwidth += 1.8e12) {
      const base::BytesPerSecond rate{bandwidth};
      rows.push_back({load.name, rate, gains(model, dgx, pool_of(rate), load.lengths, 512)});
    }
  }
  return rows;
}

std::vector<HitRow> hit_rows() {
  std::vector<HitRow> rows;
  const workload::Model model = llama3_405b();
  const PaperSystem dgx = dgx_h100();
  const std::pair<const char*, const char*> files[] = {{"pfa-described", "pfa"},
                                                       {"pfa-next-described", "pfa_next"}};
  const ServingLoad& load = serving_loads().back();
  for (const auto& [system, file] : files) {
    const ApplianceFigures f = shipped_figures(file);
    const double ports = f.port.count() * kXpus;
    constexpr int kSteps = 50;
    for (int step = 0; step <= kSteps; ++step) {
      const double hits = static_cast<double>(step) / kSteps;
      const double fetched = f.ddr.count() * f.modules;
      const double rate = hits < 1 ? std::min(ports, fetched / (1 - hits)) : ports;
      const base::BytesPerSecond bandwidth{rate};
      rows.push_back({load.name, system, hits, bandwidth,
                      gains(model, dgx, pool_of(bandwidth), load.lengths, 512)});
    }
  }
  return rows;
}

const report::MetricTable<FrontRow>& front_metrics() {
  using R = FrontRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "appliance_front", "study appliance: a system at one batch, by the paper's rules.",
      {
          M("load", Unit::text, &R::load, "chat, long context or long answers."),
          M(
              "system", Unit::text, [](const R& r) { return r.batch.system; }, "A DGX or XPUs."),
          M(
              "input_tokens", Unit::count, [](const R& r) { return r.batch.input; },
              "Tokens of a prompt."),
          M(
              "output_tokens", Unit::count, [](const R& r) { return r.batch.output; },
              "Tokens of an answer."),
          M(
              "batch", Unit::count, [](const R& r) { return r.batch.batch; }, "Requests at once."),
          M(
              "tokens_per_s_per_user", Unit::per_s,
              [](const R& r) { return r.batch.tokens_per_s_per_user(); }, "What a user sees."),
          M(
              "tokens_per_s_per_npu", Unit::per_s,
              [](const R& r) { return r.batch.tokens_per_s_per_npu(); }, "Output tokens."),
          M("energy_per_token_j", Unit::j, energy_of_token,
            "Of an output token; links and switches as the paper has them."),
          M("energy_2025_per_token_j", Unit::j, &R::energy_2025,
            "The same with links and switches of 2025."),
      },
      report::Columns::all);
  return table;
}

const report::MetricTable<DecisionRow>& decision_metrics() {
  using R = DecisionRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "appliance_decision", "study appliance: XPUs before pooled memory against a DGX.",
      {
          M("load", Unit::text, &R::load, "chat, long context or long answers."),
          M("system", Unit::text, &R::system, "Whose figures."),
          M("throughput_gain", Unit::ratio, &R::throughput,
            "Each system at its best batch, over the DGX."),
          M("throughput_gain_at_reading_speed", Unit::ratio, &R::throughput_at_reading,
            "The same if users see 10 tokens a second or more; null: no batch is so fast.")
              .or_null(),
          M("latency_gain", Unit::ratio, &R::latency,
            "Time of one request on the DGX over its time here."),
          M("energy_ratio", Unit::ratio, &R::energy,
            "Of a token at the best batches, over the DGX; links as in the paper."),
          M("energy_2025_ratio", Unit::ratio, &R::energy_2025, "With links of 2025."),
      },
      report::Columns::all);
  return table;
}

const report::MetricTable<BandwidthRow>& bandwidth_metrics() {
  using R = BandwidthRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "appliance_bandwidth", "study appliance: gains of 8 XPUs by their memory's bandwidth.",
      {
          M("load", Unit::text, &R::load, "chat, long context or long answers."),
          M("memory_bytes_per_s", Unit::bytes_per_s, &R::bandwidth, "Of all XPUs together."),
          M(
              "throughput_gain", Unit::ratio, [](const R& r) { return r.gains.throughput; },
              "512 requests at once, over the DGX's largest batch."),
          M(
              "latency_gain", Unit::ratio, [](const R& r) { return r.gains.latency; },
              "Time of one request on the DGX over its time here."),
      },
      report::Columns::all);
  return table;
}

const report::MetricTable<HitRow>& hit_metrics() {
  using R = HitRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "appliance_hits", "study appliance: what hits in the modules' HBM give.",
      {
          M("load", Unit::text, &R::load, "long answers."),
          M("system", Unit::text, &R::system, "Whose ports and DDR."),
          M("hit_rate", Unit::ratio, &R::hit_rate, "Share of accesses that hit the HBM."),
          M("memory_bytes_per_s", Unit::bytes_per_s, &R::bandwidth,
            "The ports of 8 XPUs, or what DDR leaves of it."),
          M(
              "throughput_gain", Unit::ratio, [](const R& r) { return r.gains.throughput; },
              "512 requests at once, over the DGX's largest batch."),
          M(
              "latency_gain", Unit::ratio, [](const R& r) { return r.gains.latency; },
              "Time of one request on the DGX over its time here."),
      },
      report::Columns::all);
  return table;
}

}  // namespace jacquard::studies
