// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/tune/tune.hpp"

#include <algorithm>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/gemm/picoseconds.hpp"
#include "jacquard/gemm/tune/candidates.hpp"
#include "jacquard/gemm/tune/chain.hpp"
#include "jacquard/gemm/tune/memory.hpp"
#include "jacquard/gemm/tune/refuse.hpp"
#include "jacquard/gemm/tune/resharding.hpp"

namespace jacquard::gemm {
namespace {

struct Searched {
  std::array<std::optional<TunedLayer>, kChoices.size()> choices;
  Link link;
  double combinations = 0;
};

// One choice of one layer: its passes do not depend on each other.
std::optional<TunedLayer> search(const Question& q, const Layer& layer, const Choice& choice,
                                 const Mesh& mesh, const MeshNetwork& network, base::Bytes room,
                                 Certificate& certificate, double& combinations) {
  TunedLayer tuned;
  tuned.choice = choice;
  tuned.products = layer.products;
  bool runs = true;
  double of_choice = 1;
  for (const Pass pass : q.passes()) {
    const PassSearch found = best_of(request_of(layer, choice, pass, mesh), q, network, room);
    certificate.points += found.points;
    certificate.evaluated += found.evaluated;
    certificate.too_big += found.too_big;
    of_choice *= static_cast<double>(found.points);
    if (found.best) tuned.passes.push_back(*found.best);
    runs = runs && found.best.has_value();
  }
  combinations += of_choice;
  if (!runs) return std::nullopt;
  return tuned;
}

Searched search(const Question& q, const Layer& layer, const Mesh& mesh, const MeshNetwork& network,
                base::Bytes room, Certificate& certificate) {
  Searched s;
  const auto resharding = [&](std::int64_t columns) {
    const int ways = (q.trains ? 2 : 1) * layer.products;  // there, and back
    return ways * resharding_time(static_cast<double>(layer.rows), static_cast<double>(columns),
                                  kElementBytes, mesh, q.chip, network)
                      .count();
  };
  s.link.reshard_input = resharding(layer.inputs);
  s.link.reshard_output = resharding(layer.outputs);
  s.link.from_stream = layer.from_stream;
  s.link.into_stream = layer.into_stream;
  for (std::size_t c = 0; c < kChoices.size(); ++c) {
    if (std::find(q.choices.begin(), q.choices.end(), kChoices[c]) == q.choices.end()) continue;
    s.choices[c] = search(q, layer, kChoices[c], mesh, network, room, certificate, s.combinations);
    if (s.choices[c]) s.link.times[c] = s.choices[c]->time().count();
  }
  return s;
}

std::optional<TunedBlock> search(const Question& q, const Mesh& mesh, const MeshNetwork& network,
                                 Certificate& certificate) {
  const base::Bytes held = held_by_chip(q, mesh);
  if (held > q.chip.memory) return std::nullopt;
  std::vector<Searched> layers;
  std::vector<Link> chain;
  double combinations = 1;
  for (const Layer& layer : q.layers) {
    layers.push_back(search(q, layer, mesh, network, q.chip.memory - held, certificate));
    chain.push_back(layers.back().link);
    combinations *= layers.back().combinations;
  }
  certificate.combinations += combinations;
  const std::optional<Way> way = cheapest_way(chain);
  if (!way) return std::nullopt;
  TunedBlock block;
  block.mesh = mesh;
  block.network = network;
  block.stream = way->stream;
  block.time = base::Seconds{way->time};
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const Step& step = way->steps[i];
    TunedLayer layer = *layers[i].choices[step.choice];
    layer.reshards_input = step.reshards_input;
    layer.reshards_output = step.reshards_output;
    if (step.reshards_input) layer.resharding += base::Seconds{chain[i].reshard_input};
    if (step.reshards_output) layer.resharding += base::Seconds{chain[i].reshard_output};
    block.resharding += layer.resharding;
    block.layers.push_back(std::move(layer));
  }
  block.memory = held + block.buffers();
  return block;
}

// Meshes that differ by which direction is which often take the same time but for rounding.
auto rank(const TunedBlock& block) {
  return std::tuple(to_picoseconds(block.time), block.transposed(), -block.mesh.rows,
                    block.mesh.layers);
}

}  // namespace

std::vector<Pass> Question::passes() const {
  if (!trains) return {Pass::forward};
  return {kPasses.begin(), kPasses.end()};
}

base::Seconds TunedLayer::time() const {
  base::Seconds sum{0};
  for (const TunedPass& pass : passes) sum += pass.cost.time;
  return sum * static_cast<double>(products) + resharding;
}

base::Bytes TunedBlock::buffers() const {
  base::Bytes largest{0};
  for (const TunedLayer& layer : layers) {
    for (const TunedPass& pass : layer.passes) largest = std::max(largest, pass.cost.buffers);
  }
  return largest;
}

base::Seconds TunedBlock::compute() const {
  base::Seconds sum{0};
  for (const TunedLayer& layer : layers) {
    for (const TunedPass& pass : layer.passes) {
      sum += pass.cost.compute * static_cast<double>(layer.products);
    }
  }
  return sum;
}

int TunedBlock::transposed() const {
  return static_cast<int>(std::count_if(layers.begin(), layers.end(), [](const TunedLayer& layer) {
    return layer.choice.transposed;
  }));
}

double utilisation(const Question& q, base::Seconds time) {
  double flops = 0;
  for (const Layer& layer : q.layers) flops += layer.flops();
  return flops * static_cast<double>(q.passes().size()) /
         (time.count() * q.chips * q.chip.peak.count());
}

Tuned tune(const Question& q) {
  Tuned tuned;
  const std::vector<Mesh> meshes = q.mesh ? std::vector<Mesh>{*q.mesh} : meshes_of(q);
  Certificate& certificate = tuned.certificate;
  for (const Mesh& mesh : meshes) {
    for (const MeshNetwork& network : networks_of(q, mesh)) {
      ++certificate.meshes;
      std::optional<TunedBlock> block = search(q, mesh, network, certificate);
      if (block) {
        tuned.blocks.push_back(*std::move(block));
      } else {
        ++certificate.refused;
      }
    }
  }
  certificate.pruned = certificate.points - certificate.evaluated;
  if (tuned.blocks.empty()) refuse(q);
  std::stable_sort(tuned.blocks.begin(), tuned.blocks.end(),
                   [](const TunedBlock& a, const TunedBlock& b) { return rank(a) < rank(b); });
  return tuned;
}

}  // namespace jacquard::gemm
