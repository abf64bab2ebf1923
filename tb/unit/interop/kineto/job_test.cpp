// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/kineto/job.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "unit/interop/kineto/kineto_files.hpp"

using namespace jacquard;
using tb::import;
using tb::kernel;
using tb::kineto;
using tb::nccl;

namespace {

const std::string kReduce = nccl("allreduce", 8, "[0, 1]", 0, 5);

std::string pair_of(const std::vector<std::string>& second) {
  return import({kineto(0, 2, {kReduce, kReduce}), kineto(1, 2, second)}).fault;
}

}  // namespace

TEST_CASE("Ranks that are missing, there twice or without a place are named") {
  const std::string alone = kernel("k", 7, 0, 1);
  CHECK(
      import({kineto(2, 4, {alone}), kineto(0, 4, {alone})}).fault ==
      "1.json#/distributedInfo/world_size: expected a file of each of 4 ranks, found none of rank "
      "1, 3");
  CHECK(import({kineto(1, 2, {alone}), kineto(1, 2, {alone})}).fault ==
        "1.json#/distributedInfo/rank: expected each rank once, found rank 1, as in 0.json");
  CHECK(import({kineto(0, 2, {alone}), kineto(1, 3, {alone})}).fault ==
        "1.json#/distributedInfo/world_size: expected 2, as in 0.json, found 3");
  const std::string nowhere = R"({"traceEvents": [)" + alone + "]}";
  CHECK(import({nowhere}).fault.empty());
  CHECK_THAT(import({nowhere, nowhere}).fault,
             Catch::Contains("#/distributedInfo: expected the rank"));
  CHECK_THAT(import({R"({"traceEvents": [)" + kReduce + "]}"}).fault,
             Catch::Contains("#/distributedInfo: expected the rank and world_size"));
}

namespace {

// As PyTorch's observer writes them. A tensor of `storage` has 16 elements of 2 bytes.
std::string executed(int process, const std::vector<std::string>& nodes) {
  return fmt::format(
      R"({{"schema": "1.1.1-chakra.0.0.4", "pid": {}, "time": "2026-01-01", "start_ts": 1,
           "nodes": [{{"id": 1, "name": "[pytorch|profiler|execution_trace|thread]", "ctrl_deps": 0,
             "inputs": {{"values": [], "shapes": [], "types": []}},
             "attrs": [{{"name": "rf_id", "type": "uint64", "value": 0}}]}}, {}],
           "finish_ts": 9}})",
      process, fmt::join(nodes, ",\n"));
}
std::string node(const std::string& name, int function, const std::string& inputs,
                 const std::string& outputs = "", const std::string& attrs = "") {
  return fmt::format(
      R"({{"id": 2, "name": "{}", "ctrl_deps": 1, "inputs": {{"values": [{}], "shapes": []}},
           "outputs": {{"values": [{}]}},
           "attrs": [{{"name": "rf_id", "type": "uint64", "value": {}}}{}]}})",
      name, inputs, outputs, function, attrs);
}
std::string tensor(int storage) {
  return fmt::format(R"([{}, {}, 0, 16, 2, "cuda:0"])", 100 + storage, storage);
}
std::string host_op(int process, int external, int function) {
  return fmt::format(
      R"({{"ph": "X", "cat": "cpu_op", "name": "op", "pid": {}, "tid": 9, "ts": 1, "dur": 1,
           "args": {{"External id": {}, "Record function id": {}}}}})",
      process, external, function);
}
std::string run_of(int external) { return fmt::format(R"(, "External id": {})", external); }

}  // namespace

TEST_CASE("An execution trace beside a profile says what its NCCL kernels carry") {
  const std::string attrs =
      R"(, {"name": "collective_name", "type": "string", "value": "_allgather_base"},
           {"name": "dtype", "type": "string", "value": "BFloat16"},
           {"name": "in_msg_nelems", "type": "uint64", "value": 16},
           {"name": "out_msg_nelems", "type": "uint64", "value": 32},
           {"name": "pg_name", "type": "string", "value": "1"},
           {"name": "pg_desc", "type": "string", "value": "dp"},
           {"name": "global_rank_start", "type": "uint64", "value": 0},
           {"name": "global_rank_stride", "type": "uint64", "value": 1},
           {"name": "pg_size", "type": "uint64", "value": 2})";
  // Before schema 1.1 the inputs alone say it.
  const std::string old = tensor(5) + R"(, 7, ["1", "dp"], 0, "allreduce", [], [], 0, 1, 2)";
  std::vector<std::string> files;
  for (const int rank : {0, 1}) {
    const int process = 40 + rank;
    files.push_back(executed(process, {node("record_param_comms", 11, tensor(4), tensor(6), attrs),
                                       node("record_param_comms", 12, old)}));
    files.push_back(kineto(rank, 2,
                           {host_op(process, 1, 11), host_op(process, 2, 12),
                            kernel("ncclDevKernel_X", 20, 0, 5, 0, run_of(1)),
                            kernel("ncclDevKernel_X", 20, 6, 9, 0, run_of(2)),
                            kernel("ncclDevKernel_X", 20, 9, 10, 0, run_of(3))}));
  }
  const auto read = import(files);
  REQUIRE(read.fault.empty());
  const interop::KinetoRank& rank = read.job.ranks[1];
  REQUIRE(rank.calls.size() == 2);
  CHECK(rank.calls[0].kind == interop::ChakraCollective::all_gather);
  CHECK(rank.calls[0].bytes == 32);
  CHECK(rank.calls[1].kind == interop::ChakraCollective::all_reduce);
  CHECK(rank.calls[1].bytes == 32);
  CHECK(rank.groups[0].members == std::vector<int>{0, 1});
  CHECK(rank.unsaid == 1);
  REQUIRE(read.job.notes.size() == 2);
  CHECK(read.job.notes[1] ==
        "2 execution traces say what 4 NCCL kernels carry, and 0 reads of what a collective gave");
}

TEST_CASE("An operation waits for the collective whose result its execution trace says it reads") {
  // The reduction ends long before a kernel of another stream reads it, behind another one.
  const std::vector<std::string> events = {host_op(7, 1, 11),
                                           host_op(7, 2, 12),
                                           host_op(7, 3, 13),
                                           nccl("allreduce", 16, "[0, 1]", 0, 5, 0, run_of(1)),
                                           kernel("free", 7, 6, 90, 0, run_of(2)),
                                           kernel("reads", 7, 90, 95, 0, run_of(3))};
  const std::vector<std::string> nodes = {node("record_param_comms", 11, tensor(4)),
                                          node("aten::mm", 12, tensor(1) + "," + tensor(2)),
                                          node("aten::add_", 13, "[" + tensor(4) + "], 1")};
  const auto waits = [&](const std::vector<std::string>& files) {
    const auto read = import(files);
    REQUIRE(read.fault.empty());
    const interop::ChakraTrace trace = interop::kineto_trace(read.job, 0);
    const auto found = std::find_if(trace.nodes.begin(), trace.nodes.end(),
                                    [](const auto& n) { return n.name == "reads"; });
    return std::count(found->ctrl_deps.begin(), found->ctrl_deps.end(), 0);
  };
  CHECK(waits({kineto(0, 2, events), kineto(1, 2, events)}) == 0);
  // Both hosts number their processes alike: the file's number is the rank.
  CHECK(waits({executed(7, nodes), executed(7, {node("x", 1, "")}), kineto(0, 2, events),
               kineto(1, 2, events)}) == 1);
}

TEST_CASE("Execution traces of other processes are counted, and refused without profiles") {
  const std::string nodes = executed(8, {node("aten::mm", 12, tensor(1))});
  const auto both = import({nodes, kineto(0, 1, {host_op(7, 1, 12), kernel("k", 7, 0, 1)})});
  CHECK(both.fault.empty());
  REQUIRE(both.job.notes.size() == 1);
  CHECK_THAT(both.job.notes[0], Catch::Contains("0 execution traces say") &&
                                    Catch::Contains("; 1 are of no profile's process"));
  CHECK(import({nodes}).fault ==
        "0.json: expected the PyTorch profiler's JSON of each rank, which has the times, found an "
        "execution trace alone (it may stand beside profiles)");
  CHECK_THAT(import({nodes.substr(0, 300), kineto(0, 1, {kernel("k", 7, 0, 1)})}).fault,
             Catch::Contains("0.json, line") && Catch::Contains("expected JSON"));
}

TEST_CASE("Members of a group that differ in their collectives are told by the event") {
  CHECK(pair_of({kReduce, kReduce}).empty());
  CHECK(pair_of({kReduce}) ==
        "0.json#/traceEvents/1: expected collective 2 of process group 'dp' at rank 1 too, found 1 "
        "there");
  CHECK(
      pair_of({kReduce, nccl("broadcast", 8, "[0, 1]", 6, 7)}) ==
      "1.json#/traceEvents/1: expected ALL_REDUCE as collective 2 of process group 'dp', as rank 0 "
      "has, found BROADCAST");
  CHECK_THAT(pair_of({nccl("allreduce", 8, "[0]", 0, 5)}), Catch::Contains("expected rank 1 in"));
  CHECK_THAT(pair_of({nccl("allreduce", 8, "[1, 9]", 0, 5)}), Catch::Contains("ranks of 0..1"));
}

TEST_CASE("A message needs its other side, of its size") {
  const std::string to = R"(, "Dst Rank": 1)", from = R"(, "Src Rank": 0)";
  const std::string sends = kineto(0, 2, {nccl("send", 4, "[0, 1]", 0, 1, 0, to)});
  CHECK(import({sends, kineto(1, 2, {nccl("recv", 4, "[0, 1]", 0, 1, 0, from)})}).fault.empty());
  CHECK_THAT(import({sends, kineto(1, 2, {nccl("recv", 5, "[0, 1]", 0, 1, 0, from)})}).fault,
             Catch::Contains("expected 8 bytes of message 1 from rank 0, as it sends, found 10"));
  CHECK_THAT(import({sends, kineto(1, 2, {kernel("k", 7, 0, 1)})}).fault,
             Catch::Contains("expected a receive of message 1 at rank 1, found 0 there"));
}

TEST_CASE("All members of an uneven all-to-all put in the largest part, and a note says so") {
  const auto part = [](int elements) { return nccl("all_to_allv", elements, "[0, 1]", 0, 1); };
  const tb::Imported read = import({kineto(0, 2, {part(3)}), kineto(1, 2, {part(7)})});
  REQUIRE(read.job.ranks.size() == 2);
  CHECK(read.job.ranks[0].calls.at(0).bytes == 14);
  REQUIRE(read.job.notes.size() == 1);
  CHECK_THAT(read.job.notes[0], Catch::Contains("1 collectives"));
}

TEST_CASE("Ranks that a kernel cuts short are those of pg_config, or evenly apart") {
  const std::string cut = nccl("allreduce", 8, "[0, ...]", 0, 5);
  const std::string groups =
      R"([{"pg_name": "2", "ranks": [0]}, {"pg_name": "3", "ranks": [1, 0]}])";
  const tb::Imported listed = import({kineto(0, 2, {cut}, groups), kineto(1, 2, {cut}, groups)});
  CHECK(listed.fault.empty());
  CHECK(listed.job.groups.at(1) == std::vector<int>{1, 0});
  const std::string even =
      nccl("allreduce", 8, "[0, ...]", 0, 5, 0,
           R"(, "Group size": 2, "Global rank start": 0, "Global rank stride": 2)");
  const std::string alone = kernel("k", 7, 0, 1);
  const tb::Imported apart = import(
      {kineto(0, 4, {even}), kineto(1, 4, {alone}), kineto(2, 4, {even}), kineto(3, 4, {alone})});
  CHECK(apart.fault.empty());
  CHECK(apart.job.groups.at(1) == std::vector<int>{0, 2});
  CHECK_THAT(import({kineto(0, 2, {cut}), kineto(1, 2, {cut})}).fault,
             Catch::Contains("expected all ranks of process group '3'"));
}

TEST_CASE("What an NCCL kernel does not say takes its recorded time, and a note counts it") {
  const tb::Imported read = import({kineto(
      0, 1,
      {kernel("ncclDevKernel_SendRecv(x)", 20, 0, 5), nccl("coalesced", 8, "[0, 1]", 5, 9)})});
  CHECK(read.fault.empty());
  CHECK(read.job.ranks.at(0).unsaid == 2);
  REQUIRE(read.job.notes.size() == 1);
  CHECK_THAT(read.job.notes[0], Catch::Contains("2 NCCL kernels"));
}

TEST_CASE("Operations without stream, begin or duration, and files without any, are refused") {
  const auto fault = [](const std::string& event) { return import({kineto(0, 1, {event})}).fault; };
  const std::string head = R"({"ph": "X", "cat": "kernel", "name": "k", )";
  CHECK(fault(head + R"("ts": 1, "dur": 2, "args": {"device": 0}})") ==
        "0.json#/traceEvents/0/args: expected the \"stream\" of the operation");
  CHECK(fault(head + R"("ts": 1, "args": {"stream": 7}})") ==
        "0.json#/traceEvents/0: expected \"dur\" in microseconds");
  CHECK(fault(head + R"("ts": 1, "dur": -2, "args": {"stream": 7}})") ==
        "0.json#/traceEvents/0/dur: expected microseconds, not below 0, found -2");
  CHECK_THAT(fault(head + R"("ts": 1, "dur": 2, "args": {"stream": -1}})"),
             Catch::Contains("/args/stream: expected the number of a stream"));
  CHECK_THAT(fault(head + R"("ts": 1, "dur": 1e13, "args": {"stream": 7}})"),
             Catch::Contains("/traceEvents/0: expected an end within 100 days"));
  CHECK_THAT(fault(R"({"ph": "X", "cat": "cpu_op", "name": "aten::mm", "ts": 1, "dur": 2})"),
             Catch::Contains("expected operations of a GPU"));
  const std::string whole = kineto(0, 1, {kernel("k", 7, 0, 1)});
  CHECK_THAT(import({whole.substr(0, whole.size() - 4)}).fault,
             Catch::Contains("the end of the text"));
}
