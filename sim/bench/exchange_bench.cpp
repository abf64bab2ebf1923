// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/exchange_bench.hpp"

#include <spdlog/spdlog.h>

#include <memory>
#include <string>

#include "jacquard/base/error.hpp"
#include "jacquard/rtl/rtl_core.hpp"
#include "jacquard/tool/stopwatch.hpp"
#include "jacquard/workload/expert_demand.hpp"
#include "systemc/circuit/acknowledgements.hpp"
#include "systemc/experiment/circuit_kind.hpp"
#include "systemc/machine/exchange.hpp"

namespace jacquard::bench {
namespace {

using demand::DemandMatrix;
using experiment::SchedulerKind;

constexpr int kPorts = 64;
constexpr int kMostPorts = 256;  // of a core
constexpr int kExpertsOfPort = 4, kTopK = 8, kTokens = 64, kLayers = 16;
constexpr base::Bytes kToken{7392};  // 7,168 values in fp8, and their scales

std::vector<DemandMatrix> layers_of(int ports, std::uint64_t seed) {
  workload::ExpertRouting routing;
  routing.kind = workload::RoutingKind::drifting;
  std::vector<DemandMatrix> layers;
  for (int layer = 0; layer < kLayers; ++layer) {
    layers.push_back(workload::expert_demand(
        {ports, ports * kExpertsOfPort, std::min(kTopK, ports), kTokens, kToken}, routing,
        seed + static_cast<std::uint64_t>(layer), {"bench", ""}));
  }
  return layers;
}

machine::ExchangeConfig config_of(int ports, SchedulerKind kind) {
  machine::ExchangeConfig config;
  config.fabric.ports = ports;
  config.scheduler.kind = kind;
  return config;
}

// What the core is asked, as the fabric asks it.
std::vector<demand::QuantaMatrix> quanta_of(const std::vector<DemandMatrix>& layers,
                                            const machine::ExchangeConfig& config) {
  experiment::ExperimentConfig experiment;
  experiment.fabric = config.fabric;
  experiment.scheduler = config.scheduler;
  const auto circuit = experiment::circuit_of(experiment, 1);
  std::vector<demand::QuantaMatrix> all;
  for (const DemandMatrix& layer : layers) {
    DemandMatrix between = layer;
    for (int port = 0; port < layer.ports(); ++port) between.set(port, port, base::Bytes{0});
    all.push_back(quantise(systemc::with_acknowledgements(between, circuit.framing),
                           experiment::counting_of(experiment, circuit)));
  }
  return all;
}

struct ExchangeRow {
  const char* kind;
  int ports;
  double ms, decision_ms;  // of an exchange, and of its decision alone
  std::uint64_t hash = 0;
  bool valid = true;
};

const report::MetricTable<ExchangeRow>& exchange_metrics() {
  using R = ExchangeRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "", "bench exchange: all-to-alls of experts, decided and carried.",
      {
          M("kind", Unit::text, &R::kind, "Who decides: software (golden model) or rtl."),
          M("ports", Unit::count, &R::ports, "Ports of the fabric."),
          M("exchange_wall_ms", Unit::ms, &R::ms, "Of an exchange, fastest run of 16."),
          M("decision_wall_ms", Unit::ms, &R::decision_ms, "Of its decision by the core alone."),
          M(
              "decision_wall_ratio", Unit::ratio, [](const R& r) { return r.ms / r.decision_ms; },
              "The exchange over the decision alone."),
          M(
              "exchanges_per_wall_s", Unit::per_s, [](const R& r) { return 1e3 / r.ms; },
              "Of one core."),
          M("valid", Unit::flag, &R::valid, "All is delivered; RTL and its model agree."),
      },
      report::Columns::all);
  return table;
}

std::unique_ptr<schedule::Core> core_of(const machine::ExchangeConfig& config) {
  const schedule::CoreShape shape = core_shape(config.scheduler, config.fabric.ports);
  if (config.scheduler.kind == SchedulerKind::rtl) return rtl::make_rtl_core(shape, 1);
  return schedule::make_golden_core(shape);
}

ExchangeRow measure(const machine::ExchangeConfig& config, const std::vector<DemandMatrix>& layers,
                    const BenchOptions& options) {
  const bool rtl = config.scheduler.kind == SchedulerKind::rtl;
  ExchangeRow row{rtl ? "rtl" : "software", config.fabric.ports, 0, 0};
  machine::Exchanger exchanger(config, options.seed);
  row.ms = tool::best_ms(options.repeat,
                         [&] {
                           row.hash = 0;
                           for (std::size_t k = 0; k < layers.size(); ++k) {
                             const machine::Exchanged one = exchanger.carry(layers[k], k);
                             row.hash = row.hash * 31 + one.schedule_hash;
                             row.valid = row.valid && one.bytes_lost.count() == 0;
                           }
                         }) /
           kLayers;
  const auto quanta = quanta_of(layers, config);
  const auto core = core_of(config);
  schedule::CoreInputs inputs;
  inputs.top_offset = config.scheduler.options.top_offset;
  row.decision_ms = tool::best_ms(options.repeat,
                                  [&] {
                                    for (const auto& one : quanta) run_core(*core, one, inputs);
                                  }) /
                    kLayers;
  return row;
}

}  // namespace

void bench_exchange(const BenchOptions& options, const TakeRow& take) {
  const std::vector<int> all = options.ports.empty() ? std::vector<int>{kPorts} : options.ports;
  for (const int ports : all) {
    if (ports >= 2 && ports <= kMostPorts) continue;
    throw base::ConfigError({"--ports", "", "ports of a core, 2.." + std::to_string(kMostPorts),
                             std::to_string(ports), ""});
  }
  for (const int ports : all) {
    spdlog::info("bench exchange: {} ports", ports);
    const std::vector<DemandMatrix> layers = layers_of(ports, options.seed);
    const ExchangeRow model = measure(config_of(ports, SchedulerKind::software), layers, options);
    take(exchange_metrics()(model));
    ExchangeRow rtl = measure(config_of(ports, SchedulerKind::rtl), layers, options);
    rtl.valid = rtl.valid && rtl.hash == model.hash;
    take(exchange_metrics()(rtl));
  }
}

std::vector<report::RowKind> exchange_bench_rows() { return {exchange_metrics().kind()}; }

}  // namespace jacquard::bench
