// SPDX-License-Identifier: Apache-2.0
// The works and communications of a step, each once: the layers of a kind share them by number.
#pragma once

#include <array>

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
struct Linear {
  int forward = -1;
  int data = -1;
  int weights = -1;
  Both cast;
  Both slice;  // of the product and of the first gradient, where tp's communications are sliced
};

// A mixer of tokens. Of none all are -1.
struct AttentionWorks {
  Both norm;     // with the addition of the residual before it
  Linear qkv;    // latent: into the compressed forms; linear: gates too
  Linear q_up;   // latent: out of the compressed queries
  Linear kv_up;  // latent: out of the compressed keys and values
  Both rotary;   // position into Q and K; linear: the gated norm of what it gives
  // softmax(Q K^T) V: one kernel, or Q K^T, softmax and P V. Of sparse attention the indexer's
  // scores, its choice, and what follows; of linear attention the scan.
  std::array<int, 3> products{-1, -1, -1};
  // Its gradient: one kernel, or those of V and P, of the softmax, of Q and K.
  std::array<int, 5> products_backward{-1, -1, -1, -1, -1};
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
  int gradient = -1;  // one of both gradients
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
  // Modules that predict further tokens: how many, their matrix of two rows, the kind of their
  // layer.
  int further_tokens = 0;
  Linear further_matrix;
  LayerKind further_kind;
  int slices = 1;
  bool sequence_parallel = false;
  bool asynchronous = false;  // tp's rows and sums are on their way while matrices multiply
};

// Parameters that an NPU holds of a unit before weights are shared out, by whom they are reduced.
struct UnitParameters {
  double outside_experts = 0;
  double experts = 0;
};
UnitParameters layer_on_npu(const StepRequest& request, LayerKind kind);
UnitParameters embedding_on_npu(const StepRequest& request);
// A last stage that is not the first has its own copy of a tied embedding.
UnitParameters output_on_npu(const StepRequest& request, bool copy_of_tied);

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

// The optimizer's work for so many parameters (Adam with fp32 master weights).
ComputeWork optimizer_work(double parameters, Counting counting);

}  // namespace jacquard::workload
