// SPDX-License-Identifier: Apache-2.0
// What is asked of the generator: a model, its parallelism, a batch; and what follows at once.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/config/place.hpp"
#include "jacquard/workload/lora.hpp"
#include "jacquard/workload/model.hpp"
#include "jacquard/workload/optimizer.hpp"
#include "jacquard/workload/parallelism.hpp"
#include "jacquard/workload/training_software.hpp"

namespace jacquard::workload {

enum class StepKind : std::uint8_t { train, prefill, decode };

// macs: as COSMIC's generator counts. A multiply-add is one operation, a value one byte, an
// operation moves its result alone, and attention's products are not counted.
enum class Counting : std::uint8_t { flops, macs };

// Whose rules of what is kept in memory hold: Megatron-core's with Transformer Engine's kernels, or
// torchtitan's with fully_shard.
enum class Framework : std::uint8_t { megatron, torchtitan };

struct StepRequest {
  Model model;
  Parallelism parallelism;
  StepKind kind = StepKind::train;
  int batch = 1;     // sequences of all replicas together
  int sequence = 0;  // tokens of each; 0: the model's; in decode those already in the cache
  NumberType type = NumberType::bf16;     // of layers' matrices; below bf16 the rest stays there
  NumberType kv_type = NumberType::bf16;  // of the cache
  NumberType gradient_type = NumberType::fp32;  // in which gradients are reduced
  double expert_skew = 0;                       // ExpertWork::skew
  Counting counting = Counting::flops;
  Framework framework = Framework::megatron;
  // Training below bf16 with Transformer Engine: copies of a matrix that are kept beside its bf16
  // weight (2: as it is and transposed, on Hopper, and as MXFP8; 1: with one scale a tensor on
  // Blackwell), and whether that weight is left out.
  int quantised_copies = 2;
  bool quantised_parameters = false;
  Optimizer optimizer = Optimizer::adam;
  Offload offload;
  Lora lora;
  // Packed documents: of each micro-batch, the tokens of a document that a token is in on average,
  // so that its sum of squares is this times its tokens. Empty: sequences are whole.
  std::vector<double> packed;
  // The same of all micro-batches of all replicas, and the share of tokens that are of documents.
  double packed_mean = 0;
  double packed_filled = 1;
  SoftwareKeys software;
  config::Place place = {"parallel", ""};  // of the knobs, for errors

  int tokens() const { return sequence > 0 ? sequence : model.sequence; }
  // Where a knob stands: "--parallel, tp", or a key of a file.
  config::Place knob(const char* name) const;
};

// Whether weights are sharded, or gradients, or as torchtitan does.
bool shards_as_fsdp(const StepRequest& request);

// What the knobs come to. Throws ConfigError at request.place / knob: which knob, what would fit.
struct StepPlan {
  int micro_batches = 1;
  int micro_batch = 1;              // sequences of one, in each replica
  double tokens = 0;                // of one micro-batch on one NPU, after cp (before tp)
  std::vector<int> virtual_layers;  // layers of each virtual stage, in the model's order
  std::vector<int> first_layers;    // and the first of each
  int chunks = 1;                   // virtual stages of each stage
};
StepPlan plan_of(const StepRequest& request);

// Throws ConfigError at request.place unless the degrees multiply to `npus`, with what would fit.
void require_npus(const StepRequest& request, std::int64_t npus);

}  // namespace jacquard::workload
