// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "jacquard/gemm/tune/tune.hpp"

namespace jacquard::gemm {

std::vector<Mesh> meshes_of(const Question& question) {
  std::vector<Mesh> meshes;
  const int chips = question.chips;
  for (int rows = 1; rows <= chips; ++rows) {
    if (chips % rows == 0) meshes.push_back({rows, chips / rows, 1});
  }
  const auto& algorithms = question.algorithms;
  if (std::find(algorithms.begin(), algorithms.end(), Algorithm::solomonik) != algorithms.end()) {
    for (int side = 2; side * side <= chips / 2; ++side) {
      if (chips % (side * side) == 0) meshes.push_back({side, side, chips / (side * side)});
    }
  }
  return meshes;
}

}  // namespace jacquard::gemm
