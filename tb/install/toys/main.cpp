// SPDX-License-Identifier: Apache-2.0
// A program with a part of its own of each kind, as docs/architecture.md says they are added: a
// config noun, a scheduler, an engine, a kind of fabric, a metric and a verb. Its own verbs and
// ours find them in the tables.
#include <memory>

#include "jacquard/config/field_table.hpp"
#include "jacquard/engine/engine.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "sim/cli/config_options.hpp"
#include "sim/cli/run.hpp"
#include "systemc/engines/engines.hpp"
#include "systemc/experiment/run_experiment.hpp"
#include "systemc/fabric/records.hpp"

namespace toys {

using namespace jacquard;
using base::Picoseconds;

// A config noun: a struct and its table.
struct Wire {
  base::BytesPerSecond bandwidth{1e9};
};

const config::FieldTable<Wire>& wire_fields() {
  static const config::FieldTable<Wire> table(
      "wire", "What joins two NPUs.",
      {config::field<Wire>(
          "bandwidth", [](auto& w) -> auto& { return w.bandwidth; },
          config::quantity<base::BytesPerSecond>(base::BytesPerSecond{1}), "Of it, one way.")});
  return table;
}

// An engine: all messages one after the other.
class SerialEngine final : public engine::Engine {
 public:
  const char* name() const override { return "serial"; }
  std::optional<base::InputFault> refusal(const engine::Scenario& s) const override {
    return refuse_job(s, name());
  }

 private:
  engine::Result answer(const engine::Scenario& s) const override {
    const base::BytesPerSecond rate = s.network.fabric()->dimension(0).bandwidth;
    engine::Result result;
    for (const rounds::Round& round : s.graph().rounds) {
      for (const rounds::Message& m : expand(s.graph(), round)) {
        result.time += engine::serialisation(m.bytes, rate);
        ++result.messages;
      }
    }
    result.collectives.assign(s.graph().collectives.size(), {Picoseconds{0}, result.time});
    return result;
  }
};

// A row of the table asks for it by a function.
const engine::Engine& serial_engine() {
  static const SerialEngine engine;
  return engine;
}

// A scheduler: one pair after the other.
schedule::Schedule one_by_one(const demand::QuantaMatrix& demand,
                              const schedule::SchedulerOptions&) {
  schedule::Schedule schedule(demand.ports());
  for (int in = 0; in < demand.ports(); ++in) {
    for (int out = 0; out < demand.ports(); ++out) {
      if (demand.at(in, out) == 0) continue;
      schedule::Matching alone(static_cast<std::size_t>(demand.ports()), schedule::kUnmatched);
      alone[static_cast<std::size_t>(in)] = out;
      schedule.append(alone, demand.at(in, out));
    }
  }
  return schedule;
}

// A kind of fabric: a bus.
class Bus final : public systemc::Fabric {
 public:
  explicit Bus(systemc::LinkConfig links) : links_(links) {}
  systemc::RunFigures run(const systemc::Offer& offer, std::uint64_t, report::FabricRun*) override {
    systemc::RunFigures figures = systemc::figures_of(offer, links_.rate);
    for (const demand::Flow& flow : offer.flows) {
      figures.completion += base::transfer_time(flow.size, links_.rate);
      figures.bytes_delivered += flow.size;
      figures.flow_times.push_back(figures.completion);
    }
    return figures;
  }

 private:
  systemc::LinkConfig links_;
};

const experiment::FabricKind kBus{
    "bus",
    [](const experiment::ExperimentConfig& c) { return systemc::link_fields().show(c.fabric); },
    [](const experiment::ExperimentConfig&, std::uint64_t) { return std::string(); },
    [](const experiment::ExperimentConfig& c, std::uint64_t, const std::string&)
        -> std::unique_ptr<systemc::Fabric> { return std::make_unique<Bus>(c.fabric); }};

Picoseconds bus_time() {
  experiment::ExperimentConfig config;
  config.traffic.kind = experiment::TrafficKind::permutation;
  config.traffic.bytes = base::Bytes{100'000};
  config.fabrics = {{"bus", &kBus, {}}};
  return run_experiment(config, {}).runs[0].runs[0].completion;
}

// Metrics: a table of one kind of row.
struct Answer {
  Picoseconds serial{0};
  std::int64_t messages = 0;
  Picoseconds bus{0};
};

const report::MetricTable<Answer>& answer_metrics() {
  using M = report::Metric<Answer>;
  static const report::MetricTable<Answer> table(
      "toy", "What the toys answered.",
      {M("serial_ps", report::Unit::ps, &Answer::serial, "All messages in turn.", "serial"),
       M("messages", report::Unit::count, &Answer::messages, "How many.", "messages"),
       M("bus_ps", report::Unit::ps, &Answer::bus, "A permutation on the bus.", "bus")});
  return table;
}

// Two NPUs swap 1,000 bytes.
rounds::RoundGraph swap_graph() {
  rounds::RoundGraph graph;
  rounds::Collective swap;
  swap.kind = rounds::CollectiveKind::all_gather;
  swap.shape = swap.pieces = rounds::Shape({2});
  swap.involved = {0};
  swap.bytes = base::Bytes{1'000};
  graph.collectives = {swap};
  graph.channels = {{}};
  rounds::Round round;
  round.permutation = rounds::SymbolicPermutation::shift(0, 1);
  round.bytes = base::Bytes{1'000};
  graph.rounds = {round};
  return graph;
}

// A verb: its options are the noun's keys.
std::function<int()> setup(cli::Arguments& app, const cli::Common& common) {
  const auto given = cli::add_field_options(app, wire_fields().infos(), "");
  return [given, &common] {
    const Wire wire = cli::resolve(wire_fields(), *given, common);
    const topology::Fabric fabric({{topology::Block::ring, 2, wire.bandwidth, Picoseconds{0}}});
    const rounds::RoundGraph graph = swap_graph();
    const engine::Result swapped = SerialEngine().run({graph, fabric, {}, {}});
    report::Result result("toy", common.seed, wire_fields().show(wire));
    result.add(answer_metrics()({swapped.time, swapped.messages, bus_time()}));
    cli::print(result, common);
    return 0;
  };
}

}  // namespace toys

int main(int argc, char** argv) {
  using namespace jacquard;
  using cli::Command;
  std::vector<run::EngineEntry> engines = run::own_engines();
  engines.push_back({"serial", run::Grain::messages, toys::serial_engine, nullptr});
  run::use_engines(std::move(engines));
  std::vector<experiment::FabricKind> kinds = experiment::own_fabric_kinds();
  kinds.push_back(toys::kBus);
  experiment::use_fabric_kinds(std::move(kinds));
  std::vector<schedule::Scheduler> schedulers = schedule::own_schedulers();
  schedulers.push_back(
      {"one-by-one", "one pair after the other; no options", "a toy", 1, toys::one_by_one});
  schedule::use_schedulers(std::move(schedulers));
  std::vector<Command> verbs(jacquard::cli::commands().begin(), jacquard::cli::commands().end());
  verbs.push_back({"toy", "A part of each kind", "  toys toy --bandwidth \"2 GB/s\"", toys::setup,
                   true, false, [] { return std::vector{toys::answer_metrics().kind()}; }});
  return jacquard::cli::run(argc, argv, verbs);
}
