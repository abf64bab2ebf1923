// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/training_keys.hpp"

namespace jacquard::train {
namespace {

using workload::Optimizer;

// What a key says where nothing is meant.
struct Key {
  const char* name;
  bool said;
  const char* none;
};

void require_training(const TrainConfig& config, const JobPlaces& places) {
  const Key keys[] = {{"optimizer", config.optimizer != Optimizer::adam, "adam"},
                      {"offload.share", config.offload.share > 0, "0"},
                      {"lora.rank", config.lora.freezes(), "0"},
                      {"lengths", config.lengths.said(), "none"}};
  for (const Key& key : keys) {
    if (!key.said) continue;
    const std::string none = key.none;
    if (config.kind != workload::StepKind::train) {
      places.of(key.name).fail(none + " in inference", "what is of training");
    }
    if (config.counting == workload::Counting::macs) {
      places.of(key.name).fail(none + " with counting=macs", "what it does not count");
    }
  }
}

void require_adapters(const TrainConfig& config, const JobPlaces& places) {
  if (!config.lora.freezes()) return;
  if (workload::adapter_parameters(config.model, config.lora) <= 0) {
    places.of("lora.modules").fail("a matrix of the model's layers", "none");
  }
  if (config.optimizer == Optimizer::muon) {
    places.of("optimizer").fail("adam, adam-8bit, sgd or adafactor with lora", "muon");
  }
  if (config.parallel.tp_slices > 1) {
    (places.of("parallel") / "tp_slices")
        .fail("1 with lora", std::to_string(config.parallel.tp_slices));
  }
}

}  // namespace

void take_training_keys(const TrainConfig& config, const JobPlaces& places,
                        workload::StepRequest& request) {
  require_training(config, places);
  require_adapters(config, places);
  if (config.optimizer == Optimizer::muon && config.offload.share > 0) {
    places.of("offload.share").fail("0 with muon, whose iterations are the NPU's", "more");
  }
  if (config.lengths.said() && (!config.model.fused_attention || config.model.encoder)) {
    places.of("lengths").fail("none of a model that is not causal with fused attention", "lengths");
  }
  request.optimizer = config.optimizer;
  request.offload = config.offload;
  request.lora = config.lora;
}

std::optional<workload::PackedStep> packed_of(const TrainConfig& config, const JobPlaces& places,
                                              const workload::StepRequest& request,
                                              const workload::StepPlan& plan) {
  if (!config.lengths.said()) return std::nullopt;
  const workload::Parallelism& p = request.parallelism;
  return workload::packed_step(
      config.lengths, {p.dp, p.ep, plan.micro_batches, plan.micro_batch, p.pp, request.tokens()},
      config.seed, places.of("lengths"));
}

}  // namespace jacquard::train
