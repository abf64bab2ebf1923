// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/train_config.hpp"

#include <algorithm>
#include <sstream>

#include "jacquard/config/composed.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/plan/model_noun.hpp"
#include "jacquard/systems/system_noun.hpp"
#include "jacquard/workload/expert_traffic.hpp"
#include "jacquard/workload/hugging_face.hpp"
#include "systemc/engines/engine_codecs.hpp"
#include "systemc/train/training_keys.hpp"

namespace jacquard::train {
namespace {

using config::choice;
using config::field;
using config::whole_number;
using workload::Counting;
using workload::Framework;
using workload::NumberType;
using workload::StepKind;

using Fields = std::vector<config::Field<TrainConfig>>;

config::Codec<workload::Model> model_codec() {
  config::Document schema = workload::model_fields().schema();
  schema["type"] = {"object", "string"};
  return {
      "a name of configs/models, the path of a model or of a Hugging Face config.json, or an "
      "object",
      std::move(schema), config::TextForm::string, plan::find_transformer,
      [](const workload::Model& model) {
        const bool given = model.hidden > 0;
        return given ? workload::model_fields().show(model) : config::Document("");
      }};
}

config::Codec<NumberType> type_codec() {
  return choice<NumberType>({{"bf16", NumberType::bf16},
                             {"fp8", NumberType::fp8},
                             {"fp8_block", NumberType::fp8_block},
                             {"nvfp4", NumberType::nvfp4},
                             {"fp32", NumberType::fp32}});
}

// "dp, tp, ...".
std::string all_knobs() {
  std::string names;
  for (const config::FieldInfo& knob : workload::parallelism_fields().infos()) {
    names += (names.empty() ? "" : ", ") + knob.key;
  }
  return names;
}

Fields what_it_does() {
  return {
      field<TrainConfig>(
          "title", [](auto& c) -> auto& { return c.title; }, config::text("text"),
          "What the job is, for people."),
      field<TrainConfig>(
          "model", [](auto& c) -> auto& { return c.model; }, model_codec(), "What is trained."),
      field<TrainConfig>(
          "layers", [](auto& c) -> auto& { return c.layers; }, whole_number(0, 100'000),
          "Layers of the model that are run; 0: all."),
      config::composed<TrainConfig>(
          "system", [](auto& c) -> auto& { return c.system; }, topology::system_fields(),
          systems::whole_system),
      field<TrainConfig>(
          "law", [](auto& c) -> auto& { return c.law; }, systems::law_codec(),
          "Of collectives: reached (NCCL's law in a node, a share of the line rate across), links, "
          "or what the system says."),
      field<TrainConfig>(
          "parallel", [](auto& c) -> auto& { return c.parallel; }, workload::parallelism_codec(),
          "Degrees and schedule, such as dp=64,tp=4,sp=4,zero=3 (see docs/workloads.md): " +
              all_knobs() + "."),
      field<TrainConfig>(
          "batch", [](auto& c) -> auto& { return c.batch; }, whole_number(1, 1 << 30),
          "Sequences of a step, over all replicas."),
      field<TrainConfig>(
          "sequence", [](auto& c) -> auto& { return c.sequence; }, whole_number(0, 1 << 30),
          "Tokens of a sequence; 0: the model's."),
      field<TrainConfig>(
          "kind", [](auto& c) -> auto& { return c.kind; },
          choice<StepKind>({{"train", StepKind::train},
                            {"prefill", StepKind::prefill},
                            {"decode", StepKind::decode}}),
          "A step of training, the prefill of a batch, or one step of its decoding."),
      field<TrainConfig>(
          "type", [](auto& c) -> auto& { return c.type; }, type_codec(), "Numbers of GEMMs."),
      field<TrainConfig>(
          "gradient_type", [](auto& c) -> auto& { return c.gradient_type; }, type_codec(),
          "Numbers in which gradients are reduced."),
      field<TrainConfig>(
          "expert_routing", [](auto& c) -> auto& { return c.expert_routing; },
          workload::expert_routing_codec(), "How tokens choose experts: see docs/cost.md."),
      field<TrainConfig>(
          "counting", [](auto& c) -> auto& { return c.counting; },
          choice<Counting>({{"flops", Counting::flops}, {"macs", Counting::macs}}),
          "A multiply-add is two operations, or one as in COSMIC's traces."),
      field<TrainConfig>(
          "framework", [](auto& c) -> auto& { return c.framework; },
          choice<Framework>(
              {{"megatron", Framework::megatron}, {"torchtitan", Framework::torchtitan}}),
          "Whose rules say what is kept in memory: see docs/train.md."),
      field<TrainConfig>(
          "quantised_copies", [](auto& c) -> auto& { return c.quantised_copies; },
          whole_number(1, 2),
          "Training below bf16: copies in that type that a matrix keeps beside its bf16 weight."),
      field<TrainConfig>(
          "quantised_parameters", [](auto& c) -> auto& { return c.quantised_parameters; },
          config::boolean(), "Whether these copies stand in place of that weight."),
      config::composed<TrainConfig>(
          "software", [](auto& c) -> auto& { return c.software; }, workload::software_fields(),
          workload::kSoftwareFolder),
      field<TrainConfig>(
          "optimizer", [](auto& c) -> auto& { return c.optimizer; }, workload::optimizer_codec(),
          "What updates the weights, and what it keeps of each: see docs/train.md."),
      config::nested<TrainConfig>(
          "offload", [](auto& c) -> auto& { return c.offload; }, workload::offload_fields()),
      config::nested<TrainConfig>(
          "lora", [](auto& c) -> auto& { return c.lora; }, workload::lora_fields()),
      config::nested<TrainConfig>(
          "lengths", [](auto& c) -> auto& { return c.lengths; }, workload::length_fields()),
      field<TrainConfig>(
          "ignore_memory", [](auto& c) -> auto& { return c.ignore_memory; }, config::boolean(),
          "Run also what does not fit into the NPUs' memory."),
  };
}

Fields how_it_is_run() {
  return {
      field<TrainConfig>(
          "engine", [](auto& c) -> auto& { return c.engine; }, run::engine_codec(),
          "Closed forms on a list schedule, or discrete events."),
      field<TrainConfig>(
          "mode", [](auto& c) -> auto& { return c.mode; }, run::mode_codec(),
          "What is true, or what ASTRA-sim's congestion-unaware or -aware back end prints."),
      field<TrainConfig>(
          "symmetry", [](auto& c) -> auto& { return c.symmetry; }, run::symmetry_codec(),
          "One NPU stands for its class where that is exact; the results are equal."),
      field<TrainConfig>(
          "chunks", [](auto& c) -> auto& { return c.chunks; },
          whole_number(0, collective::kMostChunks),
          "Parts of a collective that go through its dimensions one after the other; 0: one, or "
          "what is fastest where neither the system nor an option says how collectives are done."),
      field<TrainConfig>(
          "spread", [](auto& c) -> auto& { return c.spread; },
          config::optional(run::spread_codec()),
          "An all-reduce over several dimensions: whole in each in turn, or BlueConnect."),
      field<TrainConfig>(
          "order", [](auto& c) -> auto& { return c.rules.order; }, run::order_codec(),
          "Which of several waiting collectives goes first."),
      field<TrainConfig>(
          "endpoint_delay", [](auto& c) -> auto& { return c.rules.endpoint_delay; },
          config::quantity<base::Picoseconds>(),
          "At the beginning of a chunk's phase, and after each message received."),
      field<TrainConfig>(
          "local_memory_bandwidth", [](auto& c) -> auto& { return c.rules.local_memory_bandwidth; },
          config::quantity<base::BytesPerSecond>(),
          "Of which adding a received message takes three passes; 0: the NPU's memory bandwidth."),
      field<TrainConfig>(
          "active_chunks", [](auto& c) -> auto& { return c.rules.active_chunks; },
          whole_number(1, collective::kMostChunks), "Chunks at once in a dimension of an NPU."),
      field<TrainConfig>(
          "most_messages", [](auto& c) -> auto& { return c.most_messages; },
          whole_number<std::int64_t>(1), "What would send more is refused before it runs."),
      field<TrainConfig>(
          "most_memory", [](auto& c) -> auto& { return c.most_memory; },
          config::quantity<base::Bytes>(base::Bytes{1}),
          "What would need more memory is refused before it runs."),
  };
}

Fields of_the_machine() {
  return {
      field<TrainConfig>(
          "detail", [](auto& c) -> auto& { return c.detail; }, config::text("details"),
          "cycle: of each dimension, such as 0=analytic,1=circuit: see docs/machine.md."),
      field<TrainConfig>(
          "hbm", [](auto& c) -> auto& { return c.hbm; },
          config::text("none, peak, or a name of configs/memories or configs/photonics"),
          "cycle: the memory that computations and NIC of an NPU share. peak: its bandwidth."),
      config::nested<TrainConfig>(
          "npu", [](auto& c) -> auto& { return c.npu; }, machine::npu_detail_fields()),
      field<TrainConfig>(
          "decide", [](auto& c) -> auto& { return c.decide; }, machine::decide_codec(),
          "cycle: when circuits for experts are decided, and on what: see docs/policies.md."),
      field<TrainConfig>(
          "expert_start", [](auto& c) -> auto& { return c.expert_start; },
          machine::expert_start_codec(),
          "cycle: when experts begin: at the end of an exchange, or with a kernel for the tokens "
          "of "
          "each setting, or of group:N settings."),
      field<TrainConfig>(
          "stack", [](auto& c) -> auto& { return c.stack; }, config::text("the folder of a stack"),
          "cycle: of jacquard genstack; its switches carry the collectives: see docs/machine.md."),
      field<TrainConfig>(
          "collectives", [](auto& c) -> auto& { return c.collectives; },
          config::optional(choice<Collectives>(
              {{"rounds", Collectives::rounds}, {"stack", Collectives::stack}})),
          "cycle: circuits as messages come, or in a stack's order; stack without a folder: made "
          "before the step. Unset: stack where one is given."),
      config::composed<TrainConfig>(
          "scheduler", [](auto& c) -> auto& { return c.exchange.scheduler; },
          experiment::scheduler_fields(), "schedulers"),
      config::composed<TrainConfig>(
          "circuit", [](auto& c) -> auto& { return c.exchange.circuit; }, systemc::circuit_fields(),
          "circuits"),
      config::composed<TrainConfig>(
          "fabric", [](auto& c) -> auto& { return c.exchange.fabric; }, systemc::packet_fields(),
          "fabrics"),
      config::composed<TrainConfig>(
          "faults", [](auto& c) -> auto& { return c.exchange.faults; }, systemc::fault_fields(),
          "faults"),
  };
}

Fields all_fields() {
  Fields fields = what_it_does();
  for (auto& f : how_it_is_run()) fields.push_back(std::move(f));
  for (auto& f : of_the_machine()) fields.push_back(std::move(f));
  return fields;
}

}  // namespace

const char* name_of(Collectives collectives) {
  return collectives == Collectives::stack ? "stack" : "rounds";
}

const config::FieldTable<TrainConfig>& train_fields() {
  static const config::FieldTable<TrainConfig> table(
      "job", "A step of a model on a cluster, and the engine that runs it.", all_fields());
  return table;
}

bool is_of_the_machine(std::string_view key) {
  static const Fields fields = of_the_machine();
  const std::string_view first = key.substr(0, key.find('.'));
  return std::any_of(fields.begin(), fields.end(),
                     [&](const config::Field<TrainConfig>& f) { return f.info.key == first; });
}

config::Place JobPlaces::of(const std::string& key) const {
  const auto option = options_.find(key);
  if (option != options_.end()) return {option->second, ""};
  if (!job_.source.empty()) {
    config::Place place = job_;
    std::istringstream parts(key);
    for (std::string part; std::getline(parts, part, '.');) place = place / part;
    return place;
  }
  if (key.find('.') != std::string::npos) return {"--set " + key, ""};
  std::string name = key;
  std::replace(name.begin(), name.end(), '_', '-');
  return {"--" + name, ""};
}

namespace {

// Recipes name devices as configs/devices does.
std::string device_name(const std::string& device) {
  if (device.empty() || device.front() == '{') return "";
  return cost::device_of(device, {"device", ""}).name;
}

// Keys of the software that options say: "software.launch" as "launch".
std::vector<std::string> said_of_software(const JobPlaces& places) {
  const std::string_view of = "software.";
  std::vector<std::string> said;
  for (const auto& [key, option] : places.given()) {
    if (key.rfind(of, 0) == 0) said.push_back(key.substr(of.size()));
  }
  return said;
}

}  // namespace

workload::StepRequest request_of(const TrainConfig& config, const JobPlaces& places) {
  workload::StepRequest request;
  request.model = config.model;
  if (config.layers > 0) request.model.layers = config.layers;
  request.parallelism = config.parallel;
  request.kind = config.kind;
  request.batch = config.batch;
  request.sequence = config.sequence;
  request.type = config.type;
  request.gradient_type = config.gradient_type;
  request.counting = config.counting;
  request.framework = config.framework;
  request.quantised_copies = config.quantised_copies;
  request.quantised_parameters = config.quantised_parameters;
  request.software = config.software.keys;
  if (!config.software.recipes.empty()) {
    request.software = workload::keys_for(config.software, config.model.name,
                                          device_name(config.system.npu.device), config.type,
                                          said_of_software(places));
  }
  if (request.software.gradient_type) request.gradient_type = *request.software.gradient_type;
  workload::Parallelism& parallel = request.parallelism;
  if (!parallel.recompute) parallel.recompute = request.software.recompute;
  parallel.async_tp = parallel.async_tp && request.software.tensor_beside;
  request.place = places.of("parallel");
  take_training_keys(config, places, request);
  if (request.model.encoder && request.kind == StepKind::decode) {
    places.of("kind").fail("train or prefill, as the model is an encoder", "decode");
  }
  if (config.expert_routing.kind != workload::RoutingKind::uniform) {
    const config::Place place = places.of("expert_routing");
    if (!request.model.has_experts()) {
      place.fail("uniform, as the model has no experts",
                 workload::expert_routing_codec().show(config.expert_routing).dump());
    }
    request.expert_skew = workload::equivalent_skew(workload::expert_traffic(request),
                                                    config.expert_routing, config.seed, place);
  }
  return request;
}

}  // namespace jacquard::train
