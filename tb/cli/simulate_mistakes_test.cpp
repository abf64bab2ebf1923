// SPDX-License-Identifier: Apache-2.0
// Mistakes in what is simulated: one line that names the key and what is expected, nothing left.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"

using Catch::Contains;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::Words;

namespace {

std::string refused(const std::string& experiment, const Words& set, Words more = {}) {
  const Folder folder;
  Words words{"simulate", experiment, "--set", "traffic.count=1", "--set", "traffic.divide_by=64"};
  for (const std::string& assignment : set) words.insert(words.end(), {"--set", assignment});
  words.insert(words.end(), more.begin(), more.end());
  return mistake(words, folder);
}

}  // namespace

TEST_CASE("A simulation that cannot be is refused with the key that is wrong") {
  struct Case {
    const char* experiment;
    Words set;
    const char* place;
  };
  const std::vector<Case> cases = {
      {"slot_sweep", {"circuit.slot=1 us"}, "b/c + t_max + t_x"},
      {"two_tier", {"circuit.slot=1 us"}, "circuit.slotted"},
      {"two_tier", {"circuit.slotted=true"}, "circuit/slot"},
      {"two_tier", {"circuit.guard=-1 ns"}, "circuit.guard"},
      {"two_tier", {"circuit.guard=99999999 s"}, "circuit.guard"},
      {"two_tier", {"circuit.guard=5"}, "unit"},
      {"two_tier", {"circuit.guard=NaN ns"}, "circuit.guard"},
      {"guard_sweep", {"circuit.leaves=3"}, "circuit/leaves"},
      {"two_tier", {"fabric.rate=0 Gb/s"}, "fabric.rate"},
      {"two_tier", {"traffic.divide_by=1", "fabric.rate=1 kb/s"}, "a day of simulated time"},
      {"two_tier", {"fabric.ports=8"}, "/ports"},
      {"two_tier", {"fabric.link_dely=1 ns"}, "link_delay"},
      {"flows", {"fabric.buffer=500 B"}, "buffer"},
      {"flows", {"fabric.dcqcn.kmin=2 MB", "fabric.dcqcn.kmax=1 MB"}, "kmin"},
      {"flows", {"fabric.dcqcn.pmax=1.5"}, "pmax"},
      {"flows", {"fabric.mtu=0 B"}, "mtu"},
      {"flows", {"fabric.preset=dcqcn-hpc"}, "dcqcn-hpcc"},
      {"flows", {"fabric.device=tomahok5"}, "tomahawk5"},
      {"flows", {"fabric.device=trident3"}, "--set fabric.device: expected a switch"},
      {"two_tier", {"fabric.device=tomahok5"}, "--set fabric.device"},
      {"flows", {"fabric.pfc.headroom=1 GB"}, "flows.json#/fabric/device"},
      {"flows", {"fabric.device=preset", "fabric.buffer=2 kB"}, "--set fabric.buffer: expected"},
      {"flows",
       {"fabric.pfc.enabled=false", "fabric.ports=4", "fabric.buffer=22 kB",
        "fabric.pfc.headroom=0 B"},
       "at least 24768 B"},
      {"two_tier", {"circuit.guard=1000 s", "scheduler.name=maximal"}, "a day of simulated time"},
      {"two_tier", {"scheduler.clock=1 s"}, "scheduler.clock"},
      {"two_tier",
       {"faults.flapping_links=1", "faults.up_for=1 ps", "faults.down_for=1 ps"},
       "faults/up_for"},
      {"slot_sweep",
       {"sweep.key=", "circuit.slot_bytes=1 B", "traffic.divide_by=1"},
       "circuit/slot"},
      {"two_tier",
       {"fabric.mtu=1 B", "fabric.ack_bytes=1 MiB", "traffic.kind=incast", "traffic.bytes=2 GB",
        "circuit.charge_headers=false", "traffic.divide_by=1"},
       "charge_acks"},
      {"decision_latency", {"sweep.key=scheduler.timing", "sweep.values=[\"measured\"]"}, "/key"},
      {"flows", {"fabric.ports=2"}, "ports below 2"},
      {"two_tier", {"scheduler.kind=rtl", "scheduler.name=exact"}, "scheduler"},
      {"two_tier", {"scheduler.name=lader"}, "ladder"},
      {"two_tier", {"scheduler.bits=40"}, "scheduler.bits"},
      {"two_tier", {"scheduler.latency=-3 us"}, "scheduler.latency"},
      {"two_tier", {"circuit.technology=mems"}, "technology"},
      {"two_tier",
       {"faults.dead_links=1", "faults.policy=skip", "faults.dies_within=1 us"},
       "down for good"},
      {"two_tier",
       {"faults.dead_links=1", "faults.policy=delay", "faults.dies_within=1 us"},
       "down for good"},
      {"two_tier", {"circuit.jitter=5 ns", "circuit.t_max=1 ns"}, "guard window"},
      {"two_tier", {"sweep.key=circuit.guard"}, "/sweep/values"},
      {"two_tier", {"fabrics=[]"}, "/fabrics"},
      {"two_tier", {"traffic.demands=[\"moe:8\"]"}, "/ports"},
      {"two_tier", {"traffic.count=1048576"}, "/count"},
      {"flows", {"fabric.link_delay=1 s"}, "headrooms"},
      {"no_such_experiment", {}, "EXPERIMENT"},
  };
  for (const Case& c : cases) {
    INFO(c.experiment << " " << (c.set.empty() ? "" : c.set.back()));
    CHECK_THAT(refused(c.experiment, c.set), Contains(c.place));
  }
  CHECK_THAT(refused("two_tier", {}, {"--engine", "event"}), Contains("--engine"));
  CHECK_THAT(refused("two_tier", {}, {"--fabrics", "one crossbow"}), Contains("one crossbar"));
  CHECK_THAT(refused("two_tier", {}, {"--seeds", "0"}), Contains("--seeds"));
}

TEST_CASE("A schedule of one's own that does not fit is refused") {
  const auto with_schedule = [&](const std::string& text) {
    const Folder own;
    own.file("d.csv", "0,5\n5,0\n");
    own.file("e.json", R"({"traffic": {"demands": ["d.csv"]}, "fabric": {"ports": 2},
    "scheduler": {"kind": "file", "file": "s.json", "bits": null},
    "fabrics": [{"name": "c", "kind": "circuit"}]})");
    own.file("s.json", text);
    return mistake({"simulate", "e.json"}, own);
  };
  const std::string head =
      R"({"format": "jacquard-schedule", "version": 1, "hops": 1, "quantum_bytes": 1, "ports": )";
  CHECK_THAT(with_schedule("{"), Contains("s.json"));
  CHECK_THAT(with_schedule(head + R"(3, "entries": []})"), Contains("3"));
  // It covers 4 of 5 bytes; then both rows ask for one output.
  CHECK_THAT(with_schedule(head + R"(2, "entries": [{"hold": 4, "changes": [[0, 1], [1, 0]]}]})"),
             Contains("covers the demand") && Contains("circuit.charge_acks=false"));
  // Of 2^62 bytes' holds the sums are not wrapped.
  CHECK_THAT(with_schedule(head + R"(2, "entries": [{"hold": 4611686018427387904,
             "changes": [[0, 1], [1, 0]]}]})"),
             Contains("s.json") || Contains("a day of simulated time"));
  CHECK_THAT(with_schedule(head + R"(2, "entries": [{"hold": 5, "changes": [[0, 1], [1, 1]]}]})"),
             Contains("of permutations"));
}

TEST_CASE("A schedule of one's own that fits is run") {
  const Folder folder;
  folder.file("d.csv", "0,5\n5,0\n");
  folder.file("s.json", R"({"format": "jacquard-schedule", "version": 1, "hops": 1,
    "quantum_bytes": 1, "ports": 2, "entries": [{"hold": 5, "changes": [[0, 1], [1, 0]]}]})");
  folder.file("e.json", R"({"traffic": {"demands": ["d.csv"]}, "fabric": {"ports": 2},
    "scheduler": {"kind": "file", "file": "s.json", "bits": null},
    "circuit": {"charge_headers": false, "charge_acks": false},
    "fabrics": [{"name": "c", "kind": "circuit"}]})");
  const auto answer =
      jacquard::tb::run_program({"simulate", "e.json", "--json", "--no-report"}, folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  const auto row = nlohmann::json::parse(answer.out)["rows"][0];
  // Known after 250 ns, told after 500; 5 bytes at 800 Gb/s are 50 ps; two links of 250 ns.
  CHECK(row["completion_ps"] == 500'000 + 50 + 500'000);
}

TEST_CASE("Jobs that cannot be are refused at their key") {
  struct Bad {
    const char* phase;
    const char* place;
  };
  const std::vector<Bad> cases = {
      {R"({"collective": "all-reduce", "algorithm": "sharp", "bytes": "1 MB"})",
       "/jobs/0/phases/0/algorithm: expected an algorithm whose messages go from one NPU to one"},
      {R"({"collective": "all-reduce"})", "/jobs/0/phases/0/bytes"},
      {R"({"shift": 1})", "/jobs/0/phases/0/bytes"},
      {R"({"shift": 4, "bytes": "1 MB"})", "/jobs/0/phases/0/shift"},
      {R"({"shift": 1, "bytes": "1 MB", "group": 2})", "/jobs/0/phases/0/group"},
      {"{}", "/jobs/0/phases/0: expected a computation or an exchange"}};
  for (const Bad& bad : cases) {
    CAPTURE(bad.phase);
    const Folder folder;
    folder.file("j.json", std::string(R"({"kind": "jobs", "fabric": {"ports": 4}, "jobs": )") +
                              R"([{"name": "a", "npus": 4, "phases": [)" + bad.phase + "]}]}");
    CHECK_THAT(mistake({"simulate", "j.json", "--threads", "1"}, folder), Contains(bad.place));
  }
}

TEST_CASE("Phases are a closed form of links and a guard: other keys of circuits are refused") {
  const Folder folder;
  for (const char* set : {"circuit.switches=2", "circuit.skew=5 us", "scheduler.name=exact"}) {
    CAPTURE(set);
    CHECK_THAT(mistake({"simulate", "phase_boundaries", "--set", "variants=[]", "--set",
                        "network=phases", "--set", set},
                       folder),
               Contains("expected nothing, as phases are a closed form"));
  }
}

TEST_CASE("What hybrids and rotors cannot do is refused") {
  CHECK_THAT(refused("hybrid", {"circuit.switches=2"}), Contains("circuit#/switches"));
  CHECK_THAT(refused("hybrid", {"faults.stragglers=2"}), Contains("none in a hybrid"));
  CHECK_THAT(refused("opera", {"faults.dead_links=1"}), Contains("none of a rotor"));
}
