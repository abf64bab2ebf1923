// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/layer_matrices.hpp"

#include <catch2/catch.hpp>

#include "jacquard/config/find_config.hpp"
#include "jacquard/workload/hugging_face.hpp"
#include "jacquard/workload/model_parameters.hpp"

using namespace jacquard;
using namespace jacquard::workload;

TEST_CASE("A layer's matrices are all that a token of any shipped model is multiplied by") {
  for (const std::string& name : config::shipped_configs("models")) {
    const Model m = read_model(name, {"test", ""});
    double all = (double(m.vocabulary) + m.patch_values) * m.hidden;
    for (int layer = 0; layer < m.layers; ++layer) {
      for (const LayerMatrix& matrix : layer_matrices(m, m.kind(layer))) {
        const bool expert = matrix.of == MatrixOf::experts;
        all += matrix.in * matrix.out * (expert ? m.experts.top_k : matrix.count);
      }
    }
    INFO(name);
    CHECK(all == Approx(matmul_parameters(m)).epsilon(1e-12));
  }
}
