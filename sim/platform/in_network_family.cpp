// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/in_network_family.hpp"

#include <optional>

#include "jacquard/rounds/names.hpp"
#include "jacquard/topology/network.hpp"
#include "systemc/collective/bandwidth.hpp"
#include "systemc/collective/run_collective.hpp"
#include "systemc/engines/engines.hpp"
#include "systemc/rounds/cycle_engine.hpp"
#include "systemc/rounds/run_on_planes.hpp"

namespace jacquard::platform {
namespace {

using base::Bytes;
using base::BytesPerSecond;
using base::Picoseconds;
using rounds::CollectiveKind;
using C = InNetworkExperiment;
using InNetworkCase = Case<C>;

config::Codec<CollectiveKind> kind_codec() {
  config::Words<CollectiveKind> words;
  for (const CollectiveKind kind :
       {CollectiveKind::all_reduce, CollectiveKind::reduce_scatter, CollectiveKind::all_gather,
        CollectiveKind::broadcast, CollectiveKind::reduce}) {
    words.emplace_back(rounds::name_of(kind), kind);
  }
  return config::choice(words);
}

const config::Words<SwitchKind>& switch_words() {
  static const config::Words<SwitchKind> words = {{"adding", SwitchKind::adding},
                                                  {"packets", SwitchKind::packets},
                                                  {"circuits", SwitchKind::circuits}};
  return words;
}

std::vector<config::Field<C>> own_fields() {
  using config::field;
  using config::quantity;
  constexpr Picoseconds second{base::kPicosecondsPerSecond};
  return {
      field<C>(
          "npus", [](auto& c) -> auto& { return c.npus; },
          config::whole_number(2, systemc::kMostRoundsNpus), "Around the switch."),
      field<C>(
          "switch", [](auto& c) -> auto& { return c.fabric; }, config::choice(switch_words()),
          "adding: adds and copies what casts send, and moves messages; packets: moves messages; "
          "circuits: a crossbar that makes a circuit for each message."),
      field<C>(
          "collective", [](auto& c) -> auto& { return c.collective; }, kind_codec(),
          "What the NPUs do together; the root of a broadcast or a reduce is NPU 0."),
      field<C>(
          "algorithm", [](auto& c) -> auto& { return c.algorithm; },
          config::text("an algorithm of jacquard collective"),
          "How; nvls and sharp need a switch that adds."),
      field<C>(
          "bytes", [](auto& c) -> auto& { return c.bytes; }, quantity<Bytes>(Bytes{1}),
          "What each NPU puts in: all of the data, or its own piece of an all-gather."),
      field<C>(
          "chunks", [](auto& c) -> auto& { return c.chunks; },
          config::whole_number(1, collective::kMostChunks),
          "Parts of the data that go through the collective one by one."),
      field<C>(
          "bandwidth", [](auto& c) -> auto& { return c.bandwidth; },
          quantity(BytesPerSecond{1}, BytesPerSecond{1e15}), "Of each port, each way."),
      field<C>(
          "latency", [](auto& c) -> auto& { return c.latency; }, quantity(Picoseconds{0}, second),
          "Of each link: an NPU is two of them from another."),
      field<C>(
          "endpoint_delay", [](auto& c) -> auto& { return c.endpoint_delay; },
          quantity(Picoseconds{0}, second),
          "At the beginning of a chunk's phase, and after each message received."),
      field<C>(
          "memory_bandwidth", [](auto& c) -> auto& { return c.memory_bandwidth; },
          quantity(BytesPerSecond{1}, BytesPerSecond{1e15}),
          "Of an NPU: what it adds itself is read twice and written once."),
      field<C>(
          "guard", [](auto& c) -> auto& { return c.guard; }, quantity(Picoseconds{0}, second),
          "Of circuits, before each that changes a partner; of no matter to packets."),
  };
}

struct Row {
  const InNetworkCase* of;
  collective::CollectiveRequest request;
  systemc::OnPlanes run;
  std::optional<Picoseconds> event;   // without a guard
  std::optional<Picoseconds> closed;  // where there is a closed form
};

using report::Unit;
using M = report::Metric<Row>;

template <class Member>
auto of_config(Member C::*member) {
  return [member](const Row& r) { return r.of->config.*member; };
}

const report::MetricTable<Row>& metrics() {
  static const report::MetricTable<Row> table(
      "in_network", "A collective on a switch that adds, on packets or on circuits.",
      {
          M(
              "variant", Unit::text, [](const Row& r) { return r.of->variant; },
              "Of the experiment.", "variant"),
          M(
              "point", Unit::text, [](const Row& r) { return r.of->point; }, "Of the sweep.",
              "point"),
          M(
              "switch", Unit::text,
              [](const Row& r) { return config::choice(switch_words()).show(r.of->config.fabric); },
              "adding, packets or circuits.", "switch"),
          M(
              "collective", Unit::text,
              [](const Row& r) { return rounds::name_of(r.of->config.collective); }, "What ran."),
          M("algorithm", Unit::text, of_config(&C::algorithm), "How.", "algorithm"),
          M("npus", Unit::count, of_config(&C::npus), "That take part."),
          M("bytes", Unit::bytes, of_config(&C::bytes), "What each NPU puts in."),
          M(
              "time_ps", Unit::ps, [](const Row& r) { return r.run.result.time; },
              "Until the last NPU has what is its own, in SystemC.", "time"),
          M("event_time_ps", Unit::ps, &Row::event,
            "The event engine's answer; none where circuits have a guard."),
          M("closed_form_ps", Unit::ps, &Row::closed,
            "By closed forms; none where messages meet on links, or circuits have a guard."),
          M(
              "bus_bandwidth_bytes_per_s", Unit::bytes_per_s,
              [](const Row& r) { return run::bus_bandwidth(r.request, r.run.result.time); },
              "As nccl-tests has it: data over time, times what NPUs that add must send for it.",
              "bus"),
          M(
              "sent_bytes", Unit::bytes,
              [](const Row& r) {
                return r.of->config.fabric == SwitchKind::circuits ? r.run.received : r.run.sent;
              },
              "From all NPUs to the switch.", "sent"),
          M(
              "received_bytes", Unit::bytes, [](const Row& r) { return r.run.received; },
              "From the switch to all NPUs.", "received"),
          M(
              "circuits", Unit::count, [](const Row& r) { return r.run.made.circuits; },
              "Made; 0 of packets."),
          M(
              "guard_ps", Unit::ps,
              [](const Row& r) {
                return Picoseconds{r.run.made.guard.count() / r.of->config.npus};
              },
              "Of its circuits, mean over NPUs."),
      });
  return table;
}

run::CollectiveConfig collective_of(const C& e) {
  run::CollectiveConfig c;
  c.network.topology = "Switch(" + std::to_string(e.npus) + ")";
  c.network.bandwidth = {e.bandwidth};
  c.network.latency = {e.latency};
  c.kind = e.collective;
  c.algorithm = e.algorithm;
  c.bytes = e.bytes;
  c.chunks = e.chunks;
  c.rules.endpoint_delay = e.endpoint_delay;
  c.rules.local_memory_bandwidth = e.memory_bandwidth;
  return c;
}

void require_adding(const InNetworkCase& one, const rounds::RoundGraph& graph) {
  if (one.config.fabric == SwitchKind::adding || rounds::first_cast(graph) < 0) return;
  config::Place{"variants/" + one.variant, "/switch"}.fail(
      "adding for " + one.config.algorithm + ", as packets and circuits only move messages",
      config::choice(switch_words()).show(one.config.fabric), "ring, halving-doubling or direct");
}

run::Work work_of(const InNetworkCase& one, const topology::Network& network) {
  run::Work work = run::make_work(collective_of(one.config), network, "", 1);
  require_adding(one, work.graph);
  return work;
}

Row row_of(const InNetworkCase& one, std::uint64_t seed) {
  const C& e = one.config;
  const run::CollectiveConfig config = collective_of(e);
  const topology::Network network = build_network(config.network);
  const run::Work work = work_of(one, network);
  engine::Scenario scenario{{work.graph, &*work.request}, network.view(), config.rules, {}};
  scenario.origin = {"bytes", "fewer bytes, or a higher bandwidth"};
  systemc::PlaneConfig plane;
  const bool circuits = e.fabric == SwitchKind::circuits;
  plane.kind = circuits ? systemc::PlaneKind::circuits : systemc::PlaneKind::links;
  if (circuits) plane.guard = e.guard;
  Row row{&one, *work.request, systemc::run_on_planes(scenario, {plane}, "switch", seed), {}, {}};
  if (plane.guard > Picoseconds{0}) return row;
  row.event = run::run_collective(config, network, work).time;
  for (const run::EngineEntry& entry : run::engine_table()) {
    if (entry.grain != run::Grain::closed_forms) continue;
    const engine::Engine& engine = entry.in_faithful_mode();
    if (!engine.refusal(scenario)) row.closed = engine.run(scenario).time;
  }
  return row;
}

Answer run(const Question& question) {
  const auto& table = in_network_fields();
  const C config = resolved(table, question);
  const auto cases = cases_of(config, table);
  for (const InNetworkCase& one : cases) {
    work_of(one, build_network(collective_of(one.config).network));
  }
  return answer_of(table, config, cases, question.threads,
                   [&](const InNetworkCase& one) { return metrics()(row_of(one, question.seed)); });
}

std::vector<report::RowKind> rows() { return {metrics().kind()}; }

}  // namespace

const config::FieldTable<C>& in_network_fields() {
  static const config::FieldTable<C> table = [] {
    std::vector<config::Field<C>> all = experiment_fields_of<C>("in_network");
    for (auto& f : own_fields()) all.push_back(std::move(f));
    return config::FieldTable<C>(
        "in_network_experiment",
        "A collective of NPUs around one switch that adds, or moves packets, or makes circuits, "
        "simulated by the cycle engine.",
        std::move(all));
  }();
  return table;
}

Family in_network_family() { return {"in_network", run, rows}; }

}  // namespace jacquard::platform
