// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/kineto/job.hpp"

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

TEST_CASE("Execution traces beside profiles are left out with a note, and refused alone") {
  const std::string nodes =
      R"({"schema": "1.1.1-chakra.0.0.4", "pid": 7, "time": "2026-01-01", "start_ts": 1, "nodes": [
          {"id": 1, "name": "[pytorch|profiler|execution_trace|thread]", "ctrl_deps": 0,
           "inputs": {"values": [], "shapes": [], "types": []}, "attrs": []}]})";
  const auto both = import({nodes, kineto(0, 1, {kernel("k", 7, 0, 1)})});
  CHECK(both.fault.empty());
  CHECK(both.job.ranks.size() == 1);
  REQUIRE(both.job.notes.size() == 1);
  CHECK_THAT(both.job.notes[0], Catch::Contains("1 execution traces are left out"));
  CHECK(import({nodes}).fault ==
        "0.json: expected the PyTorch profiler's JSON of each rank, which has the times, found an "
        "execution trace alone (it may stand beside profiles)");
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
