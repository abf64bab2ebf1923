// SPDX-License-Identifier: Apache-2.0
// The matrices of a layer by their shapes: what an optimizer of whole matrices and adapters see.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/workload/model.hpp"

namespace jacquard::workload {

// How tp shares a matrix out: by what it gives, by what it takes, as whole experts are, or not.
enum class Split : std::uint8_t { columns, rows, whole };

// Whose it is, as operations are named.
enum class MatrixOf : std::uint8_t {
  qkv,
  attention_out,
  ffn_up,
  ffn_down,
  shared,
  router,
  experts
};

// x[in] W[in, out]. Those of one input that are multiplied as one have an entry each, and `first`
// says which begins it.
struct LayerMatrix {
  MatrixOf of = MatrixOf::qkv;
  double in = 0;
  double out = 0;
  Split split = Split::columns;
  double count = 1;   // of a layer: experts
  bool first = true;  // of what is multiplied as one
};

// Of one layer, the whole of it.
std::vector<LayerMatrix> layer_matrices(const Model& model, LayerKind kind);

}  // namespace jacquard::workload
