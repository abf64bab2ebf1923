// SPDX-License-Identifier: Apache-2.0
// The form is that of MSCCL++'s executor (microsoft/mscclpp, src/core/executor/execution_plan.cc);
// the plans are our own.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/interop/msccl/msccl.hpp"
#include "support/fault_of.hpp"

using namespace jacquard;
using Catch::Contains;
using nlohmann::json;
using rounds::CollectiveKind;

namespace {

const std::string kDirect = "configs/rounds/mscclpp_direct_4.json";

json at(const char* buffer, int chunk, int size = 1) {
  return {{"type", buffer}, {"index", chunk}, {"size", size}};
}
json far(int buffer, int chunk, int size = 1) {
  return {{"buffer_id", buffer}, {"index", chunk}, {"size", size}};
}
json op(const char* name, json from, json to) {
  return {{"name", name}, {"src_buff", from}, {"dst_buff", to}, {"channel_type", "memory"}};
}
json sync(const char* name) {
  return {{"name", name}, {"channel_ids", {0}}, {"channel_type", "memory"}};
}

// Two GPUs, each with one channel to the other, and its buffers i, o and s as 0, 1 and 2.
json two(const char* collective, bool in_place, int inputs, int outputs, int scratch,
         const std::vector<std::vector<json>>& blocks_of_0,
         const std::vector<std::vector<json>>& blocks_of_1) {
  json plan = {
      {"name", "a"}, {"collective", collective}, {"protocol", "Simple"}, {"inplace", in_place}};
  for (int rank = 0; rank < 2; ++rank) {
    json gpu = {{"id", rank},
                {"input_chunks", inputs},
                {"output_chunks", outputs},
                {"scratch_chunks", scratch},
                {"channels", {{{"channel_type", "memory"}, {"connected_to", {1 - rank}}}}},
                {"semaphores", {{{"init_value", 0}}}}};
    for (const char* type : {"i", "o", "s"}) {
      gpu["remote_buffers"].push_back(
          {{"rank", 1 - rank}, {"type", type}, {"access_channel_types", {"memory"}}});
    }
    for (const auto& ops : rank == 0 ? blocks_of_0 : blocks_of_1) {
      json block = {{"id", 0},
                    {"ops", ops},
                    {"channels", {{{"channel_type", "memory"}, {"channel_ids", {0}}}}}};
      block["remote_buffer_refs"] = {
          {{"access_channel_type", "memory"}, {"remote_buffer_ids", {0, 1, 2}}}};
      gpu["threadblocks"].push_back(block);
    }
    plan["gpus"].push_back(gpu);
  }
  return plan;
}

interop::MscclAlgorithm parsed(const json& plan) { return interop::parse_msccl(plan.dump(), "p"); }
std::string fault(const json& plan) { return interop::fault_of(parsed(plan)); }
std::string refusal(const json& plan) {
  try {
    parsed(plan);
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "no error";
}

// Each puts its chunk into the other's scratch, says so, and adds what came.
json exchange(const char* signal = "signal", const char* wait = "wait") {
  const std::vector<json> ops = {op("put", {at("i", 0)}, {far(2, 0)}), sync(signal), sync(wait),
                                 op("re", {at("i", 0), at("s", 0)}, {at("i", 0)})};
  return two("allreduce", true, 1, 1, 1, {ops}, {ops});
}

}  // namespace

TEST_CASE(
    "the shipped plan of MSCCL++ is proved: each GPU fetches three chunks, and puts its sum") {
  CHECK(interop::is_msccl(kDirect));
  const auto plan = interop::parse_msccl(base::read_file(kDirect), kDirect);
  CHECK(plan.ranks() == 4);
  CHECK(interop::fault_of(plan).empty());
  const auto graph = interop::rounds_of(plan, base::Bytes{4096});
  CHECK(rounds::faults(graph).empty());
  REQUIRE(graph.rounds.size() == 24);
  int reduced = 0, first = 0;
  for (const rounds::Round& round : graph.rounds) {
    CHECK(round.bytes == base::Bytes{1024});
    reduced += round.action == rounds::Action::reduce;
    first += round.after.empty();
    if (!round.after.empty()) CHECK(round.after.size() == 3);  // what the same GPU fetched
  }
  CHECK(reduced == 12);
  CHECK(first == 12);
}

TEST_CASE("a sum of what was put into scratch is the put's reduction, in each tile") {
  CHECK(fault(exchange()).empty());
  CHECK(fault(exchange("rlxsignal", "rlxwait")).empty());
  const auto graph = interop::rounds_of(parsed(exchange()), base::Bytes{64}, 2);
  REQUIRE(graph.rounds.size() == 4);
  for (const rounds::Round& round : graph.rounds) {
    CHECK(round.action == rounds::Action::reduce);
    CHECK(round.bytes == base::Bytes{32});
  }
}

TEST_CASE("what stands in a pipeline goes through it in tiles") {
  json plan = exchange();
  for (std::size_t rank = 0; rank < 2; ++rank) {
    json& ops = plan["gpus"][rank]["threadblocks"][0]["ops"];
    const json inner = ops;
    ops = json::array({{{"name", "pipeline"},
                        {"iter_context", {{"unit_size", 65536}, {"num_chunks", 1}}},
                        {"ops", inner}}});
  }
  CHECK(fault(plan).empty());
  CHECK(interop::rounds_of(parsed(plan), base::Bytes{64}, 4).rounds.size() == 8);
}

TEST_CASE("a put waits for what its block was signalled, and not for its own puts") {
  // GPU 0 puts two chunks, and GPU 1 puts the second back into GPU 0's output.
  const json plan = two("alltoall", false, 2, 2, 0,
                        {{op("put", {at("i", 1)}, {far(1, 0)}),
                          op("copy", {at("i", 0)}, {at("o", 0)}), sync("signal"), sync("wait")}},
                        {{sync("wait"), op("put", {at("i", 0)}, {far(1, 1)}),
                          op("copy", {at("i", 1)}, {at("o", 1)}), sync("signal")}});
  CHECK(fault(plan).empty());
  const auto graph = interop::rounds_of(parsed(plan), base::Bytes{8});
  REQUIRE(graph.rounds.size() == 2);
  CHECK(graph.rounds[0].after.empty());
  CHECK(graph.rounds[1].after == rounds::RoundSet{0});
  const auto get = two("allgather", true, 1, 2, 0, {{op("get", {far(1, 1)}, {at("o", 1)})}},
                       {{op("get", {far(1, 0)}, {at("o", 0)})}});
  CHECK(fault(get).empty());
  CHECK(parsed(get).kind == CollectiveKind::all_gather);
}

TEST_CASE("packets say themselves that they have come") {
  const std::vector<json> ops = {op("ppkt", {at("i", 0)}, {far(2, 0)}),
                                 op("repkt", {at("i", 0), at("s", 0)}, {at("i", 0)})};
  CHECK(fault(two("allreduce", true, 1, 1, 1, {ops}, {ops})).empty());
  // The sum goes on to the other GPU, which unpacks it. Local packets are kept too.
  const std::vector<json> sums = {
      op("recspkt", {at("i", 0), at("s", 0)}, {at("i", 0), at("s", 1), far(2, 1)})};
  const std::vector<json> gives = {op("ppkt", {at("i", 0)}, {far(2, 0)}),
                                   op("upkt", {at("s", 1)}, {at("i", 0)})};
  CHECK(fault(two("allreduce", true, 1, 1, 2, {sums}, {gives})).empty());
  const std::vector<json> none = {op("upkt", {at("s", 1)}, {at("i", 0)})};
  CHECK_THAT(fault(two("allreduce", true, 1, 1, 2, {sums}, {none})),
             Contains("waits for ever for packets"));
}

TEST_CASE("blocks of a GPU meet at barriers and semaphores, and share chunks") {
  const json barrier = {{"name", "barrier"}, {"barrier_id", 0}, {"num_threadblocks", 2}};
  const json release = {{"name", "sem_release"}, {"semaphore_ids", {0}}};
  const json acquire = {{"name", "sem_acquire"}, {"semaphore_ids", {0}}};
  for (const bool by_barrier : {true, false}) {
    std::vector<std::vector<json>> blocks(2);
    for (int b = 0; b < 2; ++b) {
      json half = op("put", {at("i", 0)}, {far(2, 0)});
      half["tbg_info"] = {{"tb_id", b}, {"tbg_size", 2}};
      blocks[base::index(b)].push_back(half);
    }
    blocks[1].push_back(by_barrier ? barrier : release);
    blocks[0].push_back(by_barrier ? barrier : acquire);
    for (const json& next :
         {sync("signal"), sync("wait"), op("re", {at("i", 0), at("s", 0)}, {at("i", 0)})}) {
      blocks[0].push_back(next);
    }
    CHECK(fault(two("allreduce", true, 1, 1, 1, blocks, blocks)).empty());
    const auto graph =
        interop::rounds_of(parsed(two("allreduce", true, 1, 1, 1, blocks, blocks)), base::Bytes{8});
    REQUIRE(graph.rounds.size() == 4);  // of half a chunk each
    for (const rounds::Round& round : graph.rounds) CHECK(round.bytes == base::Bytes{4});
    // Without it the other half may come too late.
    blocks[1].pop_back();
    blocks[0].erase(blocks[0].begin() + 1);
    CHECK_THAT(fault(two("allreduce", true, 1, 1, 1, blocks, blocks)), Contains("/ops/3 (re) "));
  }
}

TEST_CASE("what is wrong with a plan is said with the GPU, the operation and its name") {
  json plan = exchange();
  plan["gpus"][0]["threadblocks"][0]["ops"].erase(1);
  CHECK_THAT(fault(plan),
             Contains("GPU 1, /gpus/1/threadblocks/0/ops/2 (wait) waits for ever for a "
                      "signal of GPU 0 to GPU 1 on memory channel 0"));
  plan = exchange();
  plan["gpus"][0]["threadblocks"][0]["ops"].erase(2);
  CHECK_THAT(fault(plan), Contains("not there yet") || Contains("is never waited for"));
  plan = exchange();
  plan["gpus"][1]["threadblocks"][0]["ops"][3]["name"] = "copy";
  plan["gpus"][1]["threadblocks"][0]["ops"][3]["src_buff"] = {at("s", 0)};
  CHECK_THAT(fault(plan), Contains("GPU 1 ends with chunk 0 of GPU 0 in chunk 0 of its output, not "
                                   "chunk 0 of GPU 0+1"));
}

TEST_CASE("what a plan cannot say here is refused at its place") {
  const auto with = [](const char* pointer, const json& value) {
    json plan = exchange();
    plan[json::json_pointer(pointer)] = value;
    return refusal(plan);
  };
  const std::string first = "p#/gpus/0/threadblocks/0/ops/0";
  for (const char* name : {"glres", "gstore", "gstorepkt"}) {
    CHECK_THAT(with("/gpus/0/threadblocks/0/ops/0/name", name),
               Contains(first + "/name: expected an operation") &&
                   Contains(std::string("found \"") + name + "\" (what a switch does is not read"));
  }
  CHECK_THAT(with("/collective", "sendrecv"), Contains("p#/collective: expected one of allgather"));
  CHECK_THAT(with("/inplace", 1), Contains("p#/inplace: expected true or false"));
  CHECK_THAT(with("/gpus/1/id", 0), Contains("p#/gpus/1/id: expected 1, found 0"));
  CHECK_THAT(with("/gpus/1/input_chunks", 2), Contains("p#/gpus/1/input_chunks: expected 1"));
  CHECK_THAT(with("/gpus/0/threadblocks/0/ops/0/src_buff/0/index", 7),
             Contains(first + "/src_buff/0/index: expected a whole number in 0..1"));
  CHECK_THAT(with("/gpus/0/threadblocks/0/ops/0/src_buff/0/index", 1),
             Contains(first + "/src_buff/0: expected chunks below 1"));
  CHECK_THAT(with("/gpus/0/threadblocks/0/ops/0/src_buff/0/type", "x"),
             Contains(first + "/src_buff/0/type: expected one of i, o, s"));
  CHECK_THAT(with("/gpus/0/threadblocks/0/ops/0/dst_buff/0/buffer_id", 3),
             Contains(first + "/dst_buff/0/buffer_id: expected a buffer of its block and GPU"));
  CHECK_THAT(with("/gpus/0/threadblocks/0/ops/1/channel_ids/0", 1),
             Contains("/ops/1/channel_ids/0: expected a channel of its block and GPU"));
  CHECK_THAT(with("/gpus/0/channels/0/connected_to/0", 2), Contains("connected_to/0: expected"));
  json plan = exchange();
  plan["gpus"][0]["threadblocks"][0]["ops"][0].erase("dst_buff");
  CHECK_THAT(refusal(plan), Contains(first + "/dst_buff: expected chunks, found none"));
  plan["gpus"][0].erase("id");
  CHECK_THAT(refusal(plan), Contains("p#/gpus/0/id: expected a value, as plans of MSCCL++ have, "
                                     "found none"));
}

TEST_CASE("a document with keys of plans is a plan, and says which key it lacks") {
  const auto refusal_of = [](const char* text) {
    return tb::fault_of([&] { interop::parse_msccl(text, "p"); });
  };
  CHECK_THAT(refusal_of(R"({"gpus": []})"), Contains("p#/name: expected a value, as plans of"));
  CHECK_THAT(refusal_of(R"({"name": "a", "collective": "allreduce", "gpus": []})"),
             Contains("p#/gpus: expected 1 to 4096 GPUs of a plan of MSCCL++, found 0"));
  CHECK_THAT(refusal_of(R"({"name": "a", "collective": "allreduce",
                            "num_threads_per_block": 1024})"),
             Contains("p#/gpus: expected 1 to 4096 GPUs"));
  json plan = exchange();
  plan["gpus"][0]["scratch_chunks"] = std::nan("");
  std::string text = plan.dump();
  text.replace(text.find("null"), 4, "NaN");
  CHECK_THAT(refusal_of(text.c_str()),
             Contains("/gpus/0/scratch_chunks: expected a whole number in 0..1048576, found NaN"));
}

TEST_CASE("a semaphore may be ready a million times, and is taken so often") {
  const json acquire = {{"name", "sem_acquire"}, {"semaphore_ids", {0}}};
  const auto ready = [&](int times, std::size_t taken) {
    std::vector<json> ops(taken, acquire);
    const json usual = exchange();
    for (const json& op : usual["gpus"][0]["threadblocks"][0]["ops"]) ops.push_back(op);
    json plan = two("allreduce", true, 1, 1, 1, {ops}, {ops});
    for (int rank : {0, 1}) {
      plan["gpus"][base::index(rank)]["semaphores"] =
          std::vector<json>(2000, {{"init_value", times}});
    }
    return fault(plan);
  };
  CHECK(ready(1 << 20, 1).empty());  // 4 billion entries, were each kept
  CHECK(ready(2, 2).empty());
  CHECK_THAT(ready(2, 3), Contains("waits for ever for semaphore 0"));
  json plan = two("allreduce", true, 1, 1, 1, {{acquire}}, {{}});
  plan["gpus"][0]["semaphores"] = json::array();
  CHECK_THAT(refusal(plan), Contains("/ops/0/semaphore_ids/0: expected semaphores of the GPU, "
                                     "found none"));
  plan = exchange();
  plan["gpus"][0]["scratch_chunks"] = 0;
  plan["gpus"][1]["scratch_chunks"] = 0;
  CHECK_THAT(refusal(plan), Contains("expected a buffer with chunks, found none"));
}

TEST_CASE("buffers of more chunks than are counted are refused, whatever the GPUs") {
  for (const bool in_place : {true, false}) {
    for (const int ranks : {2, 2047, 2048, 4096}) {
      json plan = {{"name", "a"}, {"collective", "allgather"}, {"inplace", in_place}};
      plan["gpus"] = std::vector<json>(
          base::index(ranks),
          {{"id", 0}, {"input_chunks", 1 << 20}, {"output_chunks", 0}, {"scratch_chunks", 0}});
      CHECK_THAT(refusal(plan), Contains(fmt::format("p#/gpus/0/input_chunks: expected at most "
                                                     "1048576 chunks in the larger buffer, found "
                                                     "{}",
                                                     std::int64_t{ranks} << 20)));
    }
  }
}
