// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/chakra/summary.hpp"

#include <catch2/catch.hpp>

using namespace jacquard::interop;

namespace {

ChakraTrace trace_of(const char* json) { return parse_chakra_json(json, "t.json"); }

// a (3 us) -> b; a -> c (4 us) -> d; e (5 us) alone.
const char* const kGraph = R"({"nodes": [
  {"id": 1, "name": "a", "type": "COMP", "duration_micros": 3,
   "attr": {"num_ops": 100, "tensor_size": 8}},
  {"id": 2, "name": "b", "type": "COMM_COLL", "data_deps": [1],
   "attr": {"comm_type": 0, "comm_size": 1000}},
  {"id": 3, "name": "c", "type": "COMP", "ctrl_deps": [1], "duration_micros": 4,
   "attr": {"num_ops": 10, "tensor_size": 2}},
  {"id": 4, "name": "d", "type": "COMM_COLL", "data_deps": [3],
   "attr": {"comm_type": 2, "comm_size": 7, "pg_name": "5"}},
  {"id": 5, "name": "e", "type": "MEM_LOAD", "duration_micros": 5, "attr": {"tensor_size": 64}}]})";

}  // namespace

TEST_CASE("a summary adds up each rank's nodes, with equal ranks counted as often as they are") {
  RankTraces ranks;
  ranks.distinct = {trace_of(kGraph), trace_of(R"({"nodes": [
      {"id": 9, "type": "COMM_COLL", "attr": {"comm_type": 0, "comm_size": 1}}]})")};
  ranks.of_rank = {0, 0, 1};
  const TraceSummary s = summarize(ranks);
  CHECK(s.nodes == 11);
  CHECK(s.dependencies == 6);
  const NodeTotals& comp = s.by_type[static_cast<std::size_t>(ChakraNodeType::comp)];
  CHECK(comp.nodes == 4);
  CHECK(comp.operations == 220);
  CHECK(comp.bytes == 20);
  CHECK(comp.recorded_micros == 14);
  const NodeTotals& coll = s.by_type[static_cast<std::size_t>(ChakraNodeType::comm_coll)];
  CHECK(coll.nodes == 5);
  CHECK(coll.bytes == 2015);
  REQUIRE(s.collectives.size() == 2);
  CHECK(s.collectives[0].nodes == 3);
  CHECK(s.collectives[0].bytes == 2001);
  CHECK(s.collectives[1].kind == ChakraCollective::all_gather);
  CHECK(s.collectives[1].group == "5");
  CHECK(s.longest_chain_nodes == 3);
  CHECK(s.longest_chain_micros == 7);
}
