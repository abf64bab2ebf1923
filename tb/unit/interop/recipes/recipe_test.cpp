// SPDX-License-Identifier: Apache-2.0
// Expected values are worked out by hand from the rules of Megatron-LM's arguments, torchtitan's
// JobConfig and Megatron-Bridge's ConfigContainer.
#include "jacquard/interop/recipes/recipe.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using Catch::Contains;
using config::Json;
using interop::recipes::read_recipe;
using interop::recipes::Recipe;

namespace {

const std::string kDense =
    "--num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336 --num-attention-heads 32 "
    "--group-query-attention --num-query-groups 8 --seq-length 8192 --swiglu --bf16 "
    "--max-position-embeddings 8192 --position-embedding-type rope --disable-bias-linear "
    "--normalization RMSNorm --untie-embeddings-and-output-weights --vocab-size 128256 ";

struct Reader {
  Folder folder;
  Recipe of(const std::string& text, int npus = 0, const std::string& name = "job.sh") const {
    return read_recipe(folder.file(name, text), npus);
  }
  Json parallel(const std::string& arguments, int npus = 0) const {
    return of(kDense + arguments, npus).job["parallel"];
  }
  Json titan(const std::string& text, int npus) const { return of(text, npus, "job.toml").job; }
  std::string fault(const std::string& text, int npus = 0,
                    const std::string& name = "job.sh") const {
    return fault_of([&] { of(text, npus, name); });
  }
};

}  // namespace

TEST_CASE("The sizes of Megatron-LM's arguments are those of the model") {
  const Reader read;
  const Json model = read.of(kDense + "--tensor-model-parallel-size 2").job["model"];
  CHECK(model["layers"] == 32);
  CHECK(model["hidden"] == 4096);
  CHECK(model["inner"] == 14336);
  CHECK(model["kv_heads"] == 8);
  CHECK(model["gated"] == true);
  CHECK(model["biases"] == false);
  CHECK(model["layer_norm"] == false);
  CHECK(model["tied_embeddings"] == false);
  CHECK(model.value("positions", 0) == 0);
  CHECK(model["vocabulary"] == 128256);  // 501 x 256
}

TEST_CASE("Arguments that are not given have Megatron-LM's defaults") {
  const Json job = Reader()
                       .of("--num-layers 12 --hidden-size 768 --num-attention-heads 12 "
                           "--seq-length 1024 --max-position-embeddings 1024 --vocab-file v "
                           "--micro-batch-size 4 --tensor-model-parallel-size 2 --fp16")
                       .job;
  const Json& model = job["model"];
  CHECK(model["inner"] == 3072);
  CHECK(model["biases"] == true);
  CHECK(model["layer_norm"] == true);
  CHECK(model["tied_embeddings"] == true);
  CHECK(model["positions"] == 1024);
  CHECK(model.count("kv_heads") == 0);
  CHECK(model["vocabulary"] == 50432);  // GPT-2's 50257, a multiple of 128 x 2
  CHECK(job["batch"] == 4);
  CHECK(job["type"] == "bf16");
  CHECK(job["gradient_type"] == "bf16");
  CHECK(job["parallel"]["overlap"] == false);
  CHECK(job["parallel"]["sequence_parallel"] == false);
  CHECK(job["parallel"]["zero"] == 0);
  CHECK_FALSE(job["parallel"].contains("recompute"));
}

TEST_CASE("Degrees are those of the arguments, replicas the rest of the GPUs") {
  const Reader read;
  const std::string degrees =
      "--tensor-model-parallel-size 8 --pipeline-model-parallel-size 4 --context-parallel-size 2 "
      "--sequence-parallel --use-distributed-optimizer --overlap-grad-reduce --tp-comm-overlap "
      "--num-layers-per-virtual-pipeline-stage 2 --micro-batch-size 1 --global-batch-size 256 ";
  const Json p = read.parallel(degrees + "--nproc_per_node 8 --nnodes 32");
  CHECK(p["tp"] == 8);
  CHECK(p["pp"] == 4);
  CHECK(p["cp"] == 2);
  CHECK(p["dp"] == 4);  // 256 / 64
  CHECK(p["virtual_stages"] == 4);
  CHECK(p["schedule"] == "interleaved");
  CHECK(p["zero"] == 1);
  CHECK(p["async_tp"] == true);
  CHECK(p["sequence_parallel"] == true);
  const Recipe on_64 = read.of(kDense + degrees + "--nproc_per_node 8 --nnodes 32", 64);
  CHECK(on_64.job["parallel"]["dp"] == 1);
  REQUIRE(on_64.notes.size() == 1);
  CHECK_THAT(on_64.notes[0], Contains("the file says 256 GPUs, the system has 64"));
  CHECK(read.of("GPUS_PER_NODE=8\nNNODES=2\npython x.py " + kDense).job["parallel"]["dp"] == 16);
}

// With expert-tensor-parallel-size 1 the 8 ranks of an expert group are 2 of tp and 4 replicas.
TEST_CASE("Experts lie over tensor parallelism first where it does not split them") {
  const std::string moe =
      "--num-experts 8 --moe-router-topk 2 --use-megatron-fsdp "
      "--data-parallel-sharding-strategy optim_grads_params "
      "--tensor-model-parallel-size 2 ";
  const Reader read;
  const Json folded =
      read.of(kDense + moe + "--expert-model-parallel-size 8 --expert-tensor-parallel-size 1", 16)
          .job;
  CHECK(folded["parallel"]["ep"] == 4);
  CHECK(folded["parallel"]["dp"] == 2);
  CHECK(folded["parallel"]["fold"] == Json{"tp"});
  CHECK(folded["parallel"]["zero"] == 3);
  CHECK(folded["model"]["experts"] == Json{{"count", 8}, {"top_k", 2}, {"inner", 14336}});
  CHECK(folded["model"].count("inner") == 0);
  const Json split = read.parallel(moe + "--expert-model-parallel-size 8", 16);
  CHECK(split["ep"] == 8);
  CHECK(split["dp"] == 1);
  CHECK(split.count("fold") == 0);
  const Json mixed = read.of(kDense + moe + "--moe-layer-freq '([0]*3+[1]*29)'").job["model"];
  CHECK(mixed["layer_kinds"].size() == 32);
  CHECK(mixed["layer_kinds"][2] == "dense");
  CHECK(mixed["layer_kinds"][3] == "experts");
  CHECK(mixed["inner"] == 14336);
}

TEST_CASE("What is computed again, in which numbers, and who has which layers") {
  const Reader read;
  CHECK(read.parallel("--recompute-granularity full --recompute-method uniform "
                      "--recompute-num-layers 1")["recompute"] == "full");
  CHECK(read.parallel("--recompute-activations")["recompute"] == "core_attn");
  CHECK(read.parallel("--recompute-granularity selective --recompute-modules layernorm "
                      "moe_act")["recompute"] == "selective");
  const Json fp8 =
      read.of(kDense + "--fp8-format e4m3 --fp8-recipe blockwise --fp8-param-gather").job;
  CHECK(fp8["type"] == "fp8_block");
  CHECK(fp8["gradient_type"] == "fp32");
  CHECK(fp8["quantised_parameters"] == true);
  CHECK(read.of(kDense + "--fp8-format hybrid").job["type"] == "fp8");
  const std::string pp = "--pipeline-model-parallel-size 4 ";
  CHECK(read.parallel(pp + "--pipeline-model-parallel-layout 'Et*7|(t*9|)*2t*7mL'")["stages"] ==
        Json{7, 9, 9, 7});
  CHECK(read.parallel(pp + "--decoder-first-pipeline-num-layers 6 "
                           "--decoder-last-pipeline-num-layers 8")["stages"] == Json{6, 9, 9, 8});
  CHECK(read.parallel(pp + "--account-for-embedding-in-pipeline-split "
                           "--account-for-loss-in-pipeline-split")["uneven"] == "edges");
}

TEST_CASE("torchtitan's TOML: a model by its flavor, sharding over what is left") {
  const Reader read;
  const std::string text = R"([model]
name = "llama3"
flavor = "70B"
converters = ["float8"]
[training]
local_batch_size = 4
seq_len = 8192
[parallelism]
data_parallel_shard_degree = -1
tensor_parallel_degree = 8
context_parallel_degree = 2
[activation_checkpoint]
mode = "selective"
selective_ac_option = "op"
)";
  const Json job = read.titan(text, 64);
  CHECK(job["model"]["name"] == "llama3-70b");
  CHECK(job["parallel"]["tp"] == 8);
  CHECK(job["parallel"]["cp"] == 2);
  CHECK(job["parallel"]["dp"] == 4);
  CHECK(job["parallel"]["zero"] == 3);
  CHECK(job["parallel"]["micro_batch"] == 4);
  CHECK(job["batch"] == 16);
  CHECK(job["type"] == "fp8");
  CHECK(job["framework"] == "torchtitan");
  CHECK(job["parallel"]["recompute"] == "alternate");
  const Json ddp = read.titan(
      "[model]\nname = 'deepseek_v3'\nflavor = '671B'\n[parallelism]\n"
      "data_parallel_replicate_degree = 8\ndata_parallel_shard_degree = 1\n"
      "pipeline_parallel_degree = 8\nexpert_parallel_degree = 4\n",
      64);
  CHECK(ddp["parallel"]["zero"] == 0);
  CHECK(ddp["parallel"]["ep"] == 4);
  CHECK(ddp["parallel"]["dp"] == 2);
  // 61 layers, an embedding and logits on 8 stages: 7 take 8 of 63, the last 7.
  CHECK(ddp["parallel"]["stages"] == Json{7, 8, 8, 8, 8, 8, 8, 6});
}

TEST_CASE("YAML of NeMo and Megatron-Bridge, with the sizes that it has") {
  const Reader read;
  const Json nemo = read.of(R"(run:
  name: my_gpt
trainer: {num_nodes: 2, devices: 8, precision: bf16}
model:
  encoder_seq_length: 2048
  max_position_embeddings: ${.encoder_seq_length}
  num_layers: 96
  hidden_size: 12288
  ffn_hidden_size: ${multiply:4, ${.hidden_size}}
  num_attention_heads: 96
  global_batch_size: 32
  micro_batch_size: 1
  tensor_model_parallel_size: 4
  pipeline_model_parallel_size: 2
  virtual_pipeline_model_parallel_size: 3
  sequence_parallel: True
  tokenizer: {type: GPT2BPETokenizer, vocab_file: null}
  optim: {name: distributed_fused_adam, lr: 1e-4, overlap_grad_sync: true}
)",
                            0, "job.yaml")
                        .job;
  CHECK(nemo["model"]["inner"] == 49152);
  CHECK(nemo["model"]["positions"] == 2048);
  CHECK(nemo["parallel"]["dp"] == 2);
  CHECK(nemo["parallel"]["virtual_stages"] == 3);
  CHECK(nemo["parallel"]["zero"] == 1);
  CHECK(nemo["batch"] == 32);
  CHECK(nemo["sequence"] == 2048);
  const Recipe bridge = read.of(
      "model:\n  seq_length: 4096\n  tensor_model_parallel_size: 2\n"
      "train:\n  global_batch_size: 64\n  micro_batch_size: 2\n"
      "mixed_precision: bf16_with_fp8_subchannel_scaling_mixed\n",
      16, "llama3_8b_pretrain.yaml");
  CHECK(bridge.job["model"]["hidden"] == 4096);
  CHECK(bridge.job["model"]["name"] == "llama3-8b");
  CHECK(bridge.job["type"] == "fp8_block");
  CHECK(bridge.job["parallel"]["dp"] == 8);
  CHECK_THAT(bridge.notes.at(0), Contains("the model is llama3-8b"));
}

TEST_CASE("Megatron-LM's YAML has the names of its arguments") {
  const Recipe recipe = Reader().of(
      "MODEL_ARGS:\n  --num-layers: 12\n  --hidden-size: 512\n"
      "  --num-attention-heads: 8\n  --seq-length: 1024\n"
      "  --vocab-size: 1024\n  --swiglu: true\n  --lr: 1e-4\n"
      "  --tensor-model-parallel-size: 2\n",
      4, "model_config.yml");
  CHECK(recipe.job["parallel"]["dp"] == 2);
  CHECK(recipe.job["model"]["inner"] == 1344);  // 4 x 512 x 2 / 3 to a multiple of 64
  CHECK(recipe.notes.empty());
}

TEST_CASE("What a job cannot say is named, what is not known is counted, the rest passed over") {
  const Recipe recipe =
      Reader().of(kDense +
                  "--lr 1e-4 --save /tmp/x --optimizer-cpu-offload --mtp-num-layers 1 "
                  "--frobnicate 3 --use-gizmo --cp-comm-type p2p");
  REQUIRE(recipe.notes.size() == 2);
  CHECK(recipe.notes[0] == "not followed: optimizer_cpu_offload, mtp_num_layers, cp_comm_type");
  CHECK(recipe.notes[1] == "keys that are not known: 2 (frobnicate, use_gizmo)");
}

TEST_CASE("A key counts where the framework has it, and not in another section") {
  const Reader read;
  const Recipe titan = read.of(
      "[a]\ntensor_parallel_degree = 8\nseq_len = 512\n[model]\nname = 'llama3'\nflavor = '8B'\n"
      "[parallelism]\ntensor_parallel_degree = 2\n[validation]\nseq_len = 1024\n",
      8, "job.toml");
  CHECK(titan.job["parallel"]["tp"] == 2);
  CHECK(titan.job["sequence"] == 2048);  // torchtitan's default
  CHECK_THAT(titan.notes.back(), Contains("not known: 2 (a.seq_len, a.tensor_parallel_degree)"));
  CHECK(read.titan("[model]\nname = 'llama3'\nflavor = '8B'\n[training]\n"
                   "tensor_parallel_degree = 4\n",
                   8)["parallel"]["tp"] == 4);  // of 2024
  const std::string bridge = "model: {seq_length: 8192}\ntrain: {global_batch_size: 8}\n";
  const auto of = [&](const std::string& more) {
    return read.of(bridge + more, 8, "llama3_8b.yaml").job;
  };
  CHECK(of("dataset: {seq_length: 2048}\n")["sequence"] == 8192);
  CHECK(of("dataset: {sequence_length: 2048}\n")["sequence"] == 8192);
  CHECK(of("gizmo: {tensor_model_parallel_size: 2}\n")["parallel"]["dp"] == 8);
  CHECK(of("trainer: {strategy: {tensor_model_parallel_size: 2}}\n")["parallel"]["dp"] == 4);
  CHECK_THAT(read.fault(bridge + "trainer: {strategy: {context_parallel_size: 2}}\n"
                                 "config: {context_parallel_size: 4}\n",
                        8, "llama3_8b.yaml"),
             Contains("#/trainer/strategy/context_parallel_size: expected the value of "
                      "/config/context_parallel_size, 4, found 2"));
}

TEST_CASE("Numbers of 32 bits are read from each framework") {
  const Reader read;
  const std::string titan = "[model]\nname = 'llama3'\nflavor = '8B'\n[training]\n";
  CHECK(read.titan(titan + "mixed_precision_param = 'float32'\n", 8)["type"] == "fp32");
  const auto nemo = [&](const std::string& text) {
    return read.of("model: {seq_length: 2048}\n" + text, 8, "llama3_8b.yaml").job["type"];
  };
  CHECK(nemo("mixed_precision: {bf16: false}\n") == "fp32");
  CHECK(nemo("mixed_precision: {bf16: false, fp16: true}\n") == "bf16");
  CHECK(nemo("trainer: {precision: 32-true}\n") == "fp32");
  CHECK(nemo("") == "bf16");
}

// The defaults of TransformerConfig and MLATransformerConfig (megatron/core/transformer).
TEST_CASE("Experts and compressed keys have Megatron-LM's sizes where none are given") {
  const Reader read;
  const Json model =
      read.of(kDense + "--num-experts 8 --multi-latent-attention --qk-head-dim 64").job["model"];
  CHECK(model["experts"]["top_k"] == 2);
  CHECK(model["latent"] == Json{{"kv_rank", 512}, {"nope", 64}, {"rope", 64}, {"value", 128}});
  CHECK(read.of(kDense + "--window-size 4095,0").job["model"]["window"] == 4096);
  CHECK(read.of(kDense + "--window-size '(127, 0)'").job["model"]["window"] == 128);
}

TEST_CASE("Words that a framework does not take are refused at their own key") {
  const Reader read;
  const auto argument = [&](const std::string& option, const std::string& expected) {
    CHECK_THAT(read.fault(kDense + option),
               Contains(option.substr(0, option.find(' ')) + ": expected " + expected));
  };
  argument("--window-size wide", "keys before and behind, such as 4095,0, found");
  argument("--fp8-format e9m9", "hybrid, e4m3");
  argument("--micro-batch-size 0", "1 to 2^15, found 0");
  argument("--normalization BatchNorm", "LayerNorm or RMSNorm");
  argument("--data-parallel-sharding-strategy all", "no_shard, optim, ");
  argument("--num-experts -1", "0 or more, found -1");
  const auto titan = [&](const std::string& section, const std::string& key) {
    return read.fault("[model]\nname = 'llama3'\nflavor = '8B'\n" + section + key, 8, "job.toml");
  };
  CHECK_THAT(titan("[training]\n", "mixed_precision_param = 'float64'\n"),
             Contains("/training/mixed_precision_param: expected bfloat16, float32, found"));
  CHECK_THAT(titan("", "converters = ['gizmo']\n"), Contains("/model/converters: expected"));
  CHECK_THAT(titan("[parallelism]\n", "fsdp_reshard_after_forward = 'maybe'\n"),
             Contains("fsdp_reshard_after_forward: expected default, always, never"));
  CHECK_THAT(read.fault("model: {seq_length: 64}\nmixed_precision: gizmo\n", 8, "llama3_8b.yaml"),
             Contains("#/mixed_precision: expected numbers such as bf16_mixed"));
}

TEST_CASE("A script without options is said to have none, and ends of names may be capitals") {
  const Reader read;
  CHECK(interop::recipes::is_recipe(read.folder.file("empty.sh", "")));
  const std::string none = "expected options or settings of Megatron-LM";
  CHECK_THAT(read.fault(""), Contains(none));
  CHECK_THAT(read.fault(std::string("\x7f"
                                    "ELF\0--a\xff",
                                    9)),
             Contains(none));
  const std::string toml = "[model]\nname = 'llama3'\nflavor = '8B'\n";
  CHECK(interop::recipes::is_recipe(read.folder.file("JOB.TOML", toml)));
  CHECK(read.of(toml, 8, "JOB.TOML").job["model"]["name"] == "llama3-8b");
  CHECK(read.of("model: {seq_length: 64}\n", 8, "llama3_8b.YAML").job["sequence"] == 64);
  for (const char* last : {"torchrun --nnodes $N pretrain_gpt.py ", ""}) {
    const bool program = *last != '\0';
    CHECK_THAT(read.fault(last + kDense + (program ? "" : "--nnodes $N")),
               Contains("--nnodes: expected a whole number, up to 2^30, found none"));
  }
}

TEST_CASE("A recipe's mistake is told by its own key") {
  const Reader read;
  CHECK_THAT(read.fault(kDense + "--tensor-model-parallel-size 3", 64),
             Contains("--tensor-model-parallel-size: expected degrees that divide the 64 GPUs, "
                      "found tensor 3 x context 1 x pipeline 1"));
  CHECK_THAT(
      read.fault(kDense + "--tensor-model-parallel-size $TP --bf16"),
      Contains("--tensor-model-parallel-size: expected a whole number, up to 2^30, found none"));
  CHECK_THAT(read.fault(kDense + "--tensor-model-parallel-size 0"), Contains("expected 1 to 2^15"));
  CHECK_THAT(read.fault("python train.py --micro-batch-size 1"),
             Contains("expected num_layers, hidden_size and num_attention_heads, or the name"));
  CHECK_THAT(read.fault("python train.py --gizmo 1"), Contains("expected settings of Megatron-LM"));
  CHECK_THAT(read.fault("--num-layers 2 --hidden-size 64 --num-attention-heads 2"),
             Contains("expected seq_length"));
  CHECK_THAT(
      read.fault("[model]\nname = 'llama3'\nflavor = '9B'\n[training]\nseq_len = 2048\n", 8,
                 "job.toml"),
      Contains("job.toml#/model/flavor: expected a name and a flavor of a model that ships"));
  CHECK_THAT(read.fault("[model]\nname = 'llama3'\nflavor = \n", 8, "job.toml"),
             Contains("job.toml, line 3: expected TOML"));
  CHECK_THAT(read.fault(kDense + "--num-experts 8 --moe-router-topk 2 --context-parallel-size 4 "
                                 "--expert-model-parallel-size 2",
                        8),
             Contains("--expert-model-parallel-size: expected a multiple of the 4 of cp"));
  CHECK_THAT(read.fault(kDense + "--num-experts 8 --moe-layer-freq [0]*3+[1]*4"),
             Contains("expected a number, or 0 and 1 for each of 32 layers, found 7"));
}
