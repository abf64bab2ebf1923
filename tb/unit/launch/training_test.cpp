// SPDX-License-Identifier: Apache-2.0
// What is written is read back as the same strategy; single options are those of the frameworks'
// documentation.
#include "jacquard/launch/training.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/interop/recipes/recipe.hpp"
#include "jacquard/workload/model_name.hpp"
#include "support/fault_of.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using namespace jacquard::launch;
using Catch::Contains;
using workload::parse_parallelism;
using workload::StepRequest;

namespace {

StepRequest request_of(const std::string& model, const std::string& parallel, int batch) {
  StepRequest request;
  request.model = workload::named_model(model, {"model", ""});
  request.parallelism = parse_parallelism(parallel, "--parallel");
  request.batch = batch;
  request.sequence = std::min(4096, request.model.sequence);
  return request;
}

// The strategy that the written file has when it is read on as many NPUs.
void check_returns(const StepRequest& request, Framework framework) {
  const Training training = write_training(request, 8, framework);
  require_runs(training);
  INFO(training.file());
  const Folder folder;
  const int npus = request.parallelism.npus();
  const auto recipe =
      interop::recipes::read_recipe(folder.file(training.file_name(), training.file()), npus);
  workload::Parallelism read;
  workload::parallelism_fields().read(read, recipe.job["parallel"], {"read", ""});
  workload::Parallelism given = request.parallelism;
  CHECK(workload::text_of(read) == workload::text_of(given));
  CHECK(recipe.job["batch"] == request.batch);
  CHECK(recipe.job["sequence"] == request.tokens());
  workload::Model model;
  workload::model_fields().read(model, recipe.job["model"], {"read", ""});
  model.name = request.model.name;  // a script has none
  model.source = request.model.source;
  model.sequence = request.model.sequence;
  config::Document there = workload::model_fields().show(model);
  config::Document here = workload::model_fields().show(request.model);
  for (auto* shown : {&there, &here}) {
    // Rows for tensor parallelism; what is said in another way, below; kernels of these days.
    for (const char* key :
         {"vocabulary", "layer_kinds", "kv_heads", "head_size", "fused_attention"}) {
      shown->erase(key);
    }
  }
  CHECK(there == here);
  for (int layer = 0; layer < request.model.layers; ++layer) {
    CHECK(model.feed(layer) == request.model.feed(layer));
  }
  CHECK(model.kv_head_count() == request.model.kv_head_count());
}

}  // namespace

TEST_CASE("A written strategy is read back, from each framework's file") {
  struct Case {
    const char* model;
    const char* parallel;
    int batch;
  };
  const Case megatron[] = {
      {"llama3-70b", "dp=4,tp=8,pp=4,zero=1,micro_batch=1,async_tp=true", 64},
      {"llama3-8b", "dp=8,zero=3,micro_batch=2", 64},
      {"llama3-405b",
       "dp=2,tp=8,cp=2,pp=16,zero=1,micro_batch=1,schedule=interleaved,virtual=8,uneven=edges,"
       "recompute=selective",
       64},
      {"llama3-70b", "dp=2,tp=4,pp=3,micro_batch=1,overlap=false,stages=26:28:26,recompute=full",
       8},
      {"mixtral-8x7b", "dp=2,tp=2,ep=4,zero=1,micro_batch=1,fold=tp,recompute=core_attn", 32},
      {"deepseek-v3", "dp=1,cp=2,ep=16,zero=1,micro_batch=1,fold=cp,recompute=selective", 64},
      {"gpt3-175b", "dp=2,tp=8,sequence_parallel=false,zero=2,micro_batch=4", 64},
  };
  for (const Case& c : megatron) {
    CAPTURE(c.model, c.parallel);
    for (const Framework framework : {Framework::megatron, Framework::nemo}) {
      check_returns(request_of(c.model, c.parallel, c.batch), framework);
    }
  }
  const Case torchtitan[] = {
      {"llama3-70b", "dp=8,tp=8,zero=3,micro_batch=2,recompute=full,async_tp=true", 64},
      {"llama3-8b", "dp=8,cp=2,zero=2,micro_batch=1", 64},
      {"qwen3-32b", "dp=4,pp=4,micro_batch=1,recompute=alternate", 64},
      {"llama3-70b", "dp=2,pp=4,zero=2,micro_batch=2,schedule=interleaved,virtual=2", 64},
      {"deepseek-v3", "dp=2,tp=2,ep=8,zero=3,micro_batch=1,fold=tp", 16},
  };
  for (const Case& c : torchtitan) {
    CAPTURE(c.model, c.parallel);
    check_returns(request_of(c.model, c.parallel, c.batch), Framework::torchtitan);
  }
}

TEST_CASE("The lines have the options of the frameworks' own documentation") {
  StepRequest request = request_of("llama3-8b", "dp=4,tp=2,zero=1,micro_batch=1", 32);
  request.type = workload::NumberType::fp8_block;
  request.gradient_type = workload::NumberType::bf16;
  const std::string line = write_training(request, 8, Framework::megatron).line();
  CHECK_THAT(line, Catch::StartsWith("torchrun --nnodes 1 --nproc_per_node 8 pretrain_gpt.py "));
  for (const char* option :
       {" --tensor-model-parallel-size 2 ", " --num-query-groups 8 ", " --group-query-attention ",
        " --swiglu ", " --bf16 ", " --fp8-format e4m3 --fp8-recipe blockwise ",
        " --grad-reduce-in-bf16 ", " --untie-embeddings-and-output-weights ",
        " --use-distributed-optimizer ", " --disable-bias-linear "}) {
    CHECK_THAT(line + " ", Contains(option));
  }
  // DeepSeek-V3's own sizes (its report, s4.2), as Megatron-LM's examples/deepseek_v3 have them.
  const std::string deepseek =
      write_training(request_of("deepseek-v3", "dp=1,tp=2,ep=8,fold=tp,zero=1,micro_batch=1", 16),
                     8, Framework::megatron)
          .line();
  for (const char* option :
       {" --q-lora-rank 1536 ", " --kv-lora-rank 512 ", " --qk-head-dim 128 ",
        " --qk-pos-emb-head-dim 64 ", " --v-head-dim 128 ", " --num-experts 256 ",
        " --moe-router-topk 8 ", " --moe-ffn-hidden-size 2048 ",
        " --moe-shared-expert-intermediate-size 2048 ", " --moe-layer-freq '([0]*3+[1]*58)' ",
        " --expert-model-parallel-size 16 ", " --expert-tensor-parallel-size 1 ",
        " --multi-latent-attention "}) {
    CHECK_THAT(deepseek, Contains(option));
  }
  const std::string titan = write_training(request_of("llama3-8b", "dp=8,zero=3,micro_batch=1", 8),
                                           8, Framework::torchtitan)
                                .line();
  CHECK_THAT(titan, Contains("--parallelism.data_parallel_shard_degree 8 ") &&
                        Contains("--model.name llama3 --model.flavor 8B"));
  const std::string nemo = write_training(request, 8, Framework::nemo).file();
  CHECK_THAT(nemo, Contains("model:\n  tensor_model_parallel_size: 2\n") &&
                       Contains("\ntrain:\n  micro_batch_size: 1\n") &&
                       Contains("  use_distributed_optimizer: true\n") &&
                       Contains("  grad_reduce_in_fp32: false\n"));
}

TEST_CASE("Numbers of 32 bits are written for each framework") {
  StepRequest request = request_of("llama3-8b", "dp=8,zero=3,micro_batch=1", 8);
  request.type = workload::NumberType::fp32;
  CHECK_THAT(write_training(request, 8, Framework::torchtitan).file(),
             Contains("mixed_precision_param = \"float32\""));
  for (const Framework f : {Framework::megatron, Framework::nemo, Framework::torchtitan}) {
    const Training training = write_training(request, 8, f);
    const Folder folder;
    const std::string file = folder.file(training.file_name(), training.file());
    CHECK(interop::recipes::read_recipe(file, 8).job["type"] == "fp32");
  }
}

TEST_CASE("A strategy that a framework cannot run is refused by its key") {
  const auto fault = [](const char* parallel, Framework framework,
                        const char* model = "llama3-8b") {
    return fault_of(
        [&] { require_runs(write_training(request_of(model, parallel, 32), 8, framework)); });
  };
  CHECK_THAT(fault("dp=4,pp=2,micro_batch=1,schedule=zero-bubble", Framework::megatron),
             Catch::StartsWith("parallel.schedule for --launch megatron: expected 1f1b"));
  CHECK_THAT(fault("dp=8,recompute=alternate", Framework::nemo),
             Catch::StartsWith("parallel.recompute for --launch nemo: expected none"));
  CHECK_THAT(fault("dp=4,tp=2,placement=dp:tp", Framework::megatron),
             Catch::StartsWith("parallel.placement"));
  CHECK_THAT(fault("dp=2,cp=2,ep=2", Framework::megatron, "mixtral-8x7b"),
             Catch::StartsWith("parallel.fold"));
  CHECK_THAT(fault("dp=8,zero=1", Framework::torchtitan), Catch::StartsWith("parallel.zero"));
  CHECK_THAT(fault("dp=8,zero=3", Framework::torchtitan, "gpt3-175b"),
             Catch::StartsWith("model for"));
  const auto other = [](auto change, Framework framework, const char* model = "llama3-8b") {
    StepRequest request = request_of(model, "dp=8,zero=3,micro_batch=1", 8);
    change(request);
    return fault_of([&] { require_runs(write_training(request, 8, framework)); });
  };
  const auto nothing = [](StepRequest&) {};
  CHECK(other([](auto& r) { r.kind = workload::StepKind::decode; }, Framework::nemo) ==
        "kind for --launch nemo: expected train, found decode");
  CHECK(other([](auto& r) { r.model.layers = 4; }, Framework::torchtitan) ==
        "layers for --launch torchtitan: expected the 32 of llama3-8b's flavor, found 4");
  CHECK(other(nothing, Framework::megatron, "vit-base") ==
        "model for --launch megatron: expected a decoder of tokens, found vit-base");
  // Gemma 3's report, s2: five layers with windows to one without.
  CHECK_THAT(other(nothing, Framework::megatron, "gemma3-27b"),
             Contains("model.mixers for --launch megatron: expected all layers with windows or "
                      "none, found windows in 52 of 62 layers"));
  CHECK_THAT(fault_of([] { framework_of("megatrom"); }),
             Contains("--launch") && Contains("megatron"));
}
