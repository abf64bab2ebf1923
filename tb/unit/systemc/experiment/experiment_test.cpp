// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/experiment.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/config/find_config.hpp"
#include "support/folder.hpp"
#include "systemc/experiment/circuit_kind.hpp"
#include "systemc/experiment/system_links.hpp"
#include "systemc/experiment/technologies.hpp"

namespace jacquard::experiment {
namespace {

using base::Bytes;
using base::Picoseconds;

systemc::LinkConfig links(int ports) {
  systemc::LinkConfig links;
  links.ports = ports;
  return links;
}

ExperimentConfig two_fabrics() {
  ExperimentConfig config;
  config.fabrics = {{"a", &fabric_kind("circuit"), {"circuit.guard=1 ns", "scheduler.name=exact"}},
                    {"b", &fabric_kind("packet"), {"fabric.rate=100 Gb/s"}}};
  return config;
}

TEST_CASE("cases are fabrics at points, each with its own keys", "[experiment]") {
  ExperimentConfig config = two_fabrics();
  config.sweep = {"traffic.fan_in", {"3", "7"}};
  const std::vector<Case> cases = cases_of(config);
  REQUIRE(cases.size() == 4);
  CHECK(cases[0].fabric == "a");
  CHECK(cases[0].config.circuit.guard == Picoseconds{1'000});
  CHECK(cases[0].config.scheduler.name == "exact");
  CHECK(cases[0].config.traffic.fan_in == 3);
  CHECK(cases[1].fabric == "b");
  CHECK(cases[1].config.fabric.rate == base::BitsPerSecond{100'000'000'000});
  CHECK(cases[1].config.scheduler.name == "ladder");
  CHECK(cases[3].point == "7");
  CHECK(cases[3].config.traffic.fan_in == 7);
}

TEST_CASE("a fabric's own key wins over the sweep", "[experiment]") {
  ExperimentConfig config = two_fabrics();
  config.sweep = {"circuit.guard", {"5 ns"}};
  const std::vector<Case> cases = cases_of(config);
  CHECK(cases[0].config.circuit.guard == Picoseconds{1'000});
  CHECK(cases[1].config.circuit.guard == Picoseconds{5'000});
}

ExperimentConfig read(const std::string& text) {
  ExperimentConfig config;
  experiment_fields().read(config, config::parse_json(text, "e.json"), {"e.json", ""});
  return config;
}

TEST_CASE("a variant's nouns stand by name, path or inline in place of the experiment's") {
  const tb::Folder folder;
  const std::string file = folder.file("s.json", R"({"name": "exact", "bits": null})");
  const ExperimentConfig config = read(R"({"scheduler": {"clock": "2 ns", "floor": 3}, "fabrics": [
    {"name": "a", "scheduler": "ladder_fast_optics", "circuit": {"guard": "10 ns"}},
    {"name": "b", "scheduler": ")" + file +
                                       R"("},
    {"name": "c", "scheduler": {"name": "exact", "bits": null}, "set": ["scheduler.bits=4"]},
    {"name": "d", "fabric": {"rate": "100 Gb/s"}, "faults": {"stragglers": 2}}]})");
  const std::vector<Case> cases = cases_of(config);
  REQUIRE(cases.size() == 4);
  CHECK(cases[0].config.scheduler.bits == 8);
  CHECK(cases[0].config.scheduler.options.floor == 0);
  CHECK(cases[0].config.scheduler.clock == Picoseconds{1'000});
  CHECK(cases[0].config.circuit.guard == Picoseconds{10'000});
  for (const int k : {1, 2}) {
    const SchedulerConfig& scheduler = cases[static_cast<std::size_t>(k)].config.scheduler;
    CHECK(scheduler.name == "exact");
    CHECK(scheduler.clock == Picoseconds{1'000});
  }
  CHECK(!cases[1].config.scheduler.bits);
  CHECK(cases[2].config.scheduler.bits == 4);
  CHECK(cases[3].config.scheduler.clock == Picoseconds{2'000});
  CHECK(cases[3].config.fabric.rate == base::BitsPerSecond{100'000'000'000});
  CHECK(cases[3].config.faults.stragglers == 2);
  const auto shown = experiment_fields().show(config);
  CHECK(shown["fabrics"][1].dump() ==
        R"({"name":"b","kind":"circuit","set":[],"scheduler":{"bits":null,"name":"exact"}})");
  CHECK(experiment_fields().show(read(shown.dump())) == shown);
}

TEST_CASE("a variant's noun wins over the sweep in the keys that it says, and in no other") {
  ExperimentConfig config = read(R"({"fabrics": [
    {"name": "a", "circuit": {"guard": "1 ns"}}, {"name": "b", "circuit": {"skew": "3 ns"}}]})");
  config.sweep = {"circuit.guard", {"5 ns"}};
  const std::vector<Case> cases = cases_of(config);
  CHECK(cases[0].config.circuit.guard == Picoseconds{1'000});
  CHECK(cases[1].config.circuit.guard == Picoseconds{5'000});
  CHECK(cases[1].config.circuit.skew == Picoseconds{3'000});
}

TEST_CASE("a sweep over a noun takes names and paths") {
  const tb::Folder folder;
  ExperimentConfig config = read(R"({"fabrics": [{"name": "a"}]})");
  config.sweep = {"scheduler",
                  {"ladder_fast_optics", folder.file("s.json", R"({"name": "exact"})")}};
  const std::vector<Case> cases = cases_of(config);
  REQUIRE(cases.size() == 2);
  CHECK(cases[0].config.scheduler.name == "ladder");
  CHECK(cases[1].config.scheduler.name == "exact");
}

TEST_CASE("a file of jacquard schedule is a scheduler where the experiment says the same") {
  const auto refused = [](const std::string& more) {
    const ExperimentConfig config =
        read(R"({"fabrics": [{"name": "a", "scheduler": {)" + more + "}}]}");
    CHECK_THROWS_AS(cases_of(config), base::ConfigError);
  };
  refused(R"("guard": "10 us")");
  refused(R"("rate": "100 Gb/s")");
  refused(R"("guard_per": "slot")");
  CHECK_NOTHROW(cases_of(read(
      R"({"circuit": {"guard": "10 us"}, "scheduler": "ladder_slow_optics",
          "fabrics": [{"name": "a"}]})")));
  CHECK_THROWS_WITH(read(R"({"scheduler": "chronos_slots"})"),
                    Catch::Contains("chronos_slots.json#/") && Catch::Contains("says it"));
  CHECK_THROWS_WITH(
      read(R"({"fabrics": [{"name": "a", "scheduler": "ladder_fast_optic"}]})"),
      Catch::Contains("e.json#/fabrics/0/scheduler") && Catch::Contains("did you mean"));
  CHECK_THROWS_WITH(read(R"({"fabrics": [{"name": "a", "scheduler": {"bits": 99}}]})"),
                    Catch::Contains("e.json#/fabrics/0/scheduler/bits"));
}

TEST_CASE("a system gives a fabric its ports, rate and delay, if it is one switch") {
  topology::System system;
  system.network.topology = "Switch(24)";
  system.network.bandwidth = {base::BytesPerSecond{50e9}};
  system.network.latency = {Picoseconds{300'000}};
  systemc::LinkConfig links;
  set_links(system, "s.json", links);
  CHECK(links.ports == 24);
  CHECK(links.rate == base::BitsPerSecond{400'000'000'000});
  CHECK(links.link_delay == Picoseconds{300'000});
  CHECK(links.mtu == Bytes{1'000});
  for (const char* other : {"Ring(8)", "Switch(4) Switch(4)", "FullyConnected(4)"}) {
    system.network.topology = other;
    CHECK_THROWS_WITH(set_links(system, "s.json", links),
                      Catch::StartsWith("s.json#/network/topology: expected one switched"));
  }
  system.network.topology = "Switch(2000)";
  CHECK_THROWS_WITH(set_links(system, "s.json", links), Catch::Contains("s.json#/network/ports"));
}

TEST_CASE("what is no fabric, key or value is refused by name", "[experiment]") {
  ExperimentConfig config;
  CHECK_THROWS_WITH(cases_of(config), Catch::Contains("/fabrics"));
  config = two_fabrics();
  config.fabrics[1].name = "a";
  CHECK_THROWS_WITH(cases_of(config), Catch::Contains("/fabrics/1/name"));
  config = two_fabrics();
  config.fabrics[0].set = {"circuit.gard=1 ns"};
  CHECK_THROWS_WITH(cases_of(config), Catch::Contains("guard"));
  config = two_fabrics();
  config.sweep = {"circuit.guard", {"5"}};
  CHECK_THROWS_WITH(cases_of(config), Catch::Contains("unit"));
  config.sweep = {"circuit.guard", {}};
  CHECK_THROWS_WITH(cases_of(config), Catch::Contains("/sweep/values"));
}

TEST_CASE("an experiment reads back as it is shown", "[experiment]") {
  ExperimentConfig config = two_fabrics();
  config.sweep = {"circuit.guard", {"5 ns", "6 ns"}};
  const auto shown = experiment_fields().show(config);
  ExperimentConfig back;
  experiment_fields().read(back, config::parse_json(shown.dump(), "a test"), {"a test", ""});
  CHECK(experiment_fields().show(back) == shown);
}

TEST_CASE("incast and permutation are the matrices their names say", "[experiment]") {
  TrafficConfig traffic;
  traffic.kind = TrafficKind::incast;
  traffic.fan_in = 3;
  traffic.bytes = Bytes{10};
  const TrafficItem incast = load_traffic(traffic, links(8), 1).front();
  CHECK(incast.demand.total() == Bytes{30});
  for (int i = 1; i <= 3; ++i) CHECK(incast.demand.at(i, 0) == Bytes{10});
  traffic.kind = TrafficKind::permutation;
  traffic.shift = 5;
  traffic.divide_by = 4;
  const TrafficItem shifted = load_traffic(traffic, links(8), 1).front();
  for (int i = 0; i < 8; ++i) CHECK(shifted.demand.at(i, (i + 5) % 8) == Bytes{3});  // 10/4, up
  CHECK(shifted.demand.total() == Bytes{24});
  CHECK(shifted.flows.size() == 8);
  traffic.kind = TrafficKind::incast;
  traffic.fan_in = 8;
  CHECK_THROWS_WITH(load_traffic(traffic, links(8), 1), Catch::Contains("fan_in"));
}

TEST_CASE("a file gives the matrices asked for, and flows that fit the fabric", "[experiment]") {
  const tb::Folder folder;
  TrafficConfig traffic;
  traffic.demands = {folder.file("d.jsonl", "[[1,2],[3,4]]\n[[5,6],[7,8]]\n"), "moe:2"};
  traffic.first = 1;
  traffic.count = 1;
  const auto items = load_traffic(traffic, links(2), 1);
  REQUIRE(items.size() == 2);
  CHECK(items[0].demand.total() == Bytes{26});
  CHECK(items[0].index == 1);
  CHECK(items[0].source != items[1].source);
  traffic.count = 2;
  CHECK_THROWS_WITH(load_traffic(traffic, links(2), 1), Catch::Contains("d.jsonl has"));
  CHECK_THROWS_WITH(load_traffic(TrafficConfig{}, links(8), 1), Catch::Contains("/ports"));
  traffic = {};
  traffic.kind = TrafficKind::flows;
  CHECK_THROWS_WITH(load_traffic(traffic, links(4), 1), Catch::Contains("--flows"));
  traffic.file = folder.file("f.txt", "0 1 100 0\n0 1 50 7\n3 0 1 0\n");
  const TrafficItem flows = load_traffic(traffic, links(4), 1).front();
  CHECK(flows.demand.at(0, 1) == Bytes{150});
  CHECK(!flows.all_start_at_once);
  CHECK_THROWS_WITH(load_traffic(traffic, links(3), 1), Catch::Contains("flow 3"));
  traffic.file = folder.file("g.txt", "0 1 1125899906842624 0\n0 1 1 0\n");
  CHECK_THROWS_WITH(load_traffic(traffic, links(4), 1), Catch::Contains("flow 2"));
}

TEST_CASE("schedulers that do not fit are refused by their key", "[experiment]") {
  SchedulerConfig s;
  check(s, 16);
  CHECK(takes_cycles(s));
  s.kind = SchedulerKind::rtl;
  s.name = "exact";
  CHECK_THROWS_WITH(check(s, 16), Catch::Contains("/name"));
  s.name = "ladder";
  check(s, 256);
  CHECK_THROWS_WITH(check(s, 257), Catch::Contains("256"));
  s.name = "few";
  check(s, 256);
  CHECK_THROWS_WITH(check(s, 257), Catch::Contains("256"));
  s.name = "ladder";
  s.bits.reset();
  CHECK_THROWS_WITH(check(s, 16), Catch::Contains("/bits"));
  s.bits = 8;
  s.clock = Picoseconds{999};
  CHECK_THROWS_WITH(check(s, 16), Catch::Contains("/clock"));
  s = {};
  s.name = "auto";
  check(s, 16);
  s.name = "lader";
  CHECK_THROWS_WITH(check(s, 16), Catch::Contains("ladder"));
  s = {};
  s.kind = SchedulerKind::file;
  CHECK_THROWS_WITH(check(s, 16), Catch::Contains("/file"));
}

TEST_CASE("switch technologies ship with the program, fastest not after slowest", "[experiment]") {
  const auto names = config::shipped_configs(kOpticalSwitches);
  CHECK(names.size() == 17);
  for (const std::string& name : names) {
    INFO(name);
    const Technology t = find_technology(name);
    CHECK(t.fastest > Picoseconds{0});
    CHECK(t.fastest <= t.slowest);
    CHECK(!t.source.empty());
  }
  CHECK(find_technology("google_palomar").slowest == Picoseconds{10'000'000'000});
  CHECK(find_technology("projector_dmd").slowest == Picoseconds{12'000'000});
  CHECK(find_technology("sirius").slowest == Picoseconds{3'840});
  CHECK_THROWS_WITH(find_technology("google_palomer"), Catch::Contains("google_palomar"));
}

TEST_CASE("an optical switch may be a file, whose fastest is not after its slowest",
          "[experiment]") {
  const tb::Folder folder;
  const std::string mine =
      folder.file("mine.json", R"json({"fastest": "3 us", "slowest": "7 us"})json");
  ExperimentConfig config;
  config.circuit.technology = mine;
  CHECK(circuit_of(config, 1).crossbars.guard == Picoseconds{7'000'000});
  CHECK_THROWS_WITH(
      find_technology(folder.file("bad.json", R"json({"fastest": "9 us", "slowest": "7 us"})json")),
      Catch::Contains("bad.json#/fastest") && Catch::Contains("7 us"));
}

}  // namespace
}  // namespace jacquard::experiment
