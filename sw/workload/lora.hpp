// SPDX-License-Identifier: Apache-2.0
// Low-rank adapters (Hu et al., arXiv 2106.09685): weights are frozen, and beside chosen matrices
// W[in, out] products of A[in, rank] and B[rank, out] are trained.
#pragma once

#include <vector>

#include "jacquard/config/field_table.hpp"
#include "jacquard/workload/layer_matrices.hpp"

namespace jacquard::workload {

struct Lora {
  int rank = 0;  // 0: all weights are trained
  std::vector<MatrixOf> modules = {MatrixOf::qkv, MatrixOf::attention_out, MatrixOf::ffn_up,
                                   MatrixOf::ffn_down};

  bool freezes() const { return rank > 0; }
  bool adapts(MatrixOf of) const;
};
const config::FieldTable<Lora>& lora_fields();

// Of one layer on each of `tp` NPUs: A is whole where the matrix is split by columns, B where by
// rows. Matrices of one input that are multiplied as one have one adapter.
double adapter_parameters(const Model& model, LayerKind kind, const Lora& lora, double tp);
// Of all layers.
double adapter_parameters(const Model& model, const Lora& lora);

}  // namespace jacquard::workload
