// SPDX-License-Identifier: Apache-2.0
// The JSON of Chakra's own feeder (mlcommons/chakra, src/feeder/json_node.cpp), and what its
// converter leaves behind (src/converter/pytorch_converter.py, remove_dangling_nodes).
#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/interop/chakra/check.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using namespace jacquard::interop;

namespace {

// Other keys beside the graph, as Chakra's examples have them, say nothing of it.
std::string graph(const std::string& nodes) {
  return "{\"workload_graph\": [" + nodes + "], \"ngpus\": 8}";
}

std::string error_of(const std::string& nodes) {
  try {
    parse_checked(graph(nodes), "f.json");
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "";
}

const char* const kMatmul =
    R"({"Id": 216, "Name": "mm", "NodeType": 4, "runtime": 318, "is_cpu_op": false})";

}  // namespace

TEST_CASE("The feeder's JSON is the trace that our JSON form of it is") {
  const std::string nodes =
      std::string(kMatmul) +
      R"(, {"Id": 217, "Name": "sum", "NodeType": 7, "data_deps": [216], "ctrlDeps": [216],
            "comm_type": 0, "comm_size": 64, "comm_priority": 1, "tensor_size": 64,
            "pg_name": "2", "is_cpu_op": false, "runtime": 5},
           {"Id": 218, "Name": "to", "NodeType": 5, "comm_src": 0, "comm_dst": 1, "comm_tag": 9,
            "comm_size": 8, "num_ops": 3})";
  const char* const ours = R"({"nodes": [
      {"id": 216, "name": "mm", "type": "COMP", "duration_micros": 318,
       "attr": {"is_cpu_op": false}},
      {"id": 217, "name": "sum", "type": "COMM_COLL", "data_deps": [216], "ctrl_deps": [216],
       "duration_micros": 5, "attr": {"comm_priority": {"int32": 1}, "comm_size": 64,
       "comm_type": 0, "is_cpu_op": false, "pg_name": "2", "tensor_size": {"uint64": 64}}},
      {"id": 218, "name": "to", "type": "COMM_SEND", "attr": {"comm_dst": {"int32": 1},
       "comm_size": 8, "comm_src": {"int32": 0}, "comm_tag": {"int32": 9}, "num_ops": 3}}]})";
  CHECK(parse_checked(graph(nodes), "a") == parse_checked(ours, "b"));
}

TEST_CASE("Communications without amounts\\, as in Chakra's examples, take their recorded time") {
  const ChakraTrace trace =
      parse_checked(graph(R"({"Id": 1, "NodeType": 7, "is_cpu_op": true, "runtime": 85},
               {"Id": 2, "NodeType": 7, "is_cpu_op": false, "runtime": 28})"),
                    "f.json");
  CHECK(trace.unsaid == 2);
  for (const ChakraNode& node : trace.nodes) CHECK(node.type == ChakraNodeType::comp);
  CHECK(find_attribute(trace.nodes[0], "occupies_nothing") == nullptr);
  CHECK(find_attribute(trace.nodes[1], "occupies_nothing") != nullptr);
  CHECK(write_chakra(trace) == write_chakra(parse_chakra(write_chakra(trace), "f.et")));
}

TEST_CASE("What is wrong with the feeder's JSON is named by its pointer") {
  CHECK(error_of(R"({"NodeType": 4})") == "f.json#/workload_graph/0: expected an \"Id\"");
  CHECK_THAT(error_of(R"({"Id": 1, "NodeType": 8})"),
             Catch::Contains("f.json#/workload_graph/0/NodeType: expected a whole number in 0..7"));
  CHECK_THAT(error_of(R"({"Id": 1, "NodeType": 4, "data_deps": [-1]})"),
             Catch::Contains("f.json#/workload_graph/0/data_deps/0: expected a whole number"));
  CHECK_THAT(error_of(R"({"Id": 1, "NodeType": 7, "comm_sise": 8})"),
             Catch::Contains("did you mean 'comm_size'?"));
  CHECK_THAT(error_of(R"({"Id": 1, "NodeType": 7, "comm_type": 0})"), Catch::Contains("comm_size"));
  CHECK_THAT(error_of(R"({"Id": 1, "NodeType": 4, "is_cpu_op": 1})"),
             Catch::Contains("/is_cpu_op: expected true or false"));
  CHECK_THAT(error_of(R"({"Id": 1, "NodeType": 4}, {"Id": 2, "NodeType": 4, "Id": 3})"),
             Catch::Contains("f.json#/workload_graph/1/Id: expected each key once"));
  CHECK_THAT(error_of(R"({"Id": 1, "NodeType": 4, "data_deps": 3})"),
             Catch::Contains("#/workload_graph/0/data_deps: expected a list of ids, found 3"));
  CHECK_THAT(error_of(R"({"Id": 1, "NodeType": 4, "data_deps": [[]]})"),
             Catch::Contains("#/workload_graph/0/data_deps/0: expected a whole number"));
  CHECK_THAT(error_of(R"({"Id": 1, "NodeType": 4, "Name": {}})"),
             Catch::Contains("#/workload_graph/0/Name: expected a text, found an object"));
  CHECK_THAT(error_of(R"({"Id": 1, "NodeType": 4}, 7)"),
             Catch::Contains("#/workload_graph/1: expected an object, found 7"));
  CHECK_THAT(error_of(R"({"Id": 1, "NodeType": 4,})"), Catch::Contains("f.json, line 1, column"));
  CHECK_THAT(error_of(R"({"Id": 1, "NodeType": 4, "num_ops": NaN})"),
             Catch::Contains("#/workload_graph/0/num_ops: expected a whole number"));
}

TEST_CASE("Other keys of the feeder's document may hold anything, NaN of Python too") {
  const ChakraTrace trace = parse_checked(
      R"({"a": [{"Id": 1}, NaN], "workload_graph": [{"Id": 1, "NodeType": 4}], "b": {"c": []}})",
      "f.json");
  REQUIRE(trace.nodes.size() == 1);
  CHECK(trace.nodes[0].id == 1);
}

TEST_CASE("Control dependencies on nodes that a converter removed are left out and counted") {
  const tb::Folder folder;
  const std::string text = graph(R"({"Id": 1, "NodeType": 4, "ctrlDeps": [3, 9, 1], "runtime": 1},
               {"Id": 9, "NodeType": 4, "ctrlDeps": [3, 4], "runtime": 1})");
  const ChakraTrace trace = parse_checked(text, "f.json");
  CHECK(trace.lost_parents == 4);
  CHECK(trace.nodes[0].ctrl_deps == std::vector<std::uint64_t>{9});
  CHECK(trace.nodes[1].ctrl_deps.empty());
  // One that contradicts data: the feeder follows none of them.
  const ChakraTrace turned = parse_checked(graph(R"({"Id": 1, "NodeType": 4, "ctrlDeps": [2, 7]},
               {"Id": 2, "NodeType": 4, "data_deps": [1]},
               {"Id": 3, "NodeType": 4, "ctrlDeps": [2]})"),
                                           "f.json");
  CHECK(turned.lost_parents == 3);
  CHECK(turned.nodes[2].ctrl_deps.empty());
  // A data dependency is what the converter never leaves behind.
  CHECK_THAT(error_of(R"({"Id": 1, "NodeType": 4, "data_deps": [3]})"),
             Catch::Contains("its data dependency 3 in the trace, found no node of that id"));
  // Ranks in either form, whose notes are of all together.
  base::write_file(folder.path("job.0.json"), text);
  base::write_file(rank_file(folder.path("job"), 1), write_chakra(trace));
  CHECK(count_rank_files(folder.path("job")) == 2);
  const RankTraces ranks = read_rank_traces(folder.path("job"), 2);
  REQUIRE(ranks.notes.size() == 1);
  CHECK_THAT(ranks.notes[0],
             Catch::Contains("job: 4 control dependencies on nodes that are not there"));
}

TEST_CASE("The version of a trace is what its metadata or PyTorch's converter say") {
  CHECK(schema_of(parse_checked(R"({"metadata": {"version": "1.0.0"}, "nodes": []})", "a")) ==
        "1.0.0");
  CHECK(schema_of(parse_checked(
            R"({"metadata": {"attr": {"schema": "1.1.1-chakra.0.0.4"}}, "nodes": []})", "a")) ==
        "1.1.1-chakra.0.0.4");
  CHECK(schema_of(parse_checked(R"({"nodes": []})", "a")).empty());
}
