// SPDX-License-Identifier: Apache-2.0
// The works and communications of a step, each once: the layers of a kind share them by number.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "jacquard/workload/model_parameters.hpp"
#include "jacquard/workload/step_program.hpp"
#include "jacquard/workload/step_request.hpp"

namespace jacquard::workload {

// Numbers of works; -1: there is none.
struct Both {
  int forward = -1;
  int backward = -1;
};
// A matrix: its product, the gradient of what it is multiplied with, and its own. Training in fp8
// casts what is multiplied, before the first of each pass.
// Frozen, it has no gradient of its own; `weights` is then that of its adapter, if it has one.
struct Linear {
  int forward = -1;
  int data = -1;
  int weights = -1;
  Both cast;
  Both slice;  // of the product and of the first gradient, where tp's communications are sliced
  // An adapter's two products, backward the other way round, and the addition of what they give.
  Both adapter_down;
  Both adapter_up;
  Both adapter_sum;
};

// softmax(Q K^T) V: one kernel, or Q K^T, softmax and P V. Of sparse attention the indexer's
// scores, its choice, and what follows; of linear attention the scan. And its gradient: one kernel,
// or those of V and P, of the softmax, of Q and K.
struct AttentionProducts {
  std::array<int, 3> forward{-1, -1, -1};
  std::array<int, 5> backward{-1, -1, -1, -1, -1};
};

// A mixer of tokens. Of none all are -1.
struct AttentionWorks {
  Both norm;     // with the addition of the residual before it
  Linear qkv;    // latent: into the compressed forms; linear: gates too
  Linear q_up;   // latent: out of the compressed queries
  Linear kv_up;  // latent: out of the compressed keys and values
  Both rotary;   // position into Q and K; linear: the gated norm of what it gives
  AttentionProducts products;
  std::vector<AttentionProducts> packed;  // of each micro-batch, where documents are packed
  Linear value_up;  // latent, decoding: what is read out of the compressed form into a head's
  Linear out;
  int keys_again = -1;  // the matrix of K alone (Recompute::alternate)
  int kv_gather = -1;   // cp: K and V, before the products
  int kv_scatter = -1;  // their gradients
};

struct FeedForwardWorks {
  Linear up;       // gated: both matrices
  int again = -1;  // the second of them, or `down` (Recompute::alternate)
  Both activation;
  Linear down;
};

// Of tokens and experts: what is waited for, and what goes beside another micro-batch.
struct Exchange {
  int waited = -1;
  int beside = -1;
};

struct ExpertWorks {
  Linear router;
  Both activation;    // within the products, alone where it is computed again
  Both beside;        // casts, and an activation that is many kernels
  Both products;      // all GEMMs of the experts; backward: both gradients
  int gradient = -1;  // of rows alone
  int weights = -1;   // and of the experts alone
  FeedForwardWorks shared;
  Both sum;  // of routed and shared experts
  Exchange dispatch;
  Exchange combine;
  int gather = -1;   // tp: rows that arrived, of all members
  int scatter = -1;  // tp: sums of what the members computed of them
};

// What replicas exchange of the weights of a unit (a layer, the embedding or the logits), and what
// its gradients cost beside.
struct UnitComms {
  int gather = -1;  // weights outside experts
  int gather_experts = -1;
  int reduce = -1;  // gradients
  int reduce_experts = -1;
  int sum = -1;  // a work: a micro-batch's gradients are added to those before
};

// Modules that predict further tokens, one behind the other: a matrix of two rows, a layer that
// attends, with experts if the model has any, and three norms each (DeepSeek-V3 s2.2).
struct FurtherTokens {
  int modules = 0;
  LayerKind kind;
};

struct StepWorks {
  std::array<AttentionWorks, kMixers> mixers;
  FeedForwardWorks ffn;
  ExpertWorks experts;
  Both ffn_norm;
  Both embedding;
  Both final_norm;
  Linear logits;
  Both loss;
  // tp. With sequence parallelism rows are gathered before a split matrix and reduce-scattered
  // behind one; without it they are all-reduced, and `gather` is none.
  int gather = -1;        // in bf16, of the head and the embedding
  int layer_gather = -1;  // in the type of a layer's products
  int reduce = -1;        // reduce-scatter or all-reduce, of a forward pass
  int gather_slice = -1;  // one of `slices` parts
  int reduce_slice = -1;
  int loss_reduce = -1;
  int tied = -1;      // gradients of a tied embedding, between its two copies
  int token = -1;     // of decoding: what the last stage chose, to the first
  int boundary = -1;  // activations, or their gradients, between stages
  UnitComms embedding_unit;
  std::array<UnitComms, kLayerKinds> layer_units;  // by index_of(kind)
  UnitComms output_unit;
  std::array<Both, kLayerKinds> launch;  // by index_of(kind): without size until they are priced
  FurtherTokens further;
  Linear further_matrix;  // of two rows
  int slices = 1;
  bool sequence_parallel = false;
  bool asynchronous = false;  // tp's rows and sums are on their way while matrices multiply
};

// Parameters that an NPU holds of a unit before weights are shared out, by whom they are reduced.
struct UnitParameters {
  double outside_experts = 0;
  double experts = 0;
};
inline UnitParameters sum_of(const UnitParameters& a, const UnitParameters& b) {
  return {a.outside_experts + b.outside_experts, a.experts + b.experts};
}
UnitParameters layer_on_npu(const StepRequest& request, LayerKind kind);
UnitParameters embedding_on_npu(const StepRequest& request);
// A last stage that is not the first has its own copy of a tied embedding.
UnitParameters output_on_npu(const StepRequest& request, bool copy_of_tied);

FurtherTokens further_tokens(const StepRequest& request);
// All modules without their layers. A last stage that is not the first has a copy of the embedding.
UnitParameters beside_further_layers(const StepRequest& request);
// Whether the first and the last virtual stage are on different stages.
bool ends_apart(const Parallelism& parallelism);
// Of a layer's adapters, which are trained in place of it.
UnitParameters adapters_on_npu(const StepRequest& request, LayerKind kind);

// Who shares out what replicas hold alike: dp x cp, outside experts also ep; of experts not cp if
// that is folded.
AxisMask replica_axes(const Parallelism& parallelism, bool experts);

// Whether tokens go to experts by kernels that send a token once to each place: then the first
// all-to-all of the program is the dispatch, and the second the combine.
bool sends_tokens(const StepRequest& request);
// Whether exchanges go beside another micro-batch's computations.
bool exchanges_beside(const StepRequest& request, const StepPlan& plan);

// Into program.works and program.comms. Throws ConfigError at request.place for sizes beyond 2^62
// bytes.
StepWorks add_works(const StepRequest& request, const StepPlan& plan, StepProgram& program);

}  // namespace jacquard::workload
