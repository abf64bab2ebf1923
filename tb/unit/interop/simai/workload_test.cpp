// SPDX-License-Identifier: Apache-2.0
// The form is that of ASTRA-sim 1.0 (its workload README, Workload.cc) and of AICB.
#include "jacquard/interop/simai/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <tuple>

#include "jacquard/base/error.hpp"
#include "jacquard/interop/chakra/check.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using Catch::Contains;
using interop::ChakraNode;
using interop::ChakraNodeType;

namespace {

interop::TextWorkload read(const std::string& text, int npus = 0) {
  const tb::Folder folder;
  return interop::read_text_workload(folder.file("w.txt", text), npus);
}

std::int64_t number(const interop::ChakraTrace& trace, const ChakraNode& node, const char* name) {
  return interop::required_whole_attribute(trace, node, name);
}

const ChakraNode& named(const interop::ChakraTrace& trace, const std::string& name) {
  for (const ChakraNode& node : trace.nodes) {
    if (node.name == name) return node;
  }
  FAIL("no node " << name);
  return trace.nodes.front();
}

std::string after(const interop::ChakraTrace& trace, const std::string& name) {
  std::string all;
  for (const auto id : named(trace, name).ctrl_deps) {
    all += (all.empty() ? "" : ", ") + trace.nodes[id].name;
  }
  return all;
}

// 8 GPUs: pairs of tensor parallelism, pairs that share experts, pairs that hold the same.
const char* const kSimai =
    "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 2 pp: 1 vpp: 8 ga: 1 "
    "all_gpus: 8 checkpoints: 0 checkpoint_initiates: 0 pp_comm: 0.0\n"
    "2\n"
    "grad\t-1\t1\tNONE\t0\t1\tNONE\t0\t1\tALLGATHER\t4000\t100\n"
    "moe\t-1\t50\tALLTOALL_EP\t800\t60\tALLREDUCE\t900\t70\tREDUCESCATTER_DP_EP\t1000\t10 \n";

}  // namespace

TEST_CASE("a workload of SimAI is a trace of each rank in its groups") {
  const auto workload = read(kSimai);
  CHECK(workload.npus == 8);
  CHECK(workload.layers.size() == 2);
  const auto groups = interop::text_groups(workload);
  // Tensor 4 groups, data 2, experts 4, data of experts 4.
  CHECK(groups.size() == 14);
  const auto trace = interop::text_trace(workload, 5);
  interop::check_trace(trace);
  const auto members = [&](const char* name) {
    const auto group = interop::text_attribute(trace, named(trace, name), "pg_name");
    REQUIRE(group);
    return groups.at(std::stoi(*group));
  };
  CHECK(members("moe ig ALL_REDUCE") == std::vector<int>{4, 5});
  CHECK(members("grad wg ALL_GATHER") == std::vector<int>{1, 3, 5, 7});
  CHECK(members("moe fwd ALL_TO_ALL") == std::vector<int>{5, 7});
  CHECK(members("moe wg REDUCE_SCATTER") == std::vector<int>{1, 5});
  // SimAI counts what an all-gather ends with: of four, a quarter each.
  CHECK(number(trace, named(trace, "grad wg ALL_GATHER"), "comm_size") == 1000);
  CHECK(number(trace, named(trace, "moe fwd ALL_TO_ALL"), "comm_size") == 800);
}

TEST_CASE("a transformer's loop waits for collectives of activations, not for those of weights") {
  const auto trace = interop::text_trace(read(kSimai), 0);
  std::vector<std::string> order;
  for (const ChakraNode& node : trace.nodes) order.push_back(node.name);
  CHECK(order == std::vector<std::string>{
                     "grad fwd", "moe fwd", "moe fwd ALL_TO_ALL", "moe fwd ALL_TO_ALL update",
                     "moe ig", "moe ig ALL_REDUCE", "moe ig ALL_REDUCE update", "moe wg",
                     "moe wg REDUCE_SCATTER", "moe wg REDUCE_SCATTER update", "grad ig", "grad wg",
                     "grad wg ALL_GATHER", "grad wg ALL_GATHER update"});
  CHECK(trace.nodes[4].ctrl_deps == std::vector<std::uint64_t>{3});   // ig after the exchange
  CHECK(trace.nodes[10].ctrl_deps == std::vector<std::uint64_t>{7});  // next ig after wg computes
  CHECK(number(trace, trace.nodes[1], "duration_ns") == 50);
  CHECK(number(trace, trace.nodes[3], "duration_ns") == 10);
}

TEST_CASE("checkpointed layers go forward again before their gradients") {
  const auto trace = interop::text_trace(
      read("HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 checkpoints: 1 0 "
           "checkpoint_initiates: 1 2\n3\n"
           "a -1 1 NONE 0 4 NONE 0 7 NONE 0 0\nb -1 2 NONE 0 5 NONE 0 8 NONE 0 0\n"
           "c -1 3 NONE 0 6 NONE 0 9 NONE 0 0\n",
           4),
      0);
  std::vector<std::int64_t> times;
  for (const ChakraNode& node : trace.nodes) times.push_back(number(trace, node, "duration_ns"));
  CHECK(times == std::vector<std::int64_t>{1, 2, 3, 1, 2, 6, 9, 5, 8, 4, 7});
}

namespace {

// A micro-batch of two layers, 10 forwards and 30 back, `times` between what AICB puts around.
std::string pipeline(const std::string& header, int times) {
  std::string text = "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 1 ep: 1 " + header +
                     " checkpoints: 0 checkpoint_initiates: 0\n" + std::to_string(2 * times + 2) +
                     "\ngrad\t-1\t0\tNONE\t0\t0\tNONE\t0\t0\tALLGATHER\t8\t0\n";
  for (int i = 0; i < times; ++i) {
    text += "a\t-1\t5\tNONE\t0\t10\tNONE\t0\t5\tNONE\t0\t0\n";
    text += "b\t-1\t5\tNONE\t0\t10\tNONE\t0\t5\tNONE\t0\t0\n";
  }
  return text + "loss\t-1\t0\tNONE\t0\t0\tNONE\t0\t0\tNONE\t0\t0\n";
}

// When the last rank is done if communications take no time. Each rank's nodes wait for those that
// they name, and a receive for its send.
std::int64_t end_of(const interop::TextWorkload& workload) {
  using Message = std::tuple<std::int64_t, std::int64_t, std::int64_t>;
  std::map<Message, std::int64_t> sent;
  std::vector<interop::ChakraTrace> traces;
  for (int r = 0; r < workload.npus; ++r) traces.push_back(interop::text_trace(workload, r));
  std::int64_t end = 0;
  for (std::size_t round = 0, before = 1; sent.size() != before || round < 2; ++round) {
    before = round == 0 ? 0 : sent.size();
    for (const interop::ChakraTrace& trace : traces) {
      std::vector<std::optional<std::int64_t>> ends(trace.nodes.size());
      for (std::size_t i = 0; i < trace.nodes.size(); ++i) {
        const ChakraNode& node = trace.nodes[i];
        std::optional<std::int64_t> at = 0;
        for (const auto id : node.ctrl_deps)
          at = at && ends[id] ? std::max(at, ends[id]) : std::nullopt;
        if (node.type == ChakraNodeType::comp && at) at = *at + number(trace, node, "duration_ns");
        if (node.type == ChakraNodeType::comm_send || node.type == ChakraNodeType::comm_recv) {
          const Message message{number(trace, node, "comm_src"), number(trace, node, "comm_dst"),
                                number(trace, node, "comm_tag")};
          if (node.type == ChakraNodeType::comm_send && at) sent[message] = *at;
          if (node.type == ChakraNodeType::comm_recv) {
            const auto found = sent.find(message);
            at = at && found != sent.end() ? std::max(at, std::optional(found->second))
                                           : std::nullopt;
          }
        }
        ends[i] = at;
        end = std::max(end, at.value_or(0));
      }
    }
  }
  return end;
}

}  // namespace

TEST_CASE("stages of a pipeline take SimAI's bubble: a stage's time x (pp - 1) / vpp more") {
  for (const auto& [stages, chunks, times] :
       {std::tuple(2, 1, 4), {4, 1, 8}, {4, 1, 6}, {4, 2, 8}}) {
    const std::string header = fmt::format("pp: {} vpp: {} ga: {} all_gpus: {} pp_comm: 4096.0",
                                           stages, chunks, times, stages);
    const auto workload = read(pipeline(header, times));
    INFO(header);
    CHECK(workload.stages == stages);
    CHECK(workload.chunks == chunks);
    CHECK(workload.begin == 1);
    CHECK(workload.end == 3);
    CHECK(end_of(workload) == times * 40 + (stages - 1) * 40 / chunks);
    const auto trace = interop::text_trace(workload, 1);
    interop::check_trace(trace);
    const auto messages = std::count_if(trace.nodes.begin(), trace.nodes.end(), [](const auto& n) {
      return n.type == ChakraNodeType::comm_send;
    });
    // Interleaved, only the first and the last place send nothing one way.
    CHECK(messages == (chunks > 1 ? 2 * chunks * times : stages == 2 ? times : 2 * times));
    CHECK(number(trace, named(trace, "receive activations of 0"), "comm_size") == 4096);
  }
}

TEST_CASE("groups of a workload with stages are those of a stage") {
  const auto workload = read(pipeline("pp: 2 vpp: 1 ga: 2 all_gpus: 8 pp_comm: 64", 2));
  const auto groups = interop::text_groups(workload);
  REQUIRE(groups.size() == 2);
  CHECK(groups.begin()->second == std::vector<int>{0, 1, 2, 3});
  CHECK(groups.rbegin()->second == std::vector<int>{4, 5, 6, 7});
}

TEST_CASE("a pipeline that the file does not say is run as one stage, and why is said") {
  const auto why = [](const std::string& header, int times) {
    const auto workload = read(pipeline(header + " all_gpus: 8", times));
    CHECK(workload.stages == 1);
    return workload.no_stages;
  };
  CHECK_THAT(why("pp: 2 vpp: 1 ga: 2", 2), Contains("no pp_comm:"));
  CHECK_THAT(why("pp: 2 vpp: 1 ga: 3 pp_comm: 64", 2), Contains("no layers of it come 3 times"));
  CHECK_THAT(why("pp: 3 vpp: 1 ga: 2 pp_comm: 64", 2), Contains("8 NPUs are not 3 times 1"));
  CHECK(why("pp: 1 vpp: 9 ga: 2 pp_comm: 0", 2).empty());
}

TEST_CASE("loops of ASTRA-sim 1.0 differ in who takes part and what waits") {
  SECTION("DATA: weights first, over all") {
    const auto workload = read(
        "DATA\n2\na -1 1 NONE 0 2 NONE 0 3 ALLREDUCE 64 5\n"
        "b -1 1 NONE 0 2 NONE 0 3 ALLREDUCE 64 0\n",
        4);
    const auto trace = interop::text_trace(workload, 3);
    CHECK(interop::text_groups(workload).empty());
    CHECK(after(trace, "b ig") == "b wg");
    CHECK(number(trace, named(trace, "a wg ALL_REDUCE update"), "duration_ns") == 5);
  }
  SECTION("HYBRID_DATA_MODEL: the first dimension forwards, the others for weights") {
    const auto trace = interop::text_trace(
        read("HYBRID_DATA_MODEL\n1\na -1 1 ALLGATHER 64 0 NONE 0 0 ALLREDUCE 64 0\n", 4), 0);
    const auto over = [&](std::size_t node) {
      return *interop::flags_attribute(trace, trace.nodes[node], "involved_dim");
    };
    CHECK(over(1)[0]);
    CHECK_FALSE(over(1)[1]);
    CHECK_FALSE(over(2)[0]);
    CHECK(over(2)[1]);
    CHECK(number(trace, trace.nodes[1], "comm_size") == 64);  // what each puts in
  }
  SECTION("HYBRID_DLRM: the last bottom layer waits for the embeddings") {
    const auto trace = interop::text_trace(
        read("HYBRID_DLRM\tDLRM_LAST_BOTTOM_LAYER: 1\n3\n"
             "e -1 1 ALLTOALL 64 2 ALLTOALL 64 3 NONE 0 0\n"
             "b -1 1 NONE 0 2 NONE 0 3 ALLREDUCE 8 0\nt -1 1 NONE 0 2 NONE 0 3 ALLREDUCE 8 0\n",
             4),
        0);
    CHECK(trace.nodes[1].name == "e fwd ALL_TO_ALL");
    CHECK(trace.nodes[2].ctrl_deps == std::vector<std::uint64_t>{0});     // b begins at once
    CHECK(trace.nodes[3].ctrl_deps == std::vector<std::uint64_t>{1, 2});  // t after both
  }
  SECTION("HYBRID_CUSTOMIZED: each layer its own") {
    const auto trace = interop::text_trace(
        read("HYBRID_CUSTOMIZED\n1\na -1 1 ALLREDUCE 64 0 NONE 0 0 ALLREDUCE 64 0 MODEL\n", 4), 0);
    REQUIRE(trace.nodes.size() == 2);
    CHECK(trace.nodes[1].name == "a fwd ALL_REDUCE");
  }
}

TEST_CASE("a mistake in a workload of SimAI is named by its line") {
  const std::string text = kSimai;
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    return other.replace(other.find(from), from.size(), to);
  };
  CHECK_THROWS_WITH(read("HYBRID\n1\n"), Contains("line 1: expected a training loop"));
  CHECK_THROWS_WITH(read(with("all_gpus: 8", "")), Contains("expected all_gpus:, or --npus"));
  CHECK_THROWS_WITH(read(with("NPU_group: 2", "NPU_group: 3")),
                    Contains("line 1: expected groups that divide 8 NPUs"));
  CHECK_THROWS_WITH(read(with("\n2\n", "\n3\n")),
                    Contains("line 4: expected 3 layers, as line 2 says, found 2"));
  CHECK_THROWS_WITH(read(with("\n2\n", "\n1\n")), Contains("line 4: expected 1 layers"));
  CHECK_THROWS_WITH(read(with("ALLTOALL_EP", "ALLTOAL")),
                    Contains("line 4: expected NONE, ALLGATHER") && Contains("'ALLTOAL'"));
  CHECK_THROWS_WITH(read(with("900", "-900")), Contains("line 4: expected bytes, a number in 0.."));
  CHECK_THROWS_WITH(read(with("\t100\n", "\n")), Contains("line 3: expected 12 words"));
}
