// SPDX-License-Identifier: Apache-2.0
// simulate npu_allgather: its rows, and mistakes in what is asked.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"

using Catch::Contains;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::Words;

namespace {

Words simulate(const Words& set) {
  Words words{"simulate", "npu_allgather", "--json", "--set", "memory.fidelity=ideal"};
  for (const std::string& assignment : set) words.insert(words.end(), {"--set", assignment});
  return words;
}

nlohmann::json row_of(const Words& set) {
  const Folder folder;
  const jacquard::tb::Answer answer = jacquard::tb::run_program(simulate(set), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return nlohmann::json::parse(answer.out).at("rows").at(0);
}

}  // namespace

TEST_CASE("An all-gather on NPUs says its time, an engine's, and what memory did") {
  const nlohmann::json row = row_of({});
  CHECK(row.at("npus") == 4);
  CHECK(row.at("bytes") == 1 << 20);
  // Three steps of 1 MiB out of and into four memories, on four links.
  CHECK(row.at("hbm_read_bytes") == 12 * (1 << 20));
  CHECK(row.at("hbm_written_bytes") == 12 * (1 << 20));
  CHECK(row.at("link_bytes") == 12 * (1 << 20));
  // A step is 2^20 B at 45 GB/s and 500 ns, and 10 ns at each end.
  const double links = 10e3 + 3 * (1048576 / 45e9 * 1e12 + 500e3 + 10e3);
  CHECK(row.at("engine_time_ps").get<double>() ==
        Approx(links + 3 * row.at("memory_delay_ps").get<double>()).margin(10));
  CHECK(row.at("difference").get<double>() == Approx(0).margin(0.001));
  double bus = 0;
  for (const char* part : {"data", "activate", "refresh", "turnaround", "idle"}) {
    bus += row.at(std::string("bus_") + part + "_fraction").get<double>();
  }
  CHECK(bus == Approx(1));
}

TEST_CASE("Every kind of collective runs on NPUs") {
  for (const char* kind :
       {"all-reduce", "reduce-scatter", "all-gather", "all-to-all", "broadcast", "send"}) {
    INFO(kind);
    CHECK(row_of({std::string("collective=") + kind}).at("difference").get<double>() ==
          Approx(0).margin(0.02));
  }
}

TEST_CASE("A step on NPUs says how long it is, and what an engine says") {
  const Folder folder;
  const jacquard::tb::Answer answer = jacquard::tb::run_program(
      {"simulate", "npu_step", "--json", "--set",
       R"json(variants=[{"name":"ideal","set":["memory.fidelity=ideal"]}])json"},
      folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  const nlohmann::json row = nlohmann::json::parse(answer.out).at("rows").at(0);
  CHECK(row.at("npus") == 4);
  CHECK(row.at("compute_ps") < row.at("time_ps"));
  CHECK(row.at("difference").get<double>() == Approx(0).margin(0.02));
  // Everything that links carry is written to a memory once.
  CHECK(row.at("hbm_written_bytes") == row.at("link_bytes"));
}

TEST_CASE("Collectives, steps and meshes of NPUs refuse a trace that they do not read") {
  const Folder folder;
  for (const char* name : {"npu_allgather", "npu_step", "meshslice_contention"}) {
    INFO(name);
    CHECK_THAT(mistake({"simulate", name, "--requests", "trace.txt"}, folder),
               Contains("--requests"));
  }
}

TEST_CASE("A step whose packets exceed a channel of the memory reads what there is") {
  const Folder folder;
  const jacquard::tb::Answer answer = jacquard::tb::run_program(
      {"simulate", "npu_step", "--json", "--set", "variants=[]", "--set", "memory.fidelity=ideal",
       "--set", "memory.organisation.capacity=16 MiB", "--set", "nic.packet=32 MiB", "--set",
       "nic.buffer=32 MiB"},
      folder);
  INFO(answer.err);
  CHECK(answer.exit_code == 0);
}

TEST_CASE("What NPUs cannot run is refused with the key that is wrong") {
  struct Mistake {
    Words set;
    const char* says;
  };
  const std::vector<Mistake> mistakes = {
      {{"topology=Switch(4)"}, "a switch in dimension 0"},
      {{"topology=Ring(100)"}, "at most 64 NPUs"},
      {{"topology=Rong(4)"}, "topology"},
      {{"nic.buffer=1 KiB"}, "npu_allgather.json#/nic/buffer: expected at least one packet"},
      {{"nic.links=1"}, "nic#/links: expected at least 2"},
      {{"nic.packet=1 B"}, "nic.packet"},
      {{"nic.rate=45"}, "unit"},
      {{"bytes=1 TB"}, "at most 1e+08 packets"},
      {{"bytes=20 GB"}, "data that fit"},
      {{"bytes=NaN GB"}, "bytes"},
      {{"bytes=1 GB", "chunks=1048576"}, "fewer chunks"},
      {{"nic.header=1 MiB", "nic.rate=1 kb/s", "bytes=1 GB"}, "picoseconds"},
      {{"algorithm=foo"}, "algorithm"},
      {{"topology=Ring(8)", "algorithm=direct"}, "several links of a ring"},
  };
  for (const Mistake& m : mistakes) {
    const Folder folder;
    INFO(m.set.front());
    CHECK_THAT(mistake(simulate(m.set), folder), Contains(m.says));
  }
}
