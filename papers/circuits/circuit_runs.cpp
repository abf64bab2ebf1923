// SPDX-License-Identifier: Apache-2.0
#include "papers/circuits/circuit_runs.hpp"

#include "jacquard/serve/arrivals.hpp"
#include "sim/serve/traffic_row.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::studies {

using base::Picoseconds;

void set(const Circuits& circuits, machine::ExchangeConfig& exchange) {
  if (circuits.scheduler.empty()) return;
  exchange.scheduler.kind = experiment::SchedulerKind::software;
  exchange.scheduler.name = circuits.scheduler;
  exchange.scheduler.timing = experiment::Timing::fixed;
  exchange.scheduler.latency = circuits.latency;
  exchange.circuit.guard = circuits.guard;
}

Picoseconds step_time(const train::TrainConfig& job, const train::JobPlaces& places,
                      const std::string& fabric, const Circuits& circuits) {
  train::TrainConfig config = job;
  config.engine = "cycle";
  config.hbm = "";
  config.detail = "scale_out=" + fabric;
  set(circuits, config.exchange);
  return train::run_step(train::prepare(config, places)).time;
}

serve::FabricFigures exchanges_of(const AtOnce& load) {
  serve::ServeConfig config = load.serving;
  config.policy = serve::Policy::continuous;
  const serve::Setup setup = serve::setup_of(config);
  serve::FabricExchanges::Options options;
  options.seed = load.seed;
  options.workers = load.threads;
  serve::FabricExchanges exchanges(setup, options);
  constexpr double kAtOnce = 1e9;  // a second
  serve::TrafficSpec traffic;
  traffic.requests =
      serve::drawn_requests({kAtOnce, 1}, load.requests, config.input, config.output, 1, load.seed);
  serve::run_traffic(setup, setup.replicas, traffic, {}, &exchanges);
  return exchanges.figures();
}

Picoseconds mean_exchange(const AtOnce& load, const std::string& fabric, const Circuits& circuits) {
  AtOnce own = load;
  own.serving.fabric = fabric;
  set(circuits, own.serving.exchange);
  const serve::FabricFigures f = exchanges_of(own);
  return Picoseconds{f.time.count() / std::max<std::int64_t>(1, f.exchanges)};
}

}  // namespace jacquard::studies
