// SPDX-License-Identifier: Apache-2.0
// How many parameters a model has, and where.
#pragma once

#include "jacquard/workload/model.hpp"

namespace jacquard::workload {

// Of one layer, the whole of it. Matrices hold their biases.
struct LayerParameters {
  double attention = 0;  // all of its mixer's
  double ffn = 0;        // of a dense layer
  double experts = 0;    // all routed experts
  double shared = 0;     // shared experts
  double router = 0;     // and matrices into and out of what experts take and give
  double norms = 0;

  double total() const { return attention + ffn + experts + shared + router + norms; }
  double outside_experts() const { return total() - experts; }
};
LayerParameters layer_parameters(const Model& model, LayerKind kind);

// Of a mixer's, those that each of `tp` NPUs has whole: what compresses, the indexer, and keys and
// values where tp has more members than they have heads (the part of a head that is not shared
// out).
double copied_parameters(const Model& model, Mixer mixer, double tp);

// Outside the layers. `output` is 0 where it is tied to the embedding.
struct EdgeParameters {
  double embedding = 0;  // of tokens or patches, and of positions
  double final_norm = 0;
  double output = 0;  // logits or classes
};
EdgeParameters edge_parameters(const Model& model);

double total_parameters(const Model& model);
// That one token meets: top_k of the routed experts, not all.
double active_parameters(const Model& model);
// Of the modules that predict further tokens, which total_parameters() leaves out: a layer like the
// last, a matrix that joins its two inputs, and their norms. Embedding and logits are shared.
double mtp_parameters(const Model& model);
// Of the matrices that one token is multiplied by: logits included (tied or not), look-ups and
// norms and biases not. MFU counts 6 FLOPs for each and token.
double matmul_parameters(const Model& model);

// Floating point operations of a training step over `tokens` in sequences of `sequence`, whatever
// is recomputed: 6 per matmul parameter and token, and causal attention's 6 L h s per token
// (PaLM, Chowdhery et al. 2022, appendix B, halved for causality), an encoder's 12 L h s.
double training_flops(const Model& model, double tokens, double sequence);

// The same of a prefill of `sequences` prompts of `tokens` each, whose last token alone has logits;
// and of one more token of each, `tokens` being cached.
double prefill_flops(const Model& model, double sequences, double tokens);
double decode_flops(const Model& model, double sequences, double tokens);

}  // namespace jacquard::workload
