// SPDX-License-Identifier: Apache-2.0
// What a layer's mixer multiplies, sees and keeps: the shapes that parameters, steps and servers
// count by.
#pragma once

#include "jacquard/workload/compute_work.hpp"
#include "jacquard/workload/model.hpp"

namespace jacquard::workload {

// The most keys before it that a query attends to: a window, an indexer's choice; 0: all. Chunks
// cut sequences instead.
double keys_seen(const Model& model, Mixer mixer);

// Columns that an indexer adds to a layer's first matrices, on every NPU: its key and the weights
// of its heads, and its queries; of the mean layer.
struct IndexWidths {
  double key = 0;
  double queries = 0;
};
IndexWidths index_widths(const Model& model, Mixer mixer);
// The scores of an indexer: one head of keys for all of queries, and no values.
AttentionWork index_scores(const Model& model, double batch, double queries, double keys);
// Its choice among them: each score is written in fp32 and read.
ElementwiseWork index_choice(const AttentionWork& scores);

// Values that a token's keys and values and an indexer's key take in a layer, on one of `tp` NPUs;
// 0 for mixers that keep nothing of a token. Heads beyond tp are copied, compressed keys always.
double kept_values(const Model& model, Mixer mixer, double tp);
// Bytes that a sequence keeps in a layer whose mixer is linear, on one of `tp` NPUs: states in
// fp32, and the last values before the convolution.
double state_bytes(const Model& model, double tp);

// Of a linear mixer: columns of its first matrix that are gates of heads, or lead to gates of
// channels by so many values; columns of the output's gate, or of what leads to it.
double linear_gates(const Model& model);
double linear_rank(const Model& model);
double linear_output_gate(const Model& model);
// One token of one sequence, all heads.
LinearAttentionWork linear_work(const Model& model);

}  // namespace jacquard::workload
