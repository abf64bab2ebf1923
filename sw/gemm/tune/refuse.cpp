// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/tune/refuse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "jacquard/gemm/tune/memory.hpp"

namespace jacquard::gemm {
namespace {

bool is_cut(const Question& q, const Layer& layer, const Choice& choice, const Mesh& mesh) {
  const std::vector<Pass> passes = q.passes();
  return std::all_of(passes.begin(), passes.end(), [&](Pass pass) {
    Request request = request_of(layer, choice, pass, mesh);
    return std::any_of(q.algorithms.begin(), q.algorithms.end(), [&](Algorithm algorithm) {
      request.algorithm = algorithm;
      return !legal_slices(request).empty();
    });
  });
}

bool is_cut(const Question& q, const Layer& layer, const Mesh& mesh) {
  return std::any_of(q.choices.begin(), q.choices.end(),
                     [&](const Choice& choice) { return is_cut(q, layer, choice, mesh); });
}

bool is_cut(const Question& q, const Mesh& mesh) {
  return std::all_of(q.layers.begin(), q.layers.end(),
                     [&](const Layer& layer) { return is_cut(q, layer, mesh); });
}

std::string shape_of(const Layer& layer) {
  return fmt::format("{} ({} x {} by {} x {})", layer.name, layer.rows, layer.inputs, layer.inputs,
                     layer.outputs);
}

// Why the first layer that a mesh does not cut is not: the fault of its first choice and pass.
base::InputFault uncut(const Question& q, const Mesh& mesh) {
  for (const Layer& layer : q.layers) {
    if (is_cut(q, layer, mesh)) continue;
    for (const Pass pass : q.passes()) {
      Request request = request_of(layer, q.choices.front(), pass, mesh);
      request.algorithm = q.algorithms.front();
      std::optional<base::InputFault> fault = illegal(request);
      if (!fault) continue;
      fault->found += " in " + shape_of(layer);
      return *std::move(fault);
    }
  }
  return {"", "", "a mesh that divides every layer", text_of(mesh), ""};
}

bool is_held(const Question& q, int chips) {
  return held_by_chip(q, {1, chips, 1}) <= q.chip.memory;
}

[[noreturn]] void refuse_memory(const Question& q, const std::string& source) {
  const double bytes = static_cast<double>(held_by_chip(q, {1, 1, 1}).count());
  const double chips = std::ceil(bytes / static_cast<double>(q.chip.memory.count()));
  const base::Bytes held = held_by_chip(q, {1, q.chips, 1});
  throw base::ConfigError(
      {source, "",
       fmt::format("chips whose {:.4g} GB hold their shards, and buffers beside them",
                   static_cast<double>(q.chip.memory.count()) * 1e-9),
       fmt::format("shards of {:.4g} GB", static_cast<double>(held.count()) * 1e-9),
       is_held(q, q.chips) ? "more slices or more chips need less"
                           : fmt::format("shards alone need {:.0f} chips", chips)});
}

std::string nearest_mesh(const Question& q) {
  const auto far = [&](const Mesh& mesh) {
    return std::abs(std::log(static_cast<double>(mesh.rows) / q.mesh->rows));
  };
  const Mesh* nearest = nullptr;
  const std::vector<Mesh> all = meshes_of(q);
  for (const Mesh& mesh : all) {
    if (is_cut(q, mesh) && (!nearest || far(mesh) < far(*nearest))) nearest = &mesh;
  }
  return nearest ? "nearest is " + text_of(*nearest) : "no mesh of so many chips is";
}

std::string nearest_chips(Question q) {
  const auto serves = [&q](int chips) {
    if (chips < 1 || chips > Mesh::kMostChips || !is_held(q, chips)) return false;
    q.chips = chips;
    const std::vector<Mesh> all = meshes_of(q);
    return std::any_of(all.begin(), all.end(), [&](const Mesh& mesh) { return is_cut(q, mesh); });
  };
  constexpr int kFar = 1'024;
  const int chips = q.chips;
  for (int by = 1; by <= kFar; ++by) {
    if (serves(chips - by)) return fmt::format("nearest is {}", chips - by);
    if (serves(chips + by)) return fmt::format("nearest is {}", chips + by);
  }
  return "";
}

}  // namespace

void refuse(const Question& q) {
  const std::string source = q.mesh ? "--mesh" : "--chips";
  if (!is_held(q, q.chips)) refuse_memory(q, source);
  const std::vector<Mesh> meshes = q.mesh ? std::vector<Mesh>{*q.mesh} : meshes_of(q);
  for (const Mesh& mesh : meshes) {
    if (is_cut(q, mesh)) refuse_memory(q, source);  // so buffers do not fit
  }
  base::InputFault fault = uncut(q, meshes.front());
  if (!q.mesh) {
    fault.expected = "chips of which some mesh divides every layer";
    fault.found = std::to_string(q.chips);
  }
  fault.source = source;
  fault.hint = q.mesh ? nearest_mesh(q) : nearest_chips(q);
  throw base::ConfigError(std::move(fault));
}

}  // namespace jacquard::gemm
