// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/tune/heuristic.hpp"

#include <algorithm>

#include "jacquard/gemm/tune/memory.hpp"
#include "jacquard/gemm/tune/resharding.hpp"

namespace jacquard::gemm {
namespace {

Algorithm algorithm_of(const Question& q) {
  const bool has = std::find(q.algorithms.begin(), q.algorithms.end(), Algorithm::meshslice) !=
                   q.algorithms.end();
  return has ? Algorithm::meshslice : q.algorithms.front();
}

// Slice counts that all passes can take.
std::vector<int> common_slices(const std::vector<Request>& requests) {
  std::vector<int> common = legal_slices(requests.front());
  for (const Request& request : requests) {
    const std::vector<int> own = legal_slices(request);
    std::vector<int> both;
    std::set_intersection(common.begin(), common.end(), own.begin(), own.end(),
                          std::back_inserter(both));
    common = std::move(both);
  }
  return common;
}

std::optional<TunedLayer> search(const Question& q, const Layer& layer, const Choice& choice,
                                 const Mesh& mesh, const MeshNetwork& network, base::Bytes room) {
  std::vector<Request> requests;
  for (const Pass pass : q.passes()) {
    requests.push_back(request_of(layer, choice, pass, mesh));
    requests.back().algorithm = algorithm_of(q);
  }
  std::optional<TunedLayer> best;
  for (const int slices : common_slices(requests)) {
    TunedLayer tuned;
    tuned.choice = choice;
    tuned.products = layer.products;
    bool fits = true;
    for (Request& request : requests) {
      request.slices = slices;
      tuned.passes.push_back({request, cost_of(request, q.chip, q.mode, network)});
      fits = fits && tuned.passes.back().cost.buffers <= room;
    }
    if (fits && (!best || tuned.time() < best->time())) best = std::move(tuned);
  }
  return best;
}

std::optional<TunedBlock> search(const Question& q, const Mesh& mesh, const MeshNetwork& network) {
  TunedBlock block;
  block.mesh = mesh;
  block.network = network;
  block.memory = held_by_chip(q, mesh);
  if (block.memory > q.chip.memory) return std::nullopt;
  Layout last = block.stream;
  for (const Layer& layer : q.layers) {
    const bool input_turned = (layer.from_stream ? block.stream : last) == Layout::transposed;
    const Stationary stays = largest_of(layer);
    const Choice choice{stays, stays == Stationary::w ? !input_turned : input_turned};
    std::optional<TunedLayer> tuned =
        search(q, layer, choice, mesh, network, q.chip.memory - block.memory);
    if (!tuned) return std::nullopt;
    last = choice.output();
    if (layer.into_stream && last != block.stream) {
      tuned->reshards_output = true;
      tuned->resharding =
          static_cast<double>((q.trains ? 2 : 1) * layer.products) *
          resharding_time(static_cast<double>(layer.rows), static_cast<double>(layer.outputs),
                          kElementBytes, mesh, q.chip, network);
    }
    block.resharding += tuned->resharding;
    block.time += tuned->time();
    block.layers.push_back(*std::move(tuned));
  }
  block.memory += block.buffers();
  return block;
}

}  // namespace

std::optional<TunedBlock> by_rules_of_paper(const Question& q) {
  std::optional<TunedBlock> best;
  for (const Mesh& mesh : q.mesh ? std::vector<Mesh>{*q.mesh} : meshes_of(q)) {
    for (const MeshNetwork& network : networks_of(q, mesh)) {
      std::optional<TunedBlock> block = search(q, mesh, network);
      if (block && (!best || block->time < best->time)) best = std::move(block);
    }
  }
  return best;
}

}  // namespace jacquard::gemm
