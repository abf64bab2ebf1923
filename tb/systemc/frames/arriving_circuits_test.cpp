// SPDX-License-Identifier: Apache-2.0
// Schedulers that decide again and again while flows arrive: against the SystemC fabric where all
// is there at once, and against queues of known mean.
#include "systemc/frames/arriving_circuits.hpp"

#include <catch2/catch.hpp>

#include "jacquard/demand/arrivals.hpp"
#include "jacquard/demand/generate.hpp"
#include "support/fault_of.hpp"
#include "systemc/experiment/experiment.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::Picoseconds;
using demand::DemandMatrix;
using demand::Flow;

constexpr std::int64_t kUs = 1'000'000;

experiment::ExperimentConfig config(int ports, const std::vector<std::string>& set) {
  experiment::ExperimentConfig config;
  config.fabric.ports = ports;
  for (const std::string& one : set) experiment::experiment_fields().set(config, one);
  return config;
}

struct Traffic {
  std::vector<Flow> flows;
  DemandMatrix demand;
  bool at_once = true;
};

Traffic traffic_of(int ports, std::vector<Flow> flows) {
  Traffic all{std::move(flows), DemandMatrix(ports)};
  for (const Flow& f : all.flows) {
    all.demand.set(f.source, f.destination, all.demand.at(f.source, f.destination) + f.size);
    all.at_once = all.at_once && f.start == Picoseconds{0};
  }
  return all;
}

Traffic arriving(int ports, double load, Bytes size, Picoseconds time, double burst = 1,
                 std::uint64_t index = 0) {
  const demand::Arrivals arrivals{load, base::BitsPerSecond{800'000'000'000}, time, burst};
  return traffic_of(ports, demand::draw_arrivals(arrivals, demand::uniform_pairs(ports),
                                                 demand::SizeLaw::fixed(size), 1, index));
}

RunFigures run(const char* kind, const experiment::ExperimentConfig& config, const Traffic& t,
               report::FabricRun* trace = nullptr) {
  const auto fabric = experiment::fabric_kind(kind).make(config, 1, "");
  return fabric->run({t.demand, {t.flows.data(), t.flows.size()}, t.at_once}, 1, trace);
}

RunFigures circuits(const experiment::ExperimentConfig& config, const Traffic& t) {
  return run("circuit", config, t);
}

double mean_wait(const RunFigures& figures, Picoseconds service) {
  double sum = 0;
  for (const Picoseconds time : figures.flow_times) {
    sum += static_cast<double>((time - service).count());
  }
  return sum / static_cast<double>(figures.flow_times.size());
}

// One port sends to another, all else takes no time: circuits are a queue.
const std::vector<std::string> kQueue{"circuit.guard=0 ps",         "circuit.charge_headers=false",
                                      "circuit.charge_acks=false",  "circuit.report_latency=0 ps",
                                      "circuit.grant_latency=0 ps", "fabric.link_delay=0 ps",
                                      "scheduler.name=exact",       "scheduler.bits=none"};

}  // namespace

TEST_CASE("where all is there at once, deciding again is the SystemC fabric to the picosecond",
          "[frames]") {
  const DemandMatrix moe = demand::generate(demand::DemandClass::moe, 16, 1, 3);
  DemandMatrix demand(16);
  for (int i = 0; i < 16; ++i) {
    for (int j = 0; j < 16; ++j) demand.set(i, j, Bytes{moe.at(i, j).count() / 4096 + 1});
  }
  const Traffic t = traffic_of(16, demand::flows_of(demand));
  for (const char* name : {"ladder", "holds-first"}) {
    for (const char* acks : {"true", "false"}) {
      auto c = config(
          16, {std::string("scheduler.name=") + name, std::string("circuit.charge_acks=") + acks,
               "circuit.guard=200 ns", "scheduler.latency=3 us"});
      const RunFigures systemc = circuits(c, t);
      // Longer than the whole run: one decision. The first port keeps its partner nowhere.
      c.circuit.frame = Picoseconds{1'000'000 * kUs};
      const RunFigures again = circuits(c, t);
      CHECK(again.completion == systemc.completion);
      CHECK(again.flow_times == systemc.flow_times);
      const auto own = own_figures<CircuitFigures>(again);
      const auto theirs = own_figures<CircuitFigures>(systemc);
      CHECK(own.permutations == theirs.permutations);
      CHECK(own.guard == theirs.guard);
      CHECK(own.hold == theirs.hold);
      CHECK(own.decision == theirs.decision);
      CHECK(own.decisions == 1);
      CHECK(own.schedule_hash == theirs.schedule_hash);
    }
  }
}

TEST_CASE("a pair of ports without guards waits as an M/D/1 queue, in bursts as M[X]/D/1",
          "[frames]") {
  const Picoseconds service{100'000 * 10};  // 100 kB at 800 Gb/s
  for (const double burst : {1.0, 3.0}) {
    for (const double load : {0.3, 0.7}) {
      DemandMatrix pair(2);
      pair.set(0, 1, Bytes{1});
      const demand::Arrivals arrivals{load, base::BitsPerSecond{800'000'000'000},
                                      Picoseconds{200'000 * kUs}, burst};
      const Traffic t = traffic_of(
          2, demand::draw_arrivals(arrivals, pair, demand::SizeLaw::fixed(Bytes{100'000}), 3, 0));
      const RunFigures figures = circuits(config(2, kQueue), t);
      const auto d = static_cast<double>(service.count());
      // Pollaczek and Khinchine; of a geometric burst the others of it come on top.
      const double wait = d * (load / 2 + burst - 1) / (1 - load);
      CHECK(mean_wait(figures, service) == Approx(wait).epsilon(0.06));
      CHECK(figures.bytes_delivered == figures.bytes_asked);
    }
  }
}

TEST_CASE("an output of the packet switch waits as an M/D/1 queue of packets", "[frames]") {
  // Packets of 1,048 bytes from 15 ports to one: queues on the way in and out together wait as one
  // queue of all of them would.
  const auto c = config(16, {"fabric.preset=ideal-output-queued", "fabric.link_delay=0 ps",
                             "fabric.ack_class=priority", "fabric.ack_bytes=1 B"});
  const double d = 10'480;
  for (const double load : {0.5, 0.8}) {
    DemandMatrix pairs(16);
    for (int i = 1; i < 16; ++i) pairs.set(i, 0, Bytes{1});
    const demand::Arrivals arrivals{load / 1.048, base::BitsPerSecond{800'000'000'000},
                                    Picoseconds{2'000 * kUs}, 1};
    const Traffic t = traffic_of(
        16, demand::draw_arrivals(arrivals, pairs, demand::SizeLaw::fixed(Bytes{1'000}), 5, 0));
    const RunFigures figures = run("packet", c, t);
    CHECK(mean_wait(figures, Picoseconds{20'960}) ==
          Approx(d * load / (2 * (1 - load))).epsilon(0.05));
  }
}

TEST_CASE("every byte that arrives is carried once, whatever frame and scheduler", "[frames]") {
  const Traffic t = arriving(8, 0.6, Bytes{50'000}, Picoseconds{200 * kUs});
  for (const char* name : {"holds-first", "eclipse-coarse", "solstice", "islip", "ladder"}) {
    for (const char* frame : {"none", "5 us", "20 us"}) {
      for (const char* guarded : {"all", "changed"}) {
        const auto c =
            config(8, {std::string("scheduler.name=") + name, std::string("circuit.frame=") + frame,
                       std::string("circuit.guarded_ports=") + guarded, "circuit.guard=500 ns",
                       "circuit.charge_acks=true"});
        report::FabricRun trace;
        const RunFigures figures = run("circuit", c, t, &trace);
        CHECK(figures.bytes_delivered == t.demand.total());
        CHECK(figures.flow_times.size() == t.flows.size());
        // Nothing is faster than light and its own bytes, nor before it is there.
        for (const Picoseconds time : figures.flow_times) {
          CHECK(time >= Picoseconds{500'000 + 50'000 * 10 * 1048 / 1000});
        }
        // Settings do not overlap, and have their guard.
        for (std::size_t k = 1; k < trace.settings.size(); ++k) {
          CHECK(trace.settings[k].guard_from >= trace.settings[k - 1].to);
          CHECK(trace.settings[k].from <= trace.settings[k].to);
        }
      }
    }
  }
}

TEST_CASE("in frames a setting ends with its frame, and the decision is made while one is held",
          "[frames]") {
  // A megabyte takes 10 us: three frames of 4 us, in each of which a guard of 1 us passes.
  std::vector<std::string> set = kQueue;
  set.insert(set.end(), {"circuit.frame=4 us", "circuit.guard=1 us", "scheduler.latency=2 us",
                         "scheduler.timing=fixed"});
  const Traffic t = traffic_of(2, {{0, 1, Bytes{1'000'000}, Picoseconds{0}}});
  // Decided after 2 us, as its guard passes; 4 us are held of the first frame, then 3 of each.
  report::FabricRun trace;
  const RunFigures figures = run("circuit", config(2, set), t, &trace);
  REQUIRE(trace.settings.size() == 3);
  CHECK(trace.settings[0].to - trace.settings[0].from == Picoseconds{4 * kUs});
  CHECK(trace.settings[1].to - trace.settings[1].from == Picoseconds{3 * kUs});
  CHECK(figures.completion == Picoseconds{(2 + 4 + 1 + 3 + 1 + 3) * kUs});
  // A setting that stands is kept without a guard.
  set.emplace_back("circuit.keep_settings=true");
  CHECK(circuits(config(2, set), t).completion == Picoseconds{(2 + 10) * kUs});
}

TEST_CASE("what is decided is not decided again before it is carried", "[frames]") {
  // The report of time 0 is known after 10 us, when those of 4 us and 8 us are on their way.
  std::vector<std::string> set = kQueue;
  set.insert(set.end(), {"circuit.frame=4 us", "circuit.report_latency=10 us"});
  const Traffic t = traffic_of(2, {{0, 1, Bytes{300'000}, Picoseconds{0}}});
  const auto own = own_figures<CircuitFigures>(circuits(config(2, set), t));
  CHECK(own.decisions == 1);
  CHECK(own.permutations == 1);
}

TEST_CASE("ports that keep their partner go on while others change", "[frames]") {
  std::vector<std::string> set = kQueue;
  set.insert(set.end(), {"circuit.guard=10 us", "scheduler.name=holds-first"});
  // Port 0 sends 2 MB to port 1, meanwhile port 2 sends 0.5 MB to 3 and then to 0.
  const Traffic t = traffic_of(4, {{0, 1, Bytes{2'000'000}, Picoseconds{0}},
                                   {2, 3, Bytes{500'000}, Picoseconds{0}},
                                   {2, 0, Bytes{500'000}, Picoseconds{0}}});
  const Picoseconds all = circuits(config(4, set), t).completion;
  set.emplace_back("circuit.guarded_ports=changed");
  const Picoseconds changed = circuits(config(4, set), t).completion;
  CHECK(all == Picoseconds{(10 + 15 + 10 + 5) * kUs});
  CHECK(changed == Picoseconds{(10 + 20) * kUs});
}

TEST_CASE("circuits that decide again refuse what they do not model, by key", "[frames]") {
  const Traffic t = arriving(4, 0.5, Bytes{50'000}, Picoseconds{50 * kUs});
  const auto fault = [&](std::vector<std::string> set) {
    return tb::fault_of([&] { circuits(config(4, set), t); });
  };
  CHECK_THAT(fault({"faults.stragglers=1"}), Catch::StartsWith("faults"));
  CHECK_THAT(fault({"circuit.switches=2"}), Catch::Contains("switches"));
  CHECK_THAT(fault({"circuit.leaves=2"}), Catch::Contains("leaves"));
  CHECK_THAT(fault({"circuit.skew=1 ns"}), Catch::Contains("t_max"));
  CHECK_THAT(fault({"scheduler.name=shifts", "scheduler.shape=2x2", "scheduler.bits=none"}),
             Catch::Contains("one hop"));
  CHECK_THAT(fault({"circuit.frame=1 us", "circuit.guard=1 us"}), Catch::Contains("/frame"));
}

}  // namespace jacquard::systemc
