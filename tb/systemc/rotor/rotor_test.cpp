// SPDX-License-Identifier: Apache-2.0
// Rotors against what follows from their clock.
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "jacquard/demand/arrivals.hpp"
#include "support/fault_of.hpp"
#include "systemc/experiment/experiment.hpp"
#include "systemc/rotor/matchings.hpp"
#include "systemc/rotor/rotor_clock.hpp"
#include "systemc/rotor/rotor_fabric.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::Picoseconds;
using demand::DemandMatrix;
using demand::Flow;

constexpr std::int64_t kUs = 1'000'000;

// 10 Gb/s a link, so a packet of 1,250 bytes takes 1 us; no headers, no distance.
experiment::ExperimentConfig config(int ports, int switches, std::vector<std::string> set) {
  set.insert(set.begin(),
             {"fabric.ports=" + std::to_string(ports), "fabric.link_delay=0 ps",
              "fabric.rate=" + std::to_string(10 * switches) + " Gb/s", "fabric.mtu=1250 B",
              "circuit.charge_headers=false", "rotor.switches=" + std::to_string(switches)});
  experiment::ExperimentConfig config;
  for (const std::string& one : set) experiment::experiment_fields().set(config, one);
  return config;
}

struct Ran {
  RunFigures all;
  RotorFigures own;
};

Ran run(const experiment::ExperimentConfig& config, const std::vector<Flow>& flows,
        report::FabricRun* trace = nullptr) {
  DemandMatrix demand(config.fabric.ports);
  bool at_once = true;
  for (const Flow& f : flows) {
    demand.set(f.source, f.destination, demand.at(f.source, f.destination) + f.size);
    at_once = at_once && f.start == Picoseconds{0};
  }
  const auto fabric = experiment::fabric_kind("rotor").make(config, 1, "");
  const RunFigures all = fabric->run({demand, {flows.data(), flows.size()}, at_once}, 1, trace);
  CHECK(all.bytes_delivered == demand.total());
  return {all, own_figures<RotorFigures>(all)};
}

std::vector<Flow> all_to_all(int ports, Bytes size) {
  std::vector<Flow> flows;
  for (int i = 0; i < ports; ++i) {
    for (int j = 0; j < ports; ++j) {
      if (i != j) flows.push_back({i, j, size, Picoseconds{0}});
    }
  }
  return flows;
}

std::vector<Flow> arriving(int ports, int switches, double load, Bytes size, Picoseconds time) {
  const demand::Arrivals arrivals{
      load, base::BitsPerSecond{10'000'000'000} * static_cast<std::int64_t>(switches), time, 1};
  return demand::draw_arrivals(arrivals, demand::uniform_pairs(ports), demand::SizeLaw::fixed(size),
                               1, 0);
}

}  // namespace

TEST_CASE("matchings connect every pair once, drawn or shifted", "[rotor]") {
  for (const Matchings kind : {Matchings::shifts, Matchings::random}) {
    for (const int ports : {2, 5, 16, 40}) {
      std::set<std::pair<int, int>> pairs;
      for (const auto& matching : rotor_matchings(kind, ports, true, 7)) {
        std::set<int> columns(matching.begin(), matching.end());
        CHECK(columns.size() == static_cast<std::size_t>(ports));
        for (int i = 0; i < ports; ++i) pairs.emplace(i, base::at(matching, i));
      }
      CHECK(pairs.size() == static_cast<std::size_t>(ports) * static_cast<std::size_t>(ports));
    }
  }
  CHECK(rotor_matchings(Matchings::random, 16, false, 1) !=
        rotor_matchings(Matchings::random, 16, false, 2));
}

TEST_CASE("an all-to-all over one hop takes a slot for each partner and as often as it fills one",
          "[rotor]") {
  // A slot of 100 us and a guard of 10 carries 90 packets.
  for (const int switches : {1, 3}) {
    for (const int cycles : {1, 2}) {
      const auto c =
          config(16, switches, {"rotor.slot=100 us", "circuit.guard=10 us", "rotor.relay=never"});
      const Ran ran = run(c, all_to_all(16, Bytes{90 * 1'250 * cycles}));
      const std::int64_t slots = 15 / switches * cycles;
      CHECK(ran.all.completion == Picoseconds{(slots * 100 - 10) * kUs});
      CHECK(ran.own.packet_hops == ran.own.packets);
      CHECK(ran.own.reordered == 0);
    }
  }
}

TEST_CASE("a permutation over two hops gets half of the rate, over one hop a slot of each cycle",
          "[rotor]") {
  constexpr int kPorts = 16;
  constexpr int kPackets = 9'000;
  std::vector<Flow> flows;
  for (int i = 0; i < kPorts; ++i) {
    flows.push_back({i, (i + 5) % kPorts, Bytes{1'250 * kPackets}, Picoseconds{0}});
  }
  const auto rate = [&](const char* relay) {
    const auto c =
        config(kPorts, 1,
               {"rotor.slot=100 us", "circuit.guard=10 us", std::string("rotor.relay=") + relay});
    const Ran ran = run(c, flows);
    const double alone = kPackets * (100.0 / 90) * kUs;  // on a link that is always connected
    return alone / static_cast<double>(base::mean(ran.all.flow_times).count());
  };
  CHECK(rate("never") == Approx(1.0 / (kPorts - 1)).epsilon(0.02));
  // Of each cycle one slot is direct, of the others half.
  CHECK(rate("spare") == Approx(kPorts / (2.0 * (kPorts - 1))).epsilon(0.1));
  CHECK(rate("always") == Approx(kPorts / (2.0 * (kPorts - 1))).epsilon(0.1));
}

TEST_CASE("a port holds no more for a destination than it may", "[rotor]") {
  std::vector<Flow> flows;
  for (int i = 0; i < 16; ++i) flows.push_back({i, (i + 5) % 16, Bytes{2'500'000}, Picoseconds{0}});
  const auto c =
      config(16, 1, {"rotor.slot=100 us", "circuit.guard=10 us", "rotor.relay_packets=4"});
  // For each port but itself and its own destination.
  CHECK(run(c, flows).own.largest_relay <= Bytes{14 * 4 * 1'250});
}

TEST_CASE("uniform traffic over two hops by valiant's rule alone gets half of the rate",
          "[rotor]") {
  const auto c = config(16, 1, {"rotor.slot=100 us", "circuit.guard=10 us", "rotor.relay=always"});
  const Ran ran = run(c, all_to_all(16, Bytes{90 * 1'250 * 8}));
  const double alone = 15 * 8 * 100.0 * kUs;
  // A fifteenth goes to its destination at once.
  const double hops =
      static_cast<double>(ran.own.packet_hops) / static_cast<double>(ran.own.packets);
  CHECK(hops == Approx(2 - 1.0 / 15).epsilon(0.03));
  CHECK(alone / static_cast<double>(ran.all.completion.count()) <= 1 / hops);
  CHECK(alone / static_cast<double>(ran.all.completion.count()) > 0.4);
}

TEST_CASE("a packet that fills its slot waits as in time division: half a cycle over what is free",
          "[rotor]") {
  // Bertsekas and Gallager: F / (2 (1 - load)) until its slot begins.
  constexpr int kPorts = 5;
  const Picoseconds cycle{4 * 100 * kUs};
  for (const double load : {0.2, 0.6}) {
    auto c = config(
        kPorts, 1,
        {"rotor.slot=100 us", "circuit.guard=10 us", "rotor.relay=never", "fabric.mtu=112500 B"});
    // Of every pair, in slots of 112,500 bytes: the rate of a link times its share of the time.
    const auto flows =
        arriving(kPorts, 1, load * 0.9, Bytes{112'500}, Picoseconds{800'000 * kUs * 5});
    const Ran ran = run(c, flows);
    const double wait = static_cast<double>(base::mean(ran.all.flow_times).count()) - 90.0 * kUs;
    CHECK(wait == Approx(static_cast<double>(cycle.count()) / (2 * (1 - load))).epsilon(0.05));
  }
}

TEST_CASE("short flows go at once over as few links as the circuits of the moment allow",
          "[rotor]") {
  const std::vector<std::string> opera{"rotor.slot=100 us",      "circuit.guard=1 us",
                                       "rotor.matchings=random", "rotor.staggered=true",
                                       "rotor.short_below=1 MB", "fabric.link_delay=500 ns"};
  const auto c = config(32, 5, opera);
  std::map<std::int64_t, int> times;
  for (int to = 1; to < 32; ++to) {
    const Ran ran = run(c, {{0, to, Bytes{1'250}, Picoseconds{0}}});
    // Each link takes a microsecond to send and one to pass.
    CHECK(ran.all.completion == Picoseconds{2 * kUs * ran.own.packet_hops});
    ++times[ran.own.packet_hops];
    CHECK(ran.own.packet_hops <= ran.own.path_longest);
  }
  // Four circuits of each port stand at any moment.
  CHECK(times[1] == 4);
  CHECK(times[2] <= 16);
  CHECK(times.rbegin()->first <= 4);
}

TEST_CASE("the circuits of each moment are an expander: ways are as short as the authors'",
          "[rotor]") {
  // Opera, NSDI 2020: 108 racks, six switches. Five circuits of each rack reach 1 + 5 + 25 + 125
  // at most, so 107 others are 2.72 away or more; no way is longer than five.
  RotorConfig opera;
  opera.switches = 6;
  opera.slot = Picoseconds{600 * kUs};
  opera.matchings = Matchings::random;
  opera.staggered = true;
  opera.short_below = Bytes{15'000'000};
  const RotorClock clock(opera, Picoseconds{10 * kUs},
                         dealt_out(rotor_matchings(Matchings::random, 108, false, 1), 6));
  const RotorClock::Paths paths = clock.paths();
  CHECK(paths.mean > (5 + 2 * 25 + 3 * 77) / 107.0);
  CHECK(paths.mean < 3.3);
  CHECK(paths.longest == 5);
}

TEST_CASE("a shuffle ends when it does in the data of Opera's authors", "[rotor]") {
  // NSDI 2020, Fig. 8 (opera-sim): 648 hosts in 108 racks send each other 100 kB, over six switches
  // of 10 Gb/s that change every 600 us, one after another. The last flow ends after 64.6 ms.
  const auto c =
      config(108, 6,
             {"rotor.slot=600 us", "circuit.guard=10 us", "rotor.matchings=random",
              "rotor.staggered=true", "rotor.relay=never", "fabric.mtu=29418 B",
              "fabric.header=1311 B", "circuit.charge_headers=true", "fabric.link_delay=250 ns"});
  const Ran ran = run(c, all_to_all(108, Bytes{3'600'000}));
  CHECK(static_cast<double>(ran.all.completion.count()) == Approx(64'577.8 * kUs).epsilon(0.01));
}

TEST_CASE("every packet that arrives is delivered once, whatever the rotor", "[rotor]") {
  const auto flows = arriving(8, 2, 0.3, Bytes{40'000}, Picoseconds{2'000 * kUs});
  for (const char* relay : {"never", "spare", "always"}) {
    for (const char* staggered : {"true", "false"}) {
      for (const char* below : {"none", "30 kB", "1 MB"}) {
        const auto c = config(8, 4,
                              {"rotor.slot=40 us", "circuit.guard=4 us", "fabric.link_delay=300 ns",
                               "rotor.matchings=random", std::string("rotor.relay=") + relay,
                               std::string("rotor.staggered=") + staggered,
                               std::string("rotor.short_below=") + below});
        report::FabricRun trace;
        const Ran ran = run(c, flows, &trace);
        CHECK(ran.own.packets == static_cast<std::int64_t>(flows.size()) * 32);
        CHECK(ran.own.packet_hops >= ran.own.packets);
        std::int64_t wire = 0;
        for (const report::LinkRecord& link : trace.links) wire += link.bytes.count();
        CHECK(wire == ran.own.packet_hops * 1'250);
        if (std::string(relay) == "never") CHECK(ran.own.largest_relay == Bytes{0});
        for (const Picoseconds time : ran.all.flow_times) {
          // Four links at most carry it at a time.
          CHECK(time >= Picoseconds{8 * kUs + 600'000});
        }
      }
    }
  }
}

TEST_CASE("what a port has for itself waits for a matching that connects it with itself",
          "[rotor]") {
  const auto c = config(4, 1, {"rotor.slot=100 us", "circuit.guard=10 us"});
  CHECK(run(c, {{2, 2, Bytes{1'250}, Picoseconds{0}}}).all.completion ==
        Picoseconds{(3 * 100 + 1) * kUs});
}

TEST_CASE("rotors refuse what cannot work, by key", "[rotor]") {
  const std::vector<Flow> one{{0, 1, Bytes{1'250}, Picoseconds{0}}};
  const auto fault = [&](int switches, std::vector<std::string> set) {
    return tb::fault_of([&] { run(config(8, switches, std::move(set)), one); });
  };
  CHECK_THAT(fault(1, {"rotor.slot=10 us", "circuit.guard=10 us"}), Catch::Contains("/slot"));
  CHECK_THAT(fault(3, {"rotor.staggered=true"}), Catch::Contains("multiple of 3"));
  CHECK_THAT(fault(2, {"rotor.staggered=true", "rotor.short_below=1 MB", "rotor.matchings=random"}),
             Catch::Contains("short_below") && Catch::Contains("out of reach"));
}

}  // namespace jacquard::systemc
