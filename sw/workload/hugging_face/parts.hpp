// SPDX-License-Identifier: Apache-2.0
// Parts of a decoder by the keys that say them, whoever wrote the file. Each leaves what the file
// does not have as it is; all throw ConfigError at the key that is wrong.
#pragma once

#include "jacquard/workload/hugging_face/keys.hpp"
#include "jacquard/workload/model.hpp"

namespace jacquard::workload::hugging_face {

// What an architecture's code has beside what its file says.
enum Trait : unsigned {
  kPlain = 0,
  kBiases = 1U << 0,        // of every matrix
  kQkvBias = 1U << 1,       // of the first matrix of attention
  kHeadNorms = 1U << 2,     // of each head's Q and K
  kLayerNorm = 1U << 3,     // norms with a bias
  kPostNorms = 1U << 4,     // of what a layer's parts give
  kUngated = 1U << 5,       // two matrices in a feed-forward part
  kTied = 1U << 6,          // the output matrix is the embedding, unless the file denies it
  kWindows = 1U << 7,       // sliding_window is of every layer
  kAlternate = 1U << 8,     // of every second, the first included
  kSharedExpert = 1U << 9,  // one as wide as the experts
  kDenseBeside = 1U << 10,  // a dense part beside the experts
  kOutputGate = 1U << 11,   // gates what attention gives
};

void read_latent(const Keys& c, Model& m);
void read_index(const Keys& c, Model& m);
void read_linear(const Keys& c, Model& m);
void read_experts(const Keys& c, unsigned traits, Model& m);
// Which layers have experts, behind read_experts().
void read_feeds(const Keys& c, Model& m);
// What mixes tokens in which layers, and windows.
void read_mixers(const Keys& c, unsigned traits, Model& m);
// Nemotron's patterns: a layer is a mixer or a feed-forward part.
bool read_pattern(const Keys& c, Model& m);

// Throws ConfigError at a key of a part that no law is known for.
void refuse_unknown_parts(const Keys& c);

}  // namespace jacquard::workload::hugging_face
