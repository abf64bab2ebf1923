// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "jacquard/base/file.hpp"
#include "jacquard/interop/chakra/trace.hpp"
#include "support/program.hpp"

using namespace jacquard;
using Catch::Contains;

namespace {

// 64 MiB all-reduced on a ring of 8, an open case of simulation.md's table.
void write_inputs(const tb::Folder& folder) {
  const std::string trace = interop::write_chakra(interop::parse_chakra_json(
      R"({"nodes": [{"id": 0, "name": "all-reduce", "type": "COMM_COLL",
          "attr": {"comm_type": 0, "comm_size": 67108864}}]})",
      "job"));
  for (int rank = 0; rank < 8; ++rank) {
    folder.file("job." + std::to_string(rank) + ".et", trace);
  }
  folder.file("network.yml",
              "topology: [ Ring ]\nnpus_count: [ 8 ]\nbandwidth: [ 50.0 ]\nlatency: [ 500.0 ]\n");
  folder.file("system.json", R"({"scheduling-policy": "LIFO", "endpoint-delay": 10,
      "active-chunks-per-dimension": 1, "preferred-dataset-splits": 4, "local-mem-bw": 1600,
      "boost-mode": 0, "collective-optimization": "baseline",
      "all-reduce-implementation": ["direct"]})");
  folder.file("memory.json", R"({"memory-type": "NO_MEMORY_EXPANSION"})");
}

std::vector<std::string> with(std::vector<std::string> more) {
  std::vector<std::string> all = {"astra",
                                  "--workload-configuration=job",
                                  "--system-configuration=system.json",
                                  "--network-configuration",
                                  "network.yml",
                                  "--remote-memory-configuration=memory.json",
                                  "--comm-group-configuration=empty",
                                  "--logging-configuration=empty"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace

TEST_CASE("astra prints ASTRA-sim's lines for ASTRA-sim's files") {
  const tb::Folder folder;
  write_inputs(folder);
  const tb::Answer unaware = tb::run_program(with({}), folder);
  CHECK(unaware.exit_code == 0);
  CHECK(tb::count_lines(unaware.out) == 8);
  CHECK_THAT(unaware.out,
             Contains("sys[7] finished, 340336 cycles, exposed communication 340336 cycles.\n"));
  const tb::Answer aware = tb::run_program(with({"--mode", "astra-aware", "--num-queues-per-dim=1",
                                                 "--comm-scale=1", "--injection-scale", "1"}),
                                           folder);
  CHECK_THAT(aware.out, Contains("sys[0] finished, 3148800 cycles"));
}

TEST_CASE("astra --json has a row per class of NPUs and per dimension, with symmetry or without") {
  const tb::Folder folder;
  write_inputs(folder);
  const tb::Answer with_symmetry = tb::run_program(with({"--json"}), folder);
  const auto rows = nlohmann::json::parse(with_symmetry.out)["rows"];
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["row_kind"] == "npu_class");
  CHECK(rows[0]["npus"] == 8);
  CHECK(rows[0]["time_ps"] == 340336000);
  CHECK(rows[0]["exposed_comm_ps"] == 340336000);
  CHECK(rows[0]["utilisation"] == 0);
  CHECK(rows[0]["bytes"] == 14 * (67108864 / 8));
  CHECK(rows[1]["row_kind"] == "dimension");
  CHECK(rows[1]["bytes"] == 8 * 14 * (67108864 / 8));
  CHECK(rows[1].count("exposed_comm_ps") == 0);
  CHECK(rows[1]["links"] == 16);
  // Each link is busy with the messages of both halves of 4 chunks, 2 MiB at 50 x 2^30 B/s. Those
  // of the second half leave as the first half's came, in pairs that are 500 ns apart: two for each
  // link.
  CHECK(rows[1]["utilisation"].get<double>() == Approx(4 * (2 * 39062.5 + 500) / 340336));
  const tb::Answer without =
      tb::run_program(with({"--json", "--set", "engine.symmetry=off"}), folder);
  CHECK(nlohmann::json::parse(without.out)["rows"] == rows);
}

TEST_CASE("astra in faithful mode gives what the event engine gives for the same collective") {
  const tb::Folder folder;
  write_inputs(folder);
  const auto time = [&folder](std::vector<std::string> arguments) {
    const tb::Answer answer = tb::run_program(std::move(arguments), folder);
    REQUIRE(answer.exit_code == 0);
    return nlohmann::json::parse(answer.out)["rows"][0]["time_ps"].get<std::int64_t>();
  };
  CHECK(time(with({"--mode", "faithful", "--json"})) ==
        time({"collective", "--kind", "all-reduce", "--algorithm", "direct", "--topology",
              "Ring(8)", "--bandwidth", "50 GiB/s", "--latency", "500 ns", "--bytes", "64 MiB",
              "--chunks", "4", "--engine", "event", "--json"}));
  CHECK(time(with({"--mode", "faithful", "--comm-scale", "2", "--json"})) >
        time(with({"--mode", "faithful", "--json"})) * 19 / 10);
}

TEST_CASE("A job on a system is the job on the network and the algorithms that the system has") {
  const tb::Folder folder;
  write_inputs(folder);
  folder.file("cluster.json",
              R"json({"network": {"topology": "Ring(8)", "bandwidth": "50 GiB/s",
      "latency": "500 ns"}, "algorithm": ["direct"]})json");
  const std::vector<std::string> files = {"astra", "--workload-configuration=job",
                                          "--system-configuration=system.json", "--json"};
  const auto rows = [&](const std::vector<std::string>& arguments) {
    const tb::Answer answer = tb::run_program(arguments, folder);
    INFO(answer.err);
    REQUIRE(answer.exit_code == 0);
    return nlohmann::json::parse(answer.out)["rows"];
  };
  CHECK(rows(tb::with(files, {"--mode", "faithful", "--system", "cluster.json"})) ==
        rows(with({"--mode", "faithful", "--json"})));
  const auto refused = [&](const std::vector<std::string>& more, const char* says) {
    const tb::Answer answer = tb::run_program(tb::with(files, more), folder);
    CHECK(answer.exit_code == 2);
    CHECK(tb::count_lines(answer.err) == 1);
    CHECK_THAT(answer.err, Catch::Contains(says));
  };
  refused({"--system", "cluster.json"}, "--mode faithful");
  refused(
      {"--system", "cluster.json", "--mode", "faithful", "--network-configuration", "network.yml"},
      "no --network-configuration");
  refused({"--system", "cosmic_system9", "--mode", "faithful"}, "cosmic_system");
  refused({"--mode", "faithful"}, "--network-configuration");
}

TEST_CASE("astra --out writes the timeline of a faithful run") {
  const tb::Folder folder;
  write_inputs(folder);
  const tb::Answer answer =
      tb::run_program(with({"--mode", "faithful", "--json", "--out", "run"}), folder);
  REQUIRE(answer.exit_code == 0);
  const nlohmann::json row = nlohmann::json::parse(answer.out)["rows"][0];
  const nlohmann::json timeline =
      nlohmann::json::parse(base::read_file(folder.path("run/timeline.json")))["traceEvents"];
  REQUIRE(timeline.size() == 3);
  CHECK(timeline[0]["args"]["name"] == "NPU 0 and 7 more");
  CHECK(timeline[1]["args"]["name"] == "communication");
  CHECK(timeline[2]["name"] == "all-reduce");
  CHECK(timeline[2]["ts"] == 0);
  const double duration_us = timeline[2]["dur"].get<double>();
  CHECK(duration_us * 1e6 == Approx(row["time_ps"].get<double>()));
  CHECK(tb::run_program(with({"--out", "run"}), folder).exit_code == 2);
}

TEST_CASE("astra passes over unknown keys if asked to, and says which") {
  const tb::Folder folder;
  write_inputs(folder);
  folder.file("system.json", R"({"preferred-dataset-splits": 4, "dim-to-break": 1,
      "all-reduce-implementation": ["direct-1"]})");
  CHECK(tb::run_program(with({}), folder).exit_code == 2);
  for (const char* const mode : {"astra-unaware", "astra-aware", "faithful"}) {
    const tb::Answer answer = tb::run_program(with({"--lenient", "--mode", mode}), folder);
    CHECK(answer.exit_code == 0);
    CHECK(answer.err ==
          "jacquard: system.json: \"dim-to-break\": nobody knows this key, it is passed over\n");
  }
}

TEST_CASE("astra runs groups as ASTRA-sim did until and since November 2025") {
  const tb::Folder folder;
  write_inputs(folder);
  folder.file("groups.json", R"({"1": [0, 1, 2, 3], "2": [4, 5, 6, 7]})");
  folder.file("network.yml",
              "topology: [ Switch ]\nnpus_count: [ 8 ]\nbandwidth: [ 50.0 ]\nlatency: [ 500.0 ]\n");
  for (int rank = 0; rank < 8; ++rank) {
    const std::string group = rank < 4 ? "1" : "2";
    folder.file("job." + std::to_string(rank) + ".et",
                interop::write_chakra(interop::parse_chakra_json(
                    R"({"nodes": [{"id": 0, "type": "COMM_COLL", "attr": {"comm_type": 0,
                        "comm_size": 67108864, "pg_name": ")" +
                        group + "\"}}]}",
                    "job")));
  }
  const auto first_line = [&folder](const char* mode) {
    std::vector<std::string> arguments = with({"--mode", mode});
    arguments[6] = "--comm-group-configuration=groups.json";
    const tb::Answer answer = tb::run_program(arguments, folder);
    CHECK(answer.exit_code == 0);
    return answer.out.substr(0, answer.out.find('\n'));
  };
  // Chunks of 16 MiB among 4: messages of 4 MiB, floor(1000 + 78125) ns, reductions 3 x 2621 ns.
  // A ring: 7 x 10 + 3 x 7863 + 6 x 79125 ns a chunk; direct, both halves of which are charged with
  // reductions in a group: 3 x 10 + 2 x 7863 + 2 x 79125.
  CHECK_THAT(first_line("astra-unaware"), Contains(" 1993636 cycles,"));
  CHECK_THAT(first_line("astra-unaware-2025-11"), Contains(" 696024 cycles,"));
}

TEST_CASE("astra says what is wrong with its input and ends with 2") {
  const tb::Folder folder;
  write_inputs(folder);
  const auto rejects = [&folder](std::vector<std::string> more, const std::string& text) {
    const tb::Answer answer = tb::run_program(with(std::move(more)), folder);
    CHECK(answer.exit_code == 2);
    CHECK(answer.out.empty());
    CHECK(tb::count_lines(answer.err) == 1);
    CHECK_THAT(answer.err, Contains(text));
  };
  rejects({"--mode", "astra-awaer"}, "astra-aware");
  rejects({"--mode", "faithfull"}, "faithful");
  rejects({"--mode", "faithful", "--rendezvous-protocol"}, "--rendezvous-protocol");
  rejects({"--mode", "faithful", "--comm-scale", "nan"}, "--comm-scale");
  rejects({"--mode", "faithful", "--npu-memory", "1 GiB"}, "inputs and outputs");
  rejects({"--npu-memory", "1 GiB"}, "--mode faithful");
  rejects({"--set", "engine.symetry=off"}, "engine.symmetry=off");
  rejects({"--set", "engine.most_messages=-1"}, "a number above 0");
  rejects({"--set", "engine.most_messages=50"}, "--set engine.most_messages=");
  folder.file("network.yml",
              "topology: [ Ring ]\nnpus_count: [ 9 ]\nbandwidth: [ 50.0 ]\nlatency: [ 500.0 ]\n");
  rejects({}, "job.8.et");
  write_inputs(folder);
  folder.file("system.json", R"({"endpoint-delay": 10, "active-chunks-per-dimension": 1,
      "preferred-dataset-splits": 10000000, "local-mem-bw": 1600,
      "all-reduce-implementation": ["direct"]})");
  folder.file("network.yml",
              "topology: [ Ring ]\nnpus_count: [ 512 ]\nbandwidth: [ 50.0 ]\nlatency: [ 500.0 ]\n");
  for (int rank = 8; rank < 512; ++rank) {
    folder.file("job." + std::to_string(rank) + ".et", base::read_file(folder.path("job.0.et")));
  }
  rejects({}, "at most 2e+09 messages");
  rejects({"--mode", "faithful"}, "at most 2e+09 messages");
}
