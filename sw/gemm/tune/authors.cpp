// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/tune/authors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "jacquard/base/error.hpp"
#include "jacquard/gemm/tune/memory.hpp"

namespace jacquard::gemm {
namespace {

constexpr int kBlock = 8;
constexpr int kShortestSide = 4;

struct Listed {
  int divisor;
  bool of_pod;
  std::vector<int> slices;
};

const std::vector<Listed>& lists() {
  static const std::vector<Listed> all = {
      {96, false, {3, 4, 6, 8, 12, 16, 24, 32}},
      {160, false, {4, 5, 8, 10, 16, 20, 32}},
      {32, false, {4, 8, 16, 32}},
      {48, true, {3, 4, 6, 8, 12, 16, 24}},
      {80, false, {4, 5, 8, 10, 16, 20, 40}},
      {40, true, {4, 5, 8, 10, 20}},
      {24, true, {3, 4, 6, 8, 12, 24}},
      {20, true, {4, 5, 10, 20}},
      {16, true, {4, 8, 16}},
      {12, true, {3, 4, 12}},
      {10, true, {5, 10}},
      {8, true, {4, 8}},
      {6, true, {3, 6}},
      {4, true, {4}},
      {5, true, {5}},
  };
  return all;
}

Choice choice_of(const Layer& layer) {
  return {layer.outputs > layer.inputs ? Stationary::y : Stationary::x, false};
}

TunedLayer with_slices(const Question& q, const Layer& layer, const Mesh& mesh, int slices) {
  TunedLayer tuned;
  tuned.choice = choice_of(layer);
  for (const Pass pass : kPasses) {
    Request request = request_of(layer, tuned.choice, pass, mesh);
    request.slices = slices;
    tuned.passes.push_back({request, cost_of(request, q.chip, Mode::authors)});
  }
  return tuned;
}

std::vector<int> slices_of(const Layer& layer, const Mesh& mesh, Calibration calibration) {
  const std::int64_t sliced =
      choice_of(layer).stays == Stationary::y ? layer.inputs : layer.outputs;
  const std::int64_t blocks = sliced / std::lcm(mesh.rows, mesh.columns) / kBlock;
  return slices_of_authors(blocks, calibration);
}

TunedLayer search(const Question& q, const Layer& layer, const Mesh& mesh, Calibration calibration,
                  Certificate& certificate) {
  std::optional<TunedLayer> best;
  for (const int slices : slices_of(layer, mesh, calibration)) {
    TunedLayer tuned = with_slices(q, layer, mesh, slices);
    certificate.evaluated += static_cast<std::int64_t>(kPasses.size());
    if (!best || tuned.time() < best->time()) best = std::move(tuned);
  }
  return *std::move(best);
}

TunedBlock search(const Question& q, const Mesh& mesh, Calibration calibration,
                  Certificate& certificate) {
  TunedBlock block;
  block.mesh = mesh;
  double combinations = 1;
  for (const Layer& layer : q.layers) {
    block.layers.push_back(search(q, layer, mesh, calibration, certificate));
    block.time += block.layers.back().time();
    combinations *= static_cast<double>(slices_of(layer, mesh, calibration).size());
  }
  certificate.combinations += combinations;
  block.memory = held_by_chip(q, mesh) + block.buffers();
  return block;
}

[[noreturn]] void refuse_chips(int chips) {
  const int nearest = [chips] {
    for (int by = 1;; ++by) {
      if (!meshes_of_authors(chips - by).empty()) return chips - by;
      if (!meshes_of_authors(chips + by).empty()) return chips + by;
    }
  }();
  throw base::ConfigError({"--chips", "", "4, 8, 16 ... rows of 4 or more chips",
                           std::to_string(chips),
                           fmt::format("nearest is {}; --mode paper takes any", nearest)});
}

}  // namespace

std::vector<int> slices_of_authors(std::int64_t blocks, Calibration calibration) {
  for (const Listed& list : lists()) {
    if (calibration == Calibration::pod && !list.of_pod) continue;
    if (blocks % list.divisor == 0) return list.slices;
  }
  return {static_cast<int>(blocks)};
}

std::vector<Mesh> meshes_of_authors(int chips) {
  std::vector<Mesh> meshes;
  for (int rows = kShortestSide; chips / rows >= kShortestSide && chips % rows == 0; rows *= 2) {
    meshes.push_back({rows, chips / rows, 1});
  }
  return meshes;
}

Tuned tune_as_authors(const Question& q, Calibration calibration) {
  const std::vector<Mesh> meshes = q.mesh ? std::vector<Mesh>{*q.mesh} : meshes_of_authors(q.chips);
  if (meshes.empty()) refuse_chips(q.chips);
  Tuned tuned;
  Certificate& certificate = tuned.certificate;
  for (const Mesh& mesh : meshes) {
    tuned.blocks.push_back(search(q, mesh, calibration, certificate));
  }
  certificate.meshes = static_cast<int>(meshes.size());
  certificate.points = certificate.evaluated;
  std::stable_sort(tuned.blocks.begin(), tuned.blocks.end(),
                   [](const TunedBlock& a, const TunedBlock& b) { return a.time < b.time; });
  return tuned;
}

}  // namespace jacquard::gemm
