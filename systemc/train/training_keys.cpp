// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/training_keys.hpp"

#include <fmt/format.h>

#include <vector>

namespace jacquard::train {
namespace {

using workload::Optimizer;

// What a key says where nothing is meant.
struct Key {
  const char* name;
  bool said;
  std::string none;
  std::string found;
};

void require_training(const TrainConfig& config, const JobPlaces& places) {
  std::vector<Key> keys = {
      {"optimizer", config.optimizer != Optimizer::adam, "adam", name_of(config.optimizer)},
      {"offload.share", config.offload.share > 0, "0", fmt::format("{}", config.offload.share)},
      {"lora.rank", config.lora.freezes(), "0", std::to_string(config.lora.rank)}};
  if (const auto documents = said_documents(config.lengths)) {
    keys.push_back({documents->key, true, documents->none, documents->found});
  }
  for (const Key& key : keys) {
    if (!key.said) continue;
    if (config.kind != workload::StepKind::train) {
      places.of(key.name).fail(key.none + " in inference", key.found);
    }
    if (config.counting == workload::Counting::macs) {
      places.of(key.name).fail(key.none + " with counting=macs", key.found);
    }
  }
}

// A key that is not at its default says nothing without another.
void require_effect(const TrainConfig& config, const JobPlaces& places) {
  const workload::Offload offload;
  const workload::DocumentLengths whole;
  const auto need = [&](bool there, bool usual, const char* key, const char* beside) {
    if (!there && !usual) places.of(key).fail(std::string(beside) + " beside it", "none");
  };
  const bool shares = config.offload.share > 0;
  need(shares, config.offload.link == offload.link, "offload.link", "offload.share");
  need(shares, config.offload.host_bandwidth == offload.host_bandwidth, "offload.host_bandwidth",
       "offload.share");
  need(config.lora.freezes(), config.lora.modules == workload::Lora().modules, "lora.modules",
       "lora.rank");
  const workload::DocumentLengths& lengths = config.lengths;
  need(lengths.mean > 0, lengths.sigma == whole.sigma, "lengths.sigma", "lengths.mean");
  need(lengths.said(), lengths.packing == whole.packing, "lengths.packing",
       "lengths.mean or lengths.file");
  if (!lengths.file.empty() && lengths.mean > 0) {
    places.of("lengths.mean").fail("0 beside lengths.file", fmt::format("{}", lengths.mean));
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

std::optional<SaidDocuments> said_documents(const workload::DocumentLengths& lengths) {
  if (!lengths.said()) return std::nullopt;
  if (!lengths.file.empty()) return SaidDocuments{"lengths.file", "none", lengths.file};
  return SaidDocuments{"lengths.mean", "0", fmt::format("{}", lengths.mean)};
}

void require_training_keys(const TrainConfig& config, const JobPlaces& places) {
  require_effect(config, places);
  require_training(config, places);
  require_adapters(config, places);
  if (config.optimizer == Optimizer::muon && config.offload.share > 0) {
    places.of("offload.share")
        .fail("0 with muon, whose iterations are the NPU's",
              fmt::format("{}", config.offload.share));
  }
  const auto documents = said_documents(config.lengths);
  if (documents && (!config.model.fused_attention || config.model.encoder)) {
    const std::string none = documents->none;
    places.of(documents->key)
        .fail(none + " of a model that is not causal with fused attention", documents->found);
  }
}

void take_training_keys(const TrainConfig& config, const JobPlaces& places,
                        workload::StepRequest& request) {
  require_training_keys(config, places);
  request.optimizer = config.optimizer;
  request.offload = config.offload;
  request.lora = config.lora;
}

std::optional<workload::PackedStep> packed_of(const TrainConfig& config, const JobPlaces& places,
                                              const workload::StepRequest& request,
                                              const workload::StepPlan& plan) {
  const auto documents = said_documents(config.lengths);
  if (!documents) return std::nullopt;
  const workload::Parallelism& p = request.parallelism;
  return workload::packed_step(
      config.lengths, {p.dp, p.ep, plan.micro_batches, plan.micro_batch, p.pp, request.tokens()},
      config.seed, places.of(documents->key));
}

}  // namespace jacquard::train
