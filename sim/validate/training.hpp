// SPDX-License-Identifier: Apache-2.0
// Published training steps: throughput, and memory where it was published.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/validate/validation.hpp"
#include "systemc/train/train_config.hpp"

namespace jacquard::validate {

struct PublishedStep {
  std::string model;   // as the source calls it
  std::string source;  // where it is published
  train::TrainConfig job;
  config::Place place;
  // One of the three.
  std::optional<double> flops_per_s;   // of a GPU
  std::optional<double> seconds;       // of a step
  std::optional<double> tokens_per_s;  // of a GPU
  bool with_recomputation = false;     // what flops_per_s counts
  std::optional<double> memory_bytes;  // of a GPU, at its fullest
};

// configs/measured/training/published.json, or a file like it.
std::vector<PublishedStep> read_published_steps(const std::string& path);

// A table of torchtitan's columns: gpus, fsdp, tp, pp, cp, local_batch, seq, precision, schedule,
// activation_checkpoint, tokens_per_s_per_gpu, memory_gib.
std::vector<PublishedStep> read_torchtitan(const std::string& path);

Validation training_validation();

}  // namespace jacquard::validate
