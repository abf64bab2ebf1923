// SPDX-License-Identifier: Apache-2.0
// What the tools around ASTRA-sim write, and what it takes that is no mistake.
#include <catch2/catch.hpp>

#include "jacquard/astra/files/engine_input.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/interop/chakra/op_graph.hpp"
#include "jacquard/interop/chakra/process_groups.hpp"
#include "support/astra_case.hpp"

using namespace jacquard;
using namespace jacquard::interop;
using namespace jacquard::astra;
using Catch::Contains;

namespace {

ChakraTrace trace_of(std::string nodes) {
  if (nodes.compare(nodes.size() - 2, 2, ", ") == 0) nodes.resize(nodes.size() - 2);
  return parse_chakra_json("{\"nodes\": [" + nodes + "]}", "t.et");
}

AstraFiles files_of(int npus, const std::string& nodes, const std::string& system = "") {
  AstraFiles files;
  files.network = parse_astra_network("topology: [ Ring ]\nnpus_count: [ " + std::to_string(npus) +
                                          " ]\nbandwidth: [ 50 ]\nlatency: [ 500 ]\n",
                                      "n.yml");
  files.system = parse_astra_system(
      config::parse_json(system.empty() ? R"({"preferred-dataset-splits": 4, "local-mem-bw": 1600,
                              "all-reduce-implementation": ["ring"]})"
                                        : system,
                         "s.json"),
      "s.json");
  files.traces.distinct = {trace_of(nodes)};
  files.traces.of_rank.assign(static_cast<std::size_t>(npus), 0);
  return files;
}

std::string all_reduce(const std::string& group, const std::string& more = "") {
  return R"({"id": 1, "type": "COMM_COLL", "attr": {"comm_type": 0, "comm_size": 1048576, "pg_name": )" +
         group + more + "}}";
}

long last_cycle(const astra::Input& input) {
  long last = 0;
  for (const auto& finish : astra::run(input).finished) {
    last = std::max(last, static_cast<long>(finish.time));
  }
  return last;
}

std::string metadata(const std::string& values) {
  return R"({"id": 0, "type": "METADATA", "inputs": {"values": )" + nlohmann::json(values).dump() +
         "}}, ";
}

}  // namespace

TEST_CASE("Bytes and groups that were computed as reals are whole numbers all the same") {
  const auto input =
      engine_input(files_of(2, R"({"id": 1, "type": "COMP", "attr": {"num_ops": 1, "tensor_size": 1,
             "inputs": {"string_list": ["w", "100663296.0"]},
             "outputs": {"string_list": ["y", "1e+06"]}}}, )" +
                                   std::string(R"({"id": 2, "type": "COMM_COLL",
             "attr": {"comm_type": 0, "comm_size": 8, "pg_name": "2.0"}})")));
  const auto& node = input.job.graph(0).node(0);
  CHECK(node.reads.at(0).bytes.count() == 100'663'296);
  CHECK(node.writes.at(0).bytes.count() == 1'000'000);
  CHECK(input.job.graph(0).group(1) == 2);
  for (const char* const bytes : {"-1", "1e99", "nan", "12x", ""}) {
    const std::string node_text =
        R"({"id": 1, "type": "COMP", "attr": {"inputs": {"string_list": ["w", ")" +
        std::string(bytes) + R"("]}}})";
    CHECK_THROWS_WITH(engine_input(files_of(2, node_text)), Contains("t.et, node 1"));
  }
  for (const char* const group : {"\"2.5\"", "\"tp\"", "\"-1\"", "\"1000000000\""}) {
    CHECK_THROWS_WITH(engine_input(files_of(2, all_reduce(group))), Contains("pg_name"));
  }
}

TEST_CASE("PyTorch's metadata nodes tell of their process groups") {
  const std::string list =
      R"([{"pg_name": "0", "pg_desc": "default_pg", "ranks": [], "group_size": 4},
                               {"pg_name": "7", "ranks": [0, 2]}, {"pg_name": "mesh", "ranks": [1, 3]}])";
  const std::string python = "['" + list + "']";
  const std::string json = nlohmann::json::array({list}).dump();
  for (const std::string& values : {list, python, json}) {
    const ChakraTrace trace = trace_of(metadata(values) + all_reduce("\"7\""));
    const auto groups = process_groups(trace);
    REQUIRE(groups.size() == 3);
    CHECK(groups[0].ranks.empty());
    CHECK(groups[1].ranks == std::vector<int>{0, 2});
    CHECK(groups[2].name == "mesh");
  }
  AstraFiles files = files_of(4, metadata(python) + all_reduce("\"7\""));
  files.traces.distinct.push_back(trace_of(metadata(python) + all_reduce("\"mesh\"")));
  files.traces.of_rank = {0, 1, 0, 1};
  // As with a file of the same groups.
  AstraFiles from_file = files_of(4, all_reduce("\"7\""));
  from_file.traces.distinct.push_back(trace_of(all_reduce("\"8\"")));
  from_file.traces.of_rank = {0, 1, 0, 1};
  from_file.groups = {{7, {0, 2}}, {8, {1, 3}}};
  CHECK(last_cycle(engine_input(files)) == last_cycle(engine_input(from_file)));
  // All ranks: a group of its own that has the configured algorithm.
  CHECK(last_cycle(engine_input(files_of(4, metadata(python) + all_reduce("\"0\"")))) ==
        last_cycle(engine_input(files_of(4, all_reduce("\"\"")))));
}

TEST_CASE("What waits for metadata alone begins at once") {
  const std::string after =
      R"({"id": 2, "type": "COMM_COLL", "data_deps": [0], "attr": {"comm_type": 0,
                               "comm_size": 1048576}})";
  CHECK(last_cycle(engine_input(files_of(4, metadata("") + after))) ==
        last_cycle(engine_input(files_of(4, all_reduce("\"\"")))));
}

TEST_CASE("A process group that two ranks call the same but fill otherwise is two groups") {
  const auto own = [](const char* ranks) {
    return metadata(std::string(R"(['[{"pg_name": "1", "ranks": )") + ranks + "}]']") +
           all_reduce("\"1\"");
  };
  AstraFiles files = files_of(4, own("[0, 1]"));
  files.traces.distinct.push_back(trace_of(own("[2, 3]")));
  files.traces.of_rank = {0, 0, 1, 1};
  const auto input = engine_input(files);
  CHECK(input.job.groups.size() == 2);
  CHECK(input.job.graph(0).group(1) != input.job.graph(2).group(1));
  CHECK_NOTHROW(astra::run(input));
}

TEST_CASE("A group's number means the same group however it is spelled") {
  const std::string list = metadata(R"([{"pg_name": "01", "ranks": [0, 1]},
                                        {"pg_name": "2", "ranks": [2, 3]}])");
  for (const char* const spelled : {"\"1\"", "\"01\"", "\"1.0\"", "\"1e0\""}) {
    const auto input = engine_input(files_of(4, list + all_reduce(spelled)));
    CHECK(input.job.groups.at(input.job.graph(0).group(1)) == std::vector<int>{0, 1});
  }
  CHECK_THROWS_WITH(engine_input(files_of(4, metadata(R"([{"pg_name": "1", "ranks": [0, 1]},
                                            {"pg_name": "1.0", "ranks": [2, 3]}])"))),
                    Contains("process group 1.0") && Contains("0, 1") && Contains("found 2, 3"));
}

TEST_CASE("A group that the trace and the file of groups fill otherwise is refused") {
  for (const char* const name : {"1", "01", "1.0"}) {
    for (const char* const spelled : {"\"1\"", "\"1.0\""}) {
      AstraFiles files = files_of(
          4, metadata(R"([{"pg_name": ")" + std::string(name) + R"(", "ranks": [0, 1]}])") +
                 all_reduce(spelled));
      files.groups = {{1, {0, 1}}};
      const auto input = engine_input(files);
      CHECK(input.job.graph(0).group(1) == 1);
      CHECK(input.job.groups == files.groups);
      files.groups = {{1, {0, 2}}};
      CHECK_THROWS_WITH(engine_input(files),
                        Contains("process group " + std::string(name)) &&
                            Contains("group 1 of --comm-group-configuration, 0, 2") &&
                            Contains("found 0, 1"));
    }
  }
}

TEST_CASE("A message about a process group calls it by its name") {
  const auto input = engine_input(
      files_of(4, metadata(R"([{"pg_name": "tp", "ranks": [0, 1]}])") + all_reduce("\"tp\"")));
  CHECK(input.job.group_name(input.job.graph(0).group(1)) == "tp");
  CHECK_THROWS_WITH(astra::run(input), Contains("NPU 2 in communicator group tp"));
  CHECK_THROWS_WITH(tb::run_faithfully(input), Contains("group tp"));
}

TEST_CASE("Process groups that make no sense are refused with their node") {
  const auto error = [](const std::string& values) {
    try {
      process_groups(trace_of(metadata(values)));
    } catch (const base::ConfigError& fault) {
      return std::string(fault.what());
    }
    return std::string();
  };
  CHECK(error("anything else") == "");
  CHECK(error("") == "");
  for (const char* const values :
       {"pg_name", "['pg_name']", "{\"pg_name\": 1}", "[{\"pg_name\": 1, \"ranks\": []}]",
        "[{\"pg_name\": \"1\"}]", "[{\"pg_name\": \"1\", \"ranks\": [0, 0]}]",
        "[{\"pg_name\": \"1\", \"ranks\": [-1]}]", "[\"pg_name"}) {
    CHECK_THAT(error(values), Contains("t.et, node 0"));
  }
  CHECK_THROWS_WITH(engine_input(files_of(2, metadata(R"([{"pg_name": "1", "ranks": [2]}])"))),
                    Contains("ranks in 0..1"));
}

TEST_CASE("A file of groups may not have a group 0, which is everybody") {
  CHECK_THROWS_WITH(
      parse_comm_groups(config::parse_json(R"({"0": [0, 1]})", "g.json"), 2, "g.json"),
      Contains("g.json#/0") && Contains("above 0"));
  CHECK_THROWS_WITH(
      parse_comm_groups(config::parse_json(R"({"00": [0, 1]})", "g.json"), 2, "g.json"),
      Contains("above 0"));
}

TEST_CASE(
    "A window of -1 is none, priorities may be negative, without local-mem-bw reductions are "
    "free") {
  const auto system = [](const char* algorithm, const char* more) {
    return std::string(R"({"preferred-dataset-splits": 4, "all-reduce-implementation": [")") +
           algorithm + "\"]" + more + "}";
  };
  const std::string memory = R"(, "local-mem-bw": 1600)";
  const auto time = [](const std::string& text, const std::string& priority = "0") {
    return last_cycle(
        engine_input(files_of(8, all_reduce("\"\"", ", \"comm_priority\": " + priority), text)));
  };
  CHECK(time(system("direct-1", memory.c_str())) == time(system("direct", memory.c_str())));
  CHECK_THROWS_WITH(time(system("direct-2", "")), Contains("direct<window>"));
  // 7 of 14 messages of a chunk are reduced: 3 passes of 32 KiB at 1600 B/ns, whole ns each.
  CHECK(time(system("ring", memory.c_str())) - time(system("ring", "")) == 4 * 7 * 3 * 20);
  const std::string explicit_order = memory + R"(, "scheduling-policy": "EXPLICIT")";
  const AstraFiles files = files_of(8, all_reduce("\"\"", R"(, "comm_priority": {"int32": -3})"),
                                    system("ring", explicit_order.c_str()));
  CHECK(engine_input(files).job.graph(0).node(0).priority == -3);
  CHECK(
      engine_input(files_of(8, all_reduce("\"\"", R"(, "comm_priority": {"uint32": 4294967293})")))
          .job.graph(0)
          .node(0)
          .priority == -3);
  CHECK_THROWS_WITH(
      engine_input(files_of(8, all_reduce("\"\"", ", \"comm_priority\": -3000000000"))),
      Contains("comm_priority"));
  CHECK_NOTHROW(astra::run(engine_input(files)));
}

TEST_CASE("Keys that nobody knows are passed over and told of, if asked for") {
  UnknownKeys unknown;
  const auto json = [](const char* text) { return config::parse_json(text, "f"); };
  CHECK(parse_astra_system(json(R"({"dim-to-break": 1, "peak-perf": 3})"), "s.json", &unknown)
            .system.peak_perf == 3e12);
  CHECK(parse_remote_memory(json(R"({"memory-type": "NO_MEMORY_EXPANSION", "speed": 1})"), "m.json",
                            &unknown)
            .kind == RemoteMemory::Kind::none);
  CHECK(npus(parse_astra_network("topology: [ Ring ]\nnpus_count: [ 4 ]\nbandwidth: [ 50 ]\n"
                                 "latency: [ 500 ]\nlink-cost: [ 1 ]\n",
                                 "n.yml", &unknown)) == 4);
  CHECK(unknown ==
        UnknownKeys{"s.json: \"dim-to-break\"", "m.json: \"speed\"", "n.yml: \"link-cost\""});
  // What is known stays checked.
  CHECK_THROWS_AS(parse_astra_system(json(R"({"peak-perf": "x"})"), "s.json", &unknown),
                  base::ConfigError);
}

TEST_CASE("What jacquard astra refuses of any trace, a check refuses") {
  const char* const broken[] = {
      R"({"id": 1, "type": "COMP", "duration_micros": 18446744073709551615})",
      R"({"id": 1, "type": "COMP", "duration_micros": 8640000000001})",
      R"({"id": 1, "type": "COMP", "attr": {"inputs": {"string_list": ["w"]}}})",
      R"({"id": 1, "type": "COMP", "attr": {"num_ops": -1}})",
      R"({"id": 1, "type": "COMM_COLL", "attr": {"comm_type": 1, "comm_size": 8}})",
      R"({"id": 1, "type": "COMM_COLL", "attr": {"comm_type": 0, "comm_size": 0}})",
      R"({"id": 1, "type": "COMM_COLL", "attr": {"comm_type": 0, "comm_size": 8, "pg_name": "tp"}})",
      R"({"id": 1, "type": "COMM_COLL", "attr": {"comm_type": 0, "comm_size": 8, "is_cpu_op": true}})",
      R"({"id": 1, "type": "COMM_SEND", "attr": {"comm_dst": 4294967296, "comm_size": 8}})",
      R"({"id": 1, "type": "COMM_SEND", "attr": {"comm_dst": 1, "comm_size": 0}})",
      R"({"id": 1, "type": "METADATA", "inputs": {"values": "[{\"pg_name\": 1}]"}})",
  };
  for (const char* const nodes : broken) {
    CAPTURE(nodes);
    const AstraFiles files = files_of(2, nodes);
    CHECK_THROWS_AS(interop::require_runnable(files.traces, 2), base::ConfigError);
    CHECK_THROWS_AS(astra::run(engine_input(files)), base::ConfigError);
  }
  CHECK_NOTHROW(interop::require_runnable(files_of(2, all_reduce("\"0\"")).traces, 2));
}
