// SPDX-License-Identifier: Apache-2.0
// Steps of a profile small enough to add up by hand.
#include "jacquard/serve/profile_clock.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "jacquard/cost/custom_all_reduce.hpp"
#include "jacquard/cost/node_collective.hpp"
#include "support/fault_of.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using namespace jacquard::serve;
using Catch::Contains;
using tb::fault_of;

namespace {

// Layers cost 1, 2, 4, ... us at one token and a hundred times that at 100; attention is flat.
constexpr const char* kDense =
    "layer,tokens,time_us\n"
    "embedding,1,1\nembedding,101,101\n"
    "layernorm,1,2\nlayernorm,101,202\n"
    "qkv_proj,1,4\nqkv_proj,101,404\n"
    "rotary_emb,1,8\nrotary_emb,101,808\n"
    "o_proj,1,16\no_proj,101,1616\n"
    "gate_up_proj,1,32\ngate_up_proj,101,3232\n"
    "act_fn,1,64\nact_fn,101,6464\n"
    "down_proj,1,128\ndown_proj,101,12928\n"
    "final_layernorm,1,256\nfinal_layernorm,101,25856\n";
constexpr const char* kPerSequence =
    "layer,sequences,time_us\nlm_head,1,1000\nlm_head,5,5000\nsampler,1,0\nsampler,5,8\n";
constexpr const char* kAttention =
    "prefill_chunk,kv_prefill,n_decode,kv_decode,time_us\n"
    "0,0,1,10,5\n0,0,2,10,7\n0,0,1,20,9\n0,0,2,20,15\n"
    "10,0,0,0,20\n20,0,0,0,50\n10,40,0,0,30\n20,40,0,0,70\n"
    "10,0,1,10,24\n20,0,1,10,54\n10,40,1,10,34\n20,40,1,10,74\n"
    "10,0,1,20,28\n20,0,1,20,58\n10,40,1,20,38\n20,40,1,20,78\n";

struct Profile : tb::Folder {
  Profile() {
    file("profile_dense.csv", kDense);
    file("profile_per_sequence.csv", kPerSequence);
    file("profile_attention.csv", kAttention);
  }
};

ProfiledModel two_layers() {
  ProfiledModel model;
  model.layers = 2;
  model.hidden = 64;
  return model;
}

StepLoad decodes(int sequences, int keys) {
  StepLoad load;
  load.decodes = sequences;
  load.decode_keys = sequences * keys;
  return load;
}

double us(StepClock& clock, const StepLoad& load) {
  return static_cast<double>(clock.time({&load, 1}).latency.count()) / 1e6;
}

// Of n tokens in two layers: 2 (2 x 2 + 4 + 8 + 16 + 32 + 64 + 128) + 1 + 256 = 769 each.
constexpr double kToken = 769;

}  // namespace

TEST_CASE("a step is its layers, its ends and what samples") {
  const Profile folder;
  const auto clock = profile_clock(folder.path(""), two_layers());
  CHECK(clock->sees_contexts());  // unequal ones are slower on GPUs of FlashAttention-2
  CHECK(us(*clock, decodes(1, 10)) == Approx(kToken + 2 * 5 + 1000));
  CHECK(us(*clock, decodes(2, 10)) == Approx(2 * kToken + 2 * 7 + 2000 + 2));
  // Halfway between two measured contexts.
  CHECK(us(*clock, decodes(2, 15)) == Approx(2 * kToken + 2 * 11 + 2000 + 2));
}

TEST_CASE("prompts add what they add to the smallest one") {
  const Profile folder;
  const auto clock = profile_clock(folder.path(""), two_layers());
  StepLoad load;
  load.prompts = {{20, 0, true}};
  CHECK(us(*clock, load) == Approx(20 * kToken + 2 * 50 + 1000));
  load.prompts = {{15, 20, true}};  // the middle of 20, 50, 30 and 70
  CHECK(us(*clock, load) == Approx(15 * kToken + 2 * 42.5 + 1000));
  // 20 for the smallest, 30 more for each prompt of 20; only one of them samples.
  load.prompts = {{20, 0, true}, {20, 0, false}};
  CHECK(us(*clock, load) == Approx(40 * kToken + 2 * 80 + 1000));
}

TEST_CASE("prompts beside decodes are of the mixed kernel") {
  const Profile folder;
  const auto clock = profile_clock(folder.path(""), two_layers());
  StepLoad load = decodes(1, 20);
  load.prompts = {{10, 40, true}};
  CHECK(us(*clock, load) == Approx(11 * kToken + 2 * 38 + 2000 + 2));
}

TEST_CASE("two all-reduces of a layer are added where they were measured") {
  const Profile folder;
  folder.file("profile_allreduce.csv", "bytes,time_us\n128,3\n1280,30\n");
  ProfiledModel model = two_layers();
  const StepLoad load = decodes(1, 10);
  CHECK(us(*profile_clock(folder.path(""), model), load) == Approx(kToken + 10 + 1000));
  model.tp = 2;
  const Profile
      unmeasured;  // and by the law of the GPU where they were not; without one, no answer
  CHECK_THAT(fault_of([&] { profile_clock(unmeasured.path(""), model); }),
             Contains("profile_allreduce.csv") && Contains("device"));
  model.device = *cost::shipped_device("h100_sxm");
  const double law =
      cost::custom_all_reduce(model.device, {cost::Software::vllm, 2, base::Bytes{128}, true})
          .count() *
      1e6;
  CHECK(us(*profile_clock(unmeasured.path(""), model), load) ==
        Approx(kToken + 10 + 1000 + 2 * 2 * law));
  // one token of 64 values of two bytes
  CHECK(us(*profile_clock(folder.path(""), model), load) == Approx(kToken + 10 + 1000 + 2 * 2 * 3));
}

TEST_CASE("experts stand in for the dense feed-forward layer") {
  const Profile folder;
  folder.file("profile_moe.csv",
              "tokens,activated_experts,time_us\n1,2,50\n1,4,90\n2,2,60\n2,4,110\n");
  ProfiledModel model = two_layers();
  model.experts = 4;
  model.experts_per_token = 2;
  // One token activates two of four experts; two tokens 4 (1 - 1/4) = 3 of them.
  CHECK(us(*profile_clock(folder.path(""), model), decodes(1, 10)) ==
        Approx(2 * (4 + 4 + 8 + 16 + 50) + 257 + 10 + 1000));
  CHECK(us(*profile_clock(folder.path(""), model), decodes(2, 10)) ==
        Approx(2 * (2 * (4 + 4 + 8 + 16) + 85) + 2 * 257 + 14 + 2000 + 2));
}

TEST_CASE("a profile without a layer, a file or a number is refused by name") {
  const auto fault = [](const Profile& folder) {
    return fault_of([&] { profile_clock(folder.path(""), two_layers()); });
  };
  const Profile folder;
  folder.file("profile_dense.csv", "layer,tokens,time_us\nembedding,1,1\n");
  CHECK_THAT(fault(folder), Contains("profile_dense.csv") && Contains("'layernorm'"));
  folder.file("profile_dense.csv", "layer,tokens,time_us\nembedding,one,1\n");
  CHECK_THAT(fault(folder), Contains("profile_dense.csv") && Contains("tokens"));
  const Profile dense;
  ProfiledModel experts = two_layers();
  experts.experts = 8;
  CHECK_THAT(fault_of([&] { profile_clock(dense.path(""), experts); }),
             Contains("profile_moe.csv, as the model has experts"));
  CHECK_THAT(fault_of([] { profile_clock("/no/such/folder", two_layers()); }),
             Contains("a folder with profile_dense.csv"));
}

TEST_CASE("groups exchange tokens with experts by the law of the GPU, and not for nothing") {
  const Profile folder;
  folder.file("profile_moe.csv",
              "tokens,activated_experts,time_us\n1,1,7\n1,4,7\n100,1,7\n100,4,7\n");
  ProfiledModel model = two_layers();
  model.experts = 4;
  model.experts_per_token = 1;
  model.groups = 2;
  model.expert_parallel = 2;
  CHECK_THAT(fault_of([&] { profile_clock(folder.path(""), model); }),
             Contains("device") && Contains("groups"));
  model.device = *cost::shipped_device("h100_sxm");
  const auto law = [&](workload::CollectiveKind kind, std::int64_t bytes) {
    return cost::node_collective(model.device, {kind, 2, base::Bytes{bytes}}).count() * 1e6;
  };
  // One token of 64 values of two bytes: gathered from both, and twice as much scattered.
  const double exchange = law(workload::CollectiveKind::all_gather, 128) +
                          law(workload::CollectiveKind::reduce_scatter, 256);
  ProfiledModel one = model;
  one.groups = 1;
  const StepLoad load = decodes(1, 10);
  CHECK(us(*profile_clock(folder.path(""), model), load) -
            us(*profile_clock(folder.path(""), one), load) ==
        Approx(2 * exchange));
  model.tp = 8;  // 16 NPUs, and a node has eight
  CHECK_THAT(fault_of([&] { profile_clock(folder.path(""), model); }), Contains("16 NPUs"));
}
