// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "jacquard/base/at.hpp"
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

std::vector<MeshNetwork> networks_of(const Question& question, const Mesh& mesh) {
  MeshNetwork plain = question.network;
  plain.folds = {};
  std::vector<MeshNetwork> all = {plain};
  if (!question.folds) return all;
  for (const Direction direction : {Direction::row, Direction::column}) {
    const int side = mesh.size(direction);
    if (base::at(plain.open, static_cast<int>(direction))) continue;
    for (int shorter = 2; shorter * shorter <= side; ++shorter) {
      if (side % shorter != 0) continue;
      all.push_back(plain);
      base::at(all.back().folds, static_cast<int>(direction)) = {shorter, side / shorter};
    }
  }
  return all;
}

}  // namespace jacquard::gemm
