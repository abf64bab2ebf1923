// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/serve_config.hpp"

#include <fmt/format.h>

#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/config/composed.hpp"

namespace jacquard::serve {
namespace {

using config::field;
using config::text;
using config::whole_number;
using C = ServeConfig;
using Fields = std::vector<config::Field<C>>;

constexpr int kMostOfServer = 4096;

const config::Words<Policy>& policies() {
  static const config::Words<Policy> words = {{"static_batch", Policy::static_batch},
                                              {"continuous", Policy::continuous},
                                              {"prefill_first", Policy::prefill_first},
                                              {"no_evict", Policy::no_evict}};
  return words;
}

const config::Words<cost::Software>& softwares() {
  static const config::Words<cost::Software> words = {{"vllm", cost::Software::vllm},
                                                      {"sglang", cost::Software::sglang},
                                                      {"trtllm", cost::Software::trtllm},
                                                      {"any", cost::Software::any}};
  return words;
}

const config::Words<Rulebook>& rulebooks() {
  static const config::Words<Rulebook> words = {
      {"auto", Rulebook::automatic}, {"ours", Rulebook::ours}, {"paper", Rulebook::paper}};
  return words;
}

const config::Words<TokenExchange>& exchanges() {
  static const config::Words<TokenExchange> words = {{"auto", TokenExchange::automatic},
                                                     {"gather", TokenExchange::gather},
                                                     {"deepep", TokenExchange::deepep}};
  return words;
}

const config::Words<energy::Preset>& energies() {
  static const config::Words<energy::Preset> words = {{"paper", energy::Preset::paper},
                                                      {"2025", energy::Preset::of_2025}};
  return words;
}

// A name or a path, as words of a command are text.
config::Codec<config::Json> appliance_codec() {
  return config::noun_of_variant(systemc::appliance_fields(), systemc::kAppliances,
                                 config::TextForm::string);
}

template <class Enum>
const char* word_of(const config::Words<Enum>& words, Enum value) {
  for (const auto& [word, known] : words) {
    if (known == value) return word.c_str();
  }
  return "";
}

Fields what_is_served() {
  return {
      field<C>(
          "model", [](auto& c) -> auto& { return c.model; },
          text("a name of configs/models, or a path"),
          "A name of configs/models in any spelling, a file, or a Hugging Face config.json."),
      field<C>(
          "system", [](auto& c) -> auto& { return c.system; },
          text("NPUs such as 8xh200 or dgx-h100"),
          "NPUs such as 8xh200, 4xh100 or dgx-b200, or an appliance such as pfa-paper."),
      field<C>(
          "input_tokens", [](auto& c) -> auto& { return c.input; },
          whole_number<int>(1, kLongestPrompt), "Tokens of each prompt."),
      field<C>(
          "output_tokens", [](auto& c) -> auto& { return c.output; },
          whole_number<int>(1, kLongestPrompt), "Tokens of each answer."),
      field<C>(
          "batch", [](auto& c) -> auto& { return c.batch; }, text("a whole number, or max"),
          "Requests at once on each replica; max: as many as memory holds at their full length."),
      field<C>(
          "precision", [](auto& c) -> auto& { return c.precision; },
          text("auto, bf16, fp8, fp8_block, fp4, mxfp4 or int4"),
          "Of weights: bf16, fp8, fp8_block, fp4 (nvfp4), mxfp4, int4; auto: as the "
          "name says or the model is published, else fp8 if only that fits."),
      field<C>(
          "kv_precision", [](auto& c) -> auto& { return c.kv_precision; },
          text("auto, bf16 or fp8"),
          "Of cached keys and values: bf16 or fp8; auto: bf16, but fp8 of trtllm with weights of "
          "one byte or less, as its users run it."),
      field<C>(
          "spill", [](auto& c) -> auto& { return c.spill; },
          text("memory such as host:1 TB:64 GB/s"),
          "Memory of each NPU beyond its own, for keys and values: name, capacity and rate, such "
          "as host:1 TB:64 GB/s; several with commas between, nearest first."),
      field<C>(
          "software", [](auto& c) -> auto& { return c.software; }, config::choice(softwares()),
          "Whose kernels and host times: vllm, sglang, trtllm; any: the work alone."),
  };
}

Fields how_it_is_spread() {
  return {
      field<C>(
          "npus", [](auto& c) -> auto& { return c.npus; }, whole_number<int>(0, kMostOfServer),
          "NPUs (XPUs) of the system, instead of as many as its name says; 0: those."),
      field<C>(
          "tp", [](auto& c) -> auto& { return c.tp; }, whole_number<int>(0, kMostOfServer),
          "Tensor parallelism; 0: the NPUs of a node that other degrees leave."),
      field<C>(
          "pp", [](auto& c) -> auto& { return c.pp; }, whole_number<int>(0, kMostOfServer),
          "Pipeline stages; 0: one for each node."),
      field<C>(
          "dp", [](auto& c) -> auto& { return c.dp; }, whole_number<int>(1, kMostOfServer),
          "Groups of attention's data parallelism in a replica; experts lie on all of them."),
      field<C>(
          "ep", [](auto& c) -> auto& { return c.ep; }, whole_number<int>(0, kMostOfServer),
          "Parts into which experts are divided; 0: each expert is cut by tp. More than a node "
          "has, alone: each NPU attends by itself."),
      field<C>(
          "redundant_experts", [](auto& c) -> auto& { return c.redundant_experts; },
          whole_number<int>(0, kMostOfServer),
          "Copies of the experts that have most tokens, placed beside them as EPLB does."),
      field<C>(
          "afd", [](auto& c) -> auto& { return c.afd; },
          text("NPUs of attention and of experts such as attention=8xtp1,experts=16"),
          "Attention and routed experts on NPUs of their own (attention-FFN disaggregation): "
          "groups "
          "that attend with their tp, and NPUs for experts, such as attention=8xtp1,experts=16."),
      field<C>(
          "micro_batches", [](auto& c) -> auto& { return c.micro_batches; },
          whole_number<int>(0, 64),
          "With --afd: micro-batches of a step at most, which go to and fro between attention and "
          "experts; a step takes as many as make it shortest. 0: 3."),
      field<C>(
          "expert_imbalance", [](auto& c) -> auto& { return c.expert_imbalance; },
          config::real_number(1, 64),
          "Mean tokens of the busiest NPU's experts over those of a mean NPU: 1.0 to 1.2 where "
          "routers are balanced."),
      field<C>(
          "expert_exchange", [](auto& c) -> auto& { return c.expert_exchange; },
          config::choice(exchanges()),
          "How tokens reach experts on NPUs that attend by themselves: gather (all to all NPUs), "
          "deepep (each to its experts), auto: deepep beyond 8 NPUs or with redundant experts."),
      field<C>(
          "overlap", [](auto& c) -> auto& { return c.overlap; },
          config::choice<std::string>(
              {{"auto", "auto"}, {"none", "none"}, {"two_batches", "two_batches"}}),
          "two_batches: a step in two halves, where that is shorter: one computes while the other "
          "one's tokens travel to experts; none; auto: two_batches where these are across nodes."),
  };
}

Fields how_the_engine_is_set() {
  return {
      field<C>(
          "rules", [](auto& c) -> auto& { return c.rules; }, config::choice(rulebooks()),
          "Whose laws: ours, fitted on measurements, or paper, those of CelestiSim; auto: paper of "
          "pfa-paper and other appliances, and of what is compared with them."),
      field<C>(
          "law", [](auto& c) -> auto& { return c.law; }, systems::law_codec(),
          "Of collectives: reached (in a node NCCL's law and the engine's own all-reduce, a share "
          "of "
          "the line rate across), links, or what the system says, which is reached."),
      field<C>(
          "energy", [](auto& c) -> auto& { return c.energy; }, config::choice(energies()),
          "Of an appliance's links and switches: as the paper has them, or those of 2025."),
      field<C>(
          "interconnect", [](auto& c) -> auto& { return c.interconnect; },
          text("a name of configs/interconnects, or a path"),
          "Links and a switch around all NPUs, whose power is counted: pluggable_packets, "
          "co_packaged_packets, pluggable_circuits, photonic_appliance and others of "
          "configs/interconnects."),
      field<C>(
          "policy", [](auto& c) -> auto& { return c.policy; }, config::choice(policies()),
          "static_batch: one batch to its end; continuous, prefill_first, no_evict: a queue that "
          "is never empty, or the traffic that other options give."),
      field<C>(
          "price", [](auto& c) -> auto& { return c.price; }, config::real_number(0, 1e9),
          "Dollars of an NPU for an hour; answers then have per_million_tokens_usd. 0: not said."),
      field<C>(
          "memory_share", [](auto& c) -> auto& { return c.memory_share; },
          config::real_number(0, 1),
          "Share of an NPU's memory that the engine may use; 0: 0.9, and all of an appliance."),
      field<C>(
          "mtp", [](auto& c) -> auto& { return c.mtp; }, whole_number<int>(0, 64),
          "Tokens that a module drafts for each sequence and step, with --acceptance; 0: none."),
      field<C>(
          "acceptance", [](auto& c) -> auto& { return c.acceptance; }, config::real_number(0, 1),
          "Of drafts, those that are right where the ones before them are; with --mtp."),
      field<C>(
          "eager", [](auto& c) -> auto& { return c.eager; }, config::boolean(),
          "No captured graphs: the host launches every kernel of every step."),
      field<C>(
          "stream_interval", [](auto& c) -> auto& { return c.stream_interval; },
          whole_number<int>(1, kLongestPrompt),
          "Tokens of an answer that the client sees first, all together."),
      field<C>(
          "batch_wait", [](auto& c) -> auto& { return c.batch_wait; },
          whole_number<int>(0, kLongestPrompt),
          "Steps that prompts wait beside decodes for more prompts (TensorRT-LLM's "
          "batch_wait_timeout_iters)."),
      field<C>(
          "batch_wait_share", [](auto& c) -> auto& { return c.batch_wait_share; },
          config::real_number(0, 1),
          "Share of max_batched_tokens with which a step waits no longer "
          "(batch_wait_max_tokens_ratio)."),
      field<C>(
          "max_batched_tokens", [](auto& c) -> auto& { return c.max_batched_tokens; },
          whole_number<int>(1, kLongestPrompt), "Of a step."),
      field<C>(
          "max_sequences", [](auto& c) -> auto& { return c.max_sequences; },
          whole_number<int>(0, kLongestPrompt),
          "That run at once; 0: 256, or as many as --batch asks for."),
      field<C>(
          "max_model_length", [](auto& c) -> auto& { return c.max_model_length; },
          whole_number<int>(0, 2 * kLongestPrompt), "Prompt and answer together; 0: no limit."),
      field<C>(
          "block", [](auto& c) -> auto& { return c.block; }, whole_number<int>(1, 1 << 16),
          "Tokens of a block of the paged cache."),
      field<C>(
          "prefix_caching", [](auto& c) -> auto& { return c.prefix_caching; }, config::boolean(),
          "Reuse what prompts begin with."),
      field<C>(
          "routing", [](auto& c) -> auto& { return c.routing; },
          config::choice<Routing>({{"fewest", Routing::fewest}, {"prefix", Routing::prefix}}),
          "Which instance a request goes to: fewest (requests), or prefix: the one with the fewest "
          "blocks in use and to compute, where cached blocks are not computed."),
      field<C>(
          "host_cache", [](auto& c) -> auto& { return c.host_cache; },
          text("memory such as host:1 TB:64 GB/s"),
          "Memory behind the cache of each instance, from which prompts that begin alike read "
          "their "
          "blocks: name, what each NPU may use, its rate, such as host:100 GB:50 GB/s."),
      field<C>(
          "shared_cache", [](auto& c) -> auto& { return c.shared_cache; },
          text("memory such as pool:1 TB:50 GB/s"), "As --host-cache, of all instances together."),
  };
}

Fields who_carries_exchanges() {
  return {
      field<C>(
          "fabric", [](auto& c) -> auto& { return c.fabric; },
          config::choice<std::string>({{"laws", ""},
                                       {"circuit", "circuit"},
                                       {"packet", "packet"},
                                       {kPhotonic, kPhotonic},
                                       {"ideal", "ideal"}}),
          "Who carries what experts exchange in each step: laws of collectives; a simulated fabric "
          "(docs/serve_fabric.md): circuit, packet, photonic; ideal: ports at their rate."),
      field<C>(
          "scale_out", [](auto& c) -> auto& { return c.scale_out; },
          config::choice<std::string>(
              {{"auto", ""}, {"circuit", "circuit"}, {"packet", "packet"}, {"ideal", "ideal"}}),
          "With --fabric, of racks that a second tier joins: who carries rails between them; auto: "
          "packet, or ideal with --fabric ideal."),
      field<C>(
          "expert_routing", [](auto& c) -> auto& { return c.expert_routing; },
          workload::expert_routing_codec(),
          "With --fabric: how tokens choose experts, drawn for each layer and step."),
      field<C>(
          "decide", [](auto& c) -> auto& { return c.decide; }, machine::decide_codec(),
          "With --fabric circuit: when exchanges are decided, and on what (docs/policies.md)."),
      field<C>(
          "expert_start", [](auto& c) -> auto& { return c.expert_start; },
          machine::expert_start_codec(),
          "With --fabric: when experts begin: at the end of an exchange, or with a kernel for the "
          "tokens of each setting, or of group:N settings."),
      field<C>(
          "exchange_layers", [](auto& c) -> auto& { return c.exchange_layers; },
          whole_number<int>(0, 1 << 16),
          "With --fabric: layers of a step whose exchanges are simulated, the others take what "
          "these take in the mean; 0: all."),
      field<C>(
          "journal", [](auto& c) -> auto& { return c.journal; }, text("a path, or nothing"),
          "With --fabric: a file of finished steps, from which an interrupted run goes on."),
      config::composed<C>(
          "scheduler", [](auto& c) -> auto& { return c.exchange.scheduler; },
          experiment::scheduler_fields(), "schedulers"),
      config::composed<C>(
          "circuit", [](auto& c) -> auto& { return c.exchange.circuit; }, systemc::circuit_fields(),
          "circuits"),
      config::composed<C>(
          "packet", [](auto& c) -> auto& { return c.exchange.fabric; }, systemc::packet_fields(),
          "fabrics"),
      field<C>(
          "appliance", [](auto& c) -> auto& { return c.appliance; }, appliance_codec(),
          "With --fabric photonic: an appliance of configs/appliances with an XPU for each NPU; "
          "none said: pfa up to 16 NPUs and pfa_next beyond, or that of --system."),
      config::nested<C>(
          "photonic", [](auto& c) -> auto& { return c.exchange.photonic; },
          systemc::appliance_exchange_fields()),
      config::composed<C>(
          "faults", [](auto& c) -> auto& { return c.exchange.faults; }, systemc::fault_fields(),
          "faults"),
  };
}

}  // namespace

const config::FieldTable<ServeConfig>& serve_fields() {
  static const config::FieldTable<C> table(
      "serve", "Serving of a model: on which NPUs, in which batch, and how the engine is set.", [] {
        Fields all = what_is_served();
        for (config::Field<C>& f : how_it_is_spread()) all.push_back(std::move(f));
        for (config::Field<C>& f : how_the_engine_is_set()) all.push_back(std::move(f));
        for (config::Field<C>& f : who_carries_exchanges()) all.push_back(std::move(f));
        return all;
      }());
  return table;
}

std::optional<std::int64_t> batch_of(const ServeConfig& config) {
  if (config.batch == "max") return std::nullopt;
  const auto number = base::parse_number<std::int64_t>(config.batch);
  if (number && *number >= 1 && *number <= kLargestBatch) return *number;
  throw base::ConfigError({"--batch", "",
                           fmt::format("a whole number in 1..{}, or max", kLargestBatch),
                           "'" + config.batch.substr(0, 40) + "'",
                           config.batch.find(',') == std::string::npos
                               ? ""
                               : "several are '--sweep batch=" + config.batch.substr(0, 40) + "'"});
}

const char* name_of(Rulebook rules) { return word_of(rulebooks(), rules); }
const char* name_of(Policy policy) { return word_of(policies(), policy); }
const char* name_of(cost::Software software) { return word_of(softwares(), software); }

}  // namespace jacquard::serve
