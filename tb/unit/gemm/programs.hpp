// SPDX-License-Identifier: Apache-2.0
// Requests of the size that tests take.
#pragma once

#include "jacquard/gemm/prove/cases.hpp"

namespace jacquard::gemm {

// A legal request of the telling shape; its slices are the most that are legal and few.
inline Request telling_request(Algorithm algorithm, Dataflow dataflow, const Mesh& mesh,
                               int slices) {
  Request r;
  r.algorithm = algorithm;
  r.dataflow = dataflow;
  r.mesh = mesh;
  r.block = 1;
  r.slices = slices;
  r.packets = 2;
  r.shape = telling_shape(r);
  return r;
}

struct Example {
  Algorithm algorithm;
  Mesh mesh;
  int slices;
};
// Each algorithm on a mesh where it has something to get wrong.
inline std::vector<Example> examples() {
  return {{Algorithm::cannon, {3, 3, 1}, 1},    {Algorithm::summa, {3, 5, 1}, 0},
          {Algorithm::summa, {3, 5, 1}, 5},     {Algorithm::collective, {2, 3, 1}, 1},
          {Algorithm::wang, {2, 4, 1}, 0},      {Algorithm::wang, {4, 3, 1}, 2},
          {Algorithm::meshslice, {3, 2, 1}, 6}, {Algorithm::tp, {1, 4, 1}, 0},
          {Algorithm::fsdp, {4, 1, 1}, 0},      {Algorithm::solomonik, {4, 4, 2}, 1}};
}

}  // namespace jacquard::gemm
