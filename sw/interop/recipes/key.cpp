// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/recipes/key.hpp"

#include <algorithm>
#include <sstream>

namespace jacquard::interop::recipes {
namespace {

// Ours, kind, Megatron-LM's, NeMo's, torchtitan's. '-': it has none. Of NeMo a section alone: the
// name is Megatron-LM's. '<': read and never written. '!': it says the opposite. Of several keys
// with one meaning the first in the table counts that a file has.
constexpr const char* kTable = R"(
/x/nodes                 number nnodes         <trainer.num_nodes <nnodes
/x/node                  number nproc_per_node <trainer.devices   <nproc_per_node
/parallel/tp             number tensor_model_parallel_size    model parallelism.tensor_parallel_degree
/parallel/pp             number pipeline_model_parallel_size  model parallelism.pipeline_parallel_degree
/parallel/cp             number context_parallel_size         model parallelism.context_parallel_degree
/x/expert_parts          number expert_model_parallel_size    model parallelism.expert_parallel_degree
/x/expert_tp             number expert_tensor_parallel_size   model parallelism.expert_tensor_parallel_degree
/x/replicate             number - - parallelism.data_parallel_replicate_degree
/x/shard                 number - - parallelism.data_parallel_shard_degree
/x/reshard               text   - - parallelism.fsdp_reshard_after_forward
/parallel/sequence_parallel flag sequence_parallel            model -
/parallel/async_tp       flag   tp_comm_overlap comm_overlap parallelism.enable_async_tensor_parallel
/parallel/async_tp       flag   - <model.ub_tp_comm_overlap -
/x/virtual               number num_virtual_stages_per_pipeline_rank model.virtual_pipeline_model_parallel_size -
/x/layers_per_part       number <num_layers_per_virtual_pipeline_stage - <parallelism.pipeline_parallel_layers_per_stage
/x/layout                text   pipeline_model_parallel_layout model -
/x/embedding_counts      flag   account_for_embedding_in_pipeline_split model -
/x/loss_counts           flag   account_for_loss_in_pipeline_split model -
/x/first                 number <decoder_first_pipeline_num_layers <model.num_layers_in_first_pipeline_stage -
/x/last                  number <decoder_last_pipeline_num_layers <model.num_layers_in_last_pipeline_stage -
/x/schedule              text   - - parallelism.pipeline_parallel_schedule
/x/stage_micro_batch     number - - parallelism.pipeline_parallel_microbatch_size
/x/local_batch           number - - training.local_batch_size
/x/local_batch           number - - <training.batch_size
/parallel/micro_batch    number micro_batch_size              train -
/batch                   number global_batch_size             train training.global_batch_size
/x/batches               text   <step_batch_size_schedule     - -
/sequence                number seq_length                    model training.seq_len
/sequence                number - <model.encoder_seq_length   -
/sequence                number - <dataset.sequence_length    -
/x/sharded               flag   use_distributed_optimizer     ddp -
/x/optimizer             text   - <optim.name -
/x/fsdp                  flag   use_megatron_fsdp             ddp -
/x/fsdp                  flag   <use_custom_fsdp              - -
/x/strategy              text   data_parallel_sharding_strategy ddp -
/x/unfused_gradients     flag   no_gradient_accumulation_fusion !model.gradient_accumulation_fusion -
/x/checkpoints           text   ckpt_format                   checkpoint -
/parallel/overlap        flag   overlap_grad_reduce           ddp -
/parallel/overlap        flag   - <optim.overlap_grad_sync    -
/x/gather_overlap        flag   overlap_param_gather          ddp -
/x/granularity           text   recompute_granularity         model -
/x/granularity           text   - <model.activations_checkpoint_granularity -
/x/recompute_activations flag   <recompute_activations        - -
/x/modules               text   recompute_modules             model -
/x/method                text   recompute_method              model -
/x/method                text   <activations_checkpoint_method <model -
/x/recompute_layers      number recompute_num_layers          model -
/x/recompute_layers      number - <model.activations_checkpoint_num_layers -
/x/recompute             text   - - activation_checkpoint.mode
/x/recompute_option      text   - - activation_checkpoint.selective_ac_option
/x/bf16                  flag   bf16                          mixed_precision -
/x/fp16                  flag   <fp16                         <mixed_precision -
/x/precision             text   - <trainer.precision          training.mixed_precision_param
/x/precision             text   - <mixed_precision            -
/x/fp8                   text   fp8_format                    mixed_precision.fp8 -
/x/fp8_recipe            text   fp8_recipe                    mixed_precision -
/x/converters            text   - - model.converters
/quantised_parameters    flag   fp8_param_gather              mixed_precision -
/x/gradients_bf16        flag   grad_reduce_in_bf16           !mixed_precision.grad_reduce_in_fp32 -
/x/model                 text   - <model.hf_model_id          model.name
/x/model                 text   - <run.name                   -
/x/flavor                text   - - model.flavor
/model/layers            number num_layers                    model -
/model/hidden            number hidden_size                   model -
/model/inner             number ffn_hidden_size               model -
/model/heads             number num_attention_heads           model -
/x/grouped_queries       flag   group_query_attention         - -
/model/kv_heads          number num_query_groups              model -
/model/head_size         number kv_channels                   model -
/x/latent                flag   multi_latent_attention        model -
/model/latent/q_rank     number q_lora_rank                   model -
/model/latent/kv_rank    number kv_lora_rank                  model -
/model/latent/nope       number qk_head_dim                   model -
/model/latent/rope       number qk_pos_emb_head_dim           model -
/model/latent/value      number v_head_dim                    model -
/x/positions             number max_position_embeddings       model -
/model/gated             flag   swiglu                        model.gated_linear_unit -
/model/gated             flag   <quick_geglu                  - -
/x/activation            text   - <model.activation           -
/x/norm                  text   normalization                 model -
/x/position_type         text   position_embedding_type       model -
/x/rotary                flag   <use_rotary_position_embeddings - -
/model/biases            flag   !disable_bias_linear          model.add_bias_linear -
/model/biases            flag   - <model.bias                 -
/model/qkv_bias          flag   add_qkv_bias                  model -
/model/head_norms        flag   qk_layernorm                  model -
/model/tied_embeddings   flag   !untie_embeddings_and_output_weights model.share_embeddings_and_output_weights -
/x/window                text   window_size                   model -
/model/vocabulary        number vocab_size                    model -
/x/vocabulary_multiple   number <make_vocab_size_divisible_by <model -
/x/tokenizer             text   <tokenizer_model              <tokenizer.type -
/x/tokenizer_type        text   <tokenizer_type               <tokenizer -
/x/load                  text   <load                         <checkpoint -
/x/vocabulary_file       text   <vocab_file                   - -
/model/experts/count     number num_experts                   model.num_moe_experts -
/model/experts/top_k     number moe_router_topk               model -
/model/experts/inner     number moe_ffn_hidden_size           model -
/model/experts/shared_inner number moe_shared_expert_intermediate_size model -
/x/frequency             text   moe_layer_freq                model -
/x/dispatcher            text   moe_token_dispatcher_type     model -
/x/grouped_gemm          flag   moe_grouped_gemm              model -
)";

// Begins of names that change neither time nor memory of a step.
constexpr const char* kNone = R"(
accumulate_all adam add_ allow_ apex apply_ async_ attention_ auto_ average_ base_ batch_p2p beta bias_
calc check ckpt clip_ clone_ config_ container create_ cross_entropy data_ dataloader ddp_average ddp_bucket
decoupled defaults defer_ description deterministic disable_bf16 dist_ckpt distributed_ do_layer dump_
empty_ enable_experimental enable_one end_ eod eval exit_ exp_manager export ffn_dropout finetune fp16_ fp32_ fp8_ fsdp_ gc_
grad_ gradient_ headscale hf_ hidden_dropout hysteresis init layernorm load log loss_scale lr manual_gc
masked_ master_ max_ mcore megatron_amp merge min_ mmap mock moe_aux moe_flex moe_hybridep moe_per_layer
moe_permute moe_router moe_z mpi mscale mtp_loss native_ no_ node_rank norm_ normalize num_dataset
num_workers one_logger onnx openai optim overlap_p2p override params_dtype perform_ persist
pipeline_dtype post_ pre_ print_ profile rampup rank rdzv reset_ resume rope rotary save scale_ seed sharp skip_
spec split squared_relu start_ steps sync_ te_ tensorboard test tiktoken timing tokenizer train transformer_
use_checkpoint use_cpu_init use_dist_ckpt use_emha use_flash use_gloo use_mcore use_mp_args use_nccl use_persistent use_scaled use_tokenizer vocab
wandb warmup weight_decay wgrad workers yaml_cfg
)";
// Sections that change neither.
constexpr const char* kSections = R"(
ENV_VARS checkpoint log comm compile data dataset debug defaults exp_manager experimental fault_tolerance
float8 hydra job logger nsys_profile lr_scheduler metrics mx optim optimizer profiling quantize rerun_state_machine
rng run scheduler tokenizer trainer validation _target_ METRICS TEST_TYPE LAUNCHER
)";
// Begins of names that change one of them, in a way that a job cannot say.
constexpr const char* kSome = R"(
cp_comm_type cpu_offload delay_wgrad distribute_saved enable_cpu_offload exp_avg fine_grained_activation
fp4 fp8_dot fp8_multi_head fsdp fsdp_double heterogeneous hierarchical_context hybrid_ linear_attention lora main_grads main_params mamba
megatron_fsdp moe_expert_capacity moe_latent moe_pad_expert moe_shared_expert_overlap module_fqns
mtp_num_layers num_distributed_optimizer num_micro optimizer_cpu_offload outer_dp overlap_moe overlap_cpu
peft pipeline_parallel_split use_precision_aware use_torch_fsdp2 window_attn
)";

std::vector<std::string> words_of(const char* text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

Key::Theirs theirs_of(std::string word, const std::string& name) {
  if (word == "-") return {};
  Key::Theirs theirs;
  theirs.written = word.front() != '<';
  theirs.opposite = word.front() == '!';
  theirs.path = word.substr(!theirs.written || theirs.opposite ? 1 : 0);
  const bool section = theirs.path.find('.') == std::string::npos && name != "-" && !name.empty();
  if (section) theirs.path += "." + name;
  return theirs;
}

std::vector<Key> read_table() {
  std::vector<Key> table;
  std::istringstream in(kTable);
  for (std::string ours, kind, megatron, nemo, torchtitan;
       in >> ours >> kind >> megatron >> nemo >> torchtitan;) {
    Key key{ours, kind == "number" ? Kind::number : kind == "flag" ? Kind::flag : Kind::text, {}};
    key.theirs[0] = theirs_of(megatron, "");
    key.theirs[1] = theirs_of(nemo, key.theirs[0].path);
    key.theirs[2] = theirs_of(torchtitan, "");
    table.push_back(std::move(key));
  }
  return table;
}

}  // namespace

const char* name_of(Framework framework) {
  constexpr const char* kNames[] = {"megatron", "nemo", "torchtitan"};
  return kNames[static_cast<std::size_t>(framework)];
}

const std::vector<Key>& keys() {
  static const std::vector<Key> table = read_table();
  return table;
}

Effect effect_of(const std::string& path) {
  static const std::vector<std::string> none = words_of(kNone), some = words_of(kSome),
                                        sections = words_of(kSections);
  const std::string name = path.substr(path.rfind('.') + 1);
  const auto longest = [&](const std::vector<std::string>& begins) {
    std::size_t most = 0;
    for (const std::string& begin : begins) {
      if (name.rfind(begin, 0) == 0) most = std::max(most, begin.size());
    }
    return most;
  };
  const std::size_t of_none = longest(none), of_some = longest(some);
  if (of_none + of_some > 0) return of_some >= of_none ? Effect::some : Effect::none;
  const auto holds = [&](const std::string& section) {
    return ("." + path + ".").find("." + section + ".") != std::string::npos;
  };
  return std::any_of(sections.begin(), sections.end(), holds) ? Effect::none : Effect::unknown;
}

}  // namespace jacquard::interop::recipes
