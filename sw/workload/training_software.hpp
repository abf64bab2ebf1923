// SPDX-License-Identifier: Apache-2.0
// What a release of a training framework does of itself: what it communicates beside computations,
// in which numbers, how tokens reach experts, and what the host starts at once. docs/train.md has
// each key with its source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"
#include "jacquard/workload/compute_work.hpp"
#include "jacquard/workload/parallelism.hpp"

namespace jacquard::workload {

// all_to_all  each row to its expert, by NCCL
// deepep      a token once to each node, and there once to each GPU (DeepEP's normal kernels)
// hybridep    the same within NVLink domains of any size, by NVIDIA's kernels
enum class ExpertPath : std::uint8_t { all_to_all, deepep, hybridep };

// What is captured as a CUDA graph: nothing, each layer's mixer, its router, both, or the step.
enum class Captured : std::uint8_t { nothing, mixer, router, parts, step };

// Of an exchange beside another micro-batch's computations, what they hide. Both want the same
// processors, and a kernel that computes does not give them up.
inline constexpr double kHiddenExchange = 0.5;

struct SoftwareKeys {
  std::optional<NumberType> gradient_type;  // nothing: as the job says
  NumberType attention_type = NumberType::bf16;
  bool fused_loss = false;      // one kernel each way, which keeps no fp32 copy of the logits
  bool reduces_beside = true;   // gradients, beside the backward pass
  bool gathers_beside = false;  // updated weights (ZeRO-1), beside the next forward pass
  ExpertPath expert_path = ExpertPath::all_to_all;
  NumberType dispatch_type = NumberType::bf16;
  bool experts_beside = false;    // dispatch and combine, beside another micro-batch's computations
  bool eager_activation = false;  // of experts, with its biases: a kernel for each operation
  bool fused_experts = false;     // activation and quantisation within the products of experts
  Captured captured = Captured::nothing;
  base::Picoseconds launch{0};         // of a kernel, by the host; 0: not counted
  base::Picoseconds call{0};           // of a function of the framework, by the host
  std::optional<Recompute> recompute;  // where the job computes nothing again
  bool tensor_beside = true;  // tp's communications beside its products, if the job asks for it
  int mtp_layers = 0;         // modules that predict further tokens, one behind the other
};

// What some models, devices or types do otherwise; empty lists mean any.
struct Recipe {
  std::vector<std::string> models;
  std::vector<std::string> devices;
  std::vector<std::string> types;
  std::string keys;  // those of SoftwareKeys that differ, as the text of an object
};

struct TrainingSoftware {
  std::string name;  // "megatron-26.02"; "": nothing is said
  std::string source;
  SoftwareKeys keys;
  std::vector<Recipe> recipes;  // in order: later ones win
};

inline constexpr const char* kSoftwareFolder = "software";

const config::FieldTable<TrainingSoftware>& software_fields();

// With the recipes that match, but for keys that a user `said` otherwise. The type by its name:
// "bf16", "fp8", "nvfp4".
SoftwareKeys keys_for(const TrainingSoftware& software, const std::string& model,
                      const std::string& device, NumberType type,
                      const std::vector<std::string>& said = {});

}  // namespace jacquard::workload
