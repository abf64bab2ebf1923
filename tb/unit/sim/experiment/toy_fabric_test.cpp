// SPDX-License-Identifier: Apache-2.0
// A third kind of fabric, as docs/architecture.md says one is added: a class, and a row.
#include <catch2/catch.hpp>

#include "sim/experiment/rows.hpp"
#include "systemc/experiment/run_experiment.hpp"
#include "systemc/fabric/records.hpp"

namespace jacquard::experiment {
namespace {

using base::Picoseconds;

// A bus: one flow at a time over one link, in their order.
class Bus final : public systemc::Fabric {
 public:
  explicit Bus(systemc::LinkConfig links) : links_(links) {}

  systemc::RunFigures run(const systemc::Offer& offer, std::uint64_t,
                          report::FabricRun* trace) override {
    systemc::RunFigures f = systemc::figures_of(offer, links_.rate);
    std::vector<Picoseconds> finish;
    for (const demand::Flow& flow : offer.flows) {
      f.completion += base::transfer_time(flow.size, links_.rate);
      f.bytes_delivered += flow.size;
      finish.push_back(f.completion);
    }
    f.flow_times = finish;
    f.events = static_cast<std::int64_t>(offer.flows.size());
    if (trace != nullptr) {
      trace->completion = f.completion;
      record_flows(offer, finish, *trace);
      trace->links.push_back(systemc::link_record("bus", f.bytes_delivered, f.completion,
                                                  Picoseconds{0}, Picoseconds{0}, f.completion));
    }
    return f;
  }

 private:
  systemc::LinkConfig links_;
};

const FabricKind kBus{
    "bus", [](const ExperimentConfig& c) { return systemc::link_fields().show(c.fabric); },
    [](const ExperimentConfig&, std::uint64_t) { return std::string(); },
    [](const ExperimentConfig& c, std::uint64_t, const std::string&)
        -> std::unique_ptr<systemc::Fabric> { return std::make_unique<Bus>(c.fabric); }};

ExperimentConfig bus_and_circuit() {
  ExperimentConfig config;
  config.traffic.kind = TrafficKind::permutation;
  config.traffic.bytes = base::Bytes{100'000};
  config.fabrics = {{"bus", &kBus, {}}, {"circuit", &fabric_kind("circuit"), {}}};
  return config;
}

TEST_CASE("A kind of fabric that is in no table runs beside the others, and has their rows") {
  const ExperimentAnswer answer = run_experiment(bus_and_circuit(), {});
  REQUIRE(answer.runs.size() == 2);
  const report::Row bus = case_metrics().json(answer.runs[0]);
  const report::Row circuit = case_metrics().json(answer.runs[1]);
  // 16 flows of 100 kB at 800 Gb/s, 1 us each, one after the other; the bound is one of them.
  CHECK(bus["completion_ps"] == 16'000'000);
  CHECK(bus["efficiency"] == 1.0 / 16);
  CHECK(bus["bytes_lost"] == 0);
  CHECK(bus["permutations"] == 0.0);
  CHECK(bus["schedule_hash"].is_null());
  CHECK(bus.size() == circuit.size());
}

TEST_CASE("A kind of fabric without a scheduler is swept, recorded and drawn as any other") {
  ExperimentConfig config = bus_and_circuit();
  config.sweep = {"circuit.guard", {"1 ns", "2 ns"}};
  std::int64_t runs = 0;
  ExperimentOptions options;
  options.details = true;
  options.threads = 2;
  options.progress = [&](std::int64_t, std::int64_t of, const RunFigures&) { runs = of; };
  const ExperimentAnswer answer = run_experiment(config, options);
  CHECK(runs == 3);  // the guard is no key of the bus
  REQUIRE(answer.details.size() == 2);
  CHECK(answer.details[0].links.at(0).name == "bus");
  CHECK(answer.details[0].flows.size() == 16);
}

}  // namespace
}  // namespace jacquard::experiment
