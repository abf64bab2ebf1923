// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/gemm/program.hpp"

namespace jacquard::gemm {

inline Request make_request(Algorithm algorithm, Dataflow dataflow, Mesh mesh, MatrixShape shape,
                            int slices = 1) {
  Request request;
  request.algorithm = algorithm;
  request.dataflow = dataflow;
  request.mesh = mesh;
  request.shape = shape;
  request.slices = slices;
  return request;
}

inline constexpr std::array<Dataflow, 3> kDataflows = {Dataflow::os, Dataflow::ls, Dataflow::rs};

}  // namespace jacquard::gemm
