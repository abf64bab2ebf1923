// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/mesh_network.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/gemm/sizes_text.hpp"

namespace jacquard::gemm {
namespace {

constexpr std::size_t kMostFolds = 4;

std::size_t index(Direction direction) { return static_cast<std::size_t>(direction); }

Direction direction_named(const std::string& name, const std::string& source) {
  static const std::vector<std::string> names = {"row", "column", "depth"};
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) base::throw_unknown_name(source, "direction", name, names);
  return static_cast<Direction>(found - names.begin());
}

Passage round_a_ring(Rings rings, int chips) {
  const double others = chips - 1;
  if (chips == 2 || rings == Rings::one_way) return {others, others};
  if (rings == Rings::two_way) return {others, others / 2};
  return {static_cast<double>(chips / 2), others / 2};
}

}  // namespace

const std::vector<std::string>& ring_names() {
  static const std::vector<std::string> names = {"one-way", "two-way", "shorter-way"};
  return names;
}

Rings rings_named(const std::string& name, const std::string& source) {
  const auto& names = ring_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) base::throw_unknown_name(source, "way round a ring", name, names);
  return static_cast<Rings>(found - names.begin());
}

std::vector<int> MeshNetwork::sizes(const Mesh& mesh, Direction direction) const {
  const std::vector<int>& fold = folds[index(direction)];
  return fold.empty() ? std::vector<int>{mesh.size(direction)} : fold;
}

void open_named(MeshNetwork& network, const std::string& text, const std::string& source) {
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    network.open[index(direction_named(text.substr(begin, end - begin), source))] = true;
    begin = end + 1;
  }
}

void fold_named(MeshNetwork& network, const std::string& text, const std::string& source) {
  const std::size_t equals = std::min(text.find('='), text.size());
  const Direction direction = direction_named(text.substr(0, equals), source);
  const auto sizes = equals == text.size() ? std::vector<std::int64_t>{}
                                           : parse_sizes(std::string_view(text).substr(equals + 1),
                                                         2, kMostFolds, Mesh::kMostChips);
  std::vector<int>& fold = network.folds[index(direction)];
  if (sizes.empty() || *std::min_element(sizes.begin(), sizes.end()) < 2 || !fold.empty()) {
    throw base::ConfigError(
        {source, "", fmt::format("a direction once, with 2 to {} sizes of at least 2", kMostFolds),
         text, "as row=4x8"});
  }
  for (const std::int64_t size : sizes) fold.push_back(static_cast<int>(size));
}

void check(const MeshNetwork& network, const Mesh& mesh) {
  for (int d = 0; d < kDirections; ++d) {
    const auto direction = static_cast<Direction>(d);
    const std::vector<int>& fold = network.folds[index(direction)];
    if (fold.empty()) continue;
    double chips = 1;
    for (const int size : fold) chips *= size;
    if (chips != mesh.size(direction)) {
      throw base::ConfigError({"--fold", "",
                               fmt::format("sizes that multiply to the {} chips of a {}",
                                           mesh.size(direction), name_of(direction)),
                               fmt::format("{}={}", name_of(direction), fmt::join(fold, "x")), ""});
    }
    if (network.open[index(direction)]) {
      throw base::ConfigError({"--open", "", "a direction that is not folded", name_of(direction),
                               "the dimensions of a folded side are closed rings"});
    }
  }
}

Passage passage_of(const MeshNetwork& network, const Mesh& mesh, Direction direction) {
  const int chips = mesh.size(direction);
  if (network.open[index(direction)]) return {chips - 1.0, chips - 1.0};
  if (network.folds[index(direction)].empty()) return round_a_ring(network.rings, chips);
  Passage passage;
  double gathered = 1;
  std::vector<int> sizes = network.sizes(mesh, direction);
  std::reverse(sizes.begin(), sizes.end());
  for (const int size : sizes) {
    const Passage own = round_a_ring(network.rings, size);
    passage.syncs += own.syncs;
    passage.shards += own.shards * gathered;
    gathered *= size;
  }
  return passage;
}

}  // namespace jacquard::gemm
