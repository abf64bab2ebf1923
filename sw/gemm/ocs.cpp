// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/ocs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::gemm {
namespace {

double hops_of(const CubeMesh& one) {
  return passage_of(one.network, one.mesh, Direction::row).syncs +
         passage_of(one.network, one.mesh, Direction::column).syncs;
}

// One side in dimension `alone` of the torus, the other in the two that are left.
CubeMesh lying(const std::array<int, 3>& torus, int alone, bool rows_alone) {
  CubeMesh one;
  one.torus = torus;
  std::vector<int> folded;
  for (int d = 0; d < 3; ++d) {
    if (d != alone) folded.push_back(base::at(torus, d));
  }
  const int side = base::at(torus, alone);
  const int other = folded[0] * folded[1];
  one.mesh = rows_alone ? Mesh{side, other, 1} : Mesh{other, side, 1};
  const Direction across = rows_alone ? Direction::row : Direction::column;
  one.network.folds[static_cast<std::size_t>(across)] = std::move(folded);
  return one;
}

std::vector<std::array<int, 3>> tori_of(int cubes) {
  std::vector<std::array<int, 3>> all;
  for (int a = 1; a <= cubes; ++a) {
    for (int b = a; cubes % a == 0 && b <= cubes / a; ++b) {
      const int c = cubes / a / b;
      if (cubes / a % b == 0 && c >= b) all.push_back({4 * a, 4 * b, 4 * c});
    }
  }
  return all;
}

}  // namespace

std::vector<CubeMesh> cube_meshes(int chips) {
  std::vector<CubeMesh> all;
  if (chips < kCubeChips || chips % kCubeChips != 0 || chips > Mesh::kMostChips) return all;
  std::map<int, CubeMesh> by_rows;
  for (const std::array<int, 3>& torus : tori_of(chips / kCubeChips)) {
    for (int alone = 0; alone < 3; ++alone) {
      for (const bool rows_alone : {true, false}) {
        CubeMesh one = lying(torus, alone, rows_alone);
        const auto [at, is_new] = by_rows.try_emplace(one.mesh.rows, one);
        if (!is_new && hops_of(one) < hops_of(at->second)) at->second = std::move(one);
      }
    }
  }
  for (auto& [rows, one] : by_rows) all.push_back(std::move(one));
  return all;
}

MeshNetwork cubed(const Mesh& mesh, Rings rings) {
  const std::vector<CubeMesh> all = cube_meshes(mesh.chips());
  std::string names;
  for (const CubeMesh& one : all) {
    if (one.mesh == mesh) {
      MeshNetwork network = one.network;
      network.rings = rings;
      return network;
    }
    names += (names.empty() ? "" : ", ") + text_of(one.mesh);
  }
  const int below = mesh.chips() / kCubeChips * kCubeChips;
  const std::string hint = !names.empty()
                               ? "of as many chips it makes " + names
                               : fmt::format("take {} chips", below > 0 ? below : kCubeChips);
  throw base::ConfigError({"--mesh", "",
                           fmt::format("a mesh that --ocs makes of cubes of {} chips", kCubeChips),
                           text_of(mesh), hint});
}

MeshSequence cheapest_sequence(const std::vector<std::vector<base::Seconds>>& times,
                               base::Seconds guard) {
  MeshSequence best;
  if (times.empty()) return best;
  const std::size_t meshes = times.front().size();
  // The first pass is tried on each mesh, as its mesh is also what the last changes back to.
  for (std::size_t first = 0; first < meshes; ++first) {
    std::vector<double> sum(meshes, std::numeric_limits<double>::infinity());
    sum[first] = times.front()[first].count();
    std::vector<std::vector<std::size_t>> from;
    for (std::size_t pass = 1; pass < times.size(); ++pass) {
      const auto least =
          static_cast<std::size_t>(std::min_element(sum.begin(), sum.end()) - sum.begin());
      std::vector<double> next(meshes);
      std::vector<std::size_t>& before = from.emplace_back(meshes);
      for (std::size_t m = 0; m < meshes; ++m) {
        const bool stays = sum[m] <= sum[least] + guard.count();
        before[m] = stays ? m : least;
        next[m] = (stays ? sum[m] : sum[least] + guard.count()) + times[pass][m].count();
      }
      sum = std::move(next);
    }
    std::size_t last = first;
    for (std::size_t m = 0; m < meshes; ++m) {
      if (sum[m] + guard.count() < sum[last] + (last == first ? 0 : guard.count())) last = m;
    }
    const double time = sum[last] + (last == first ? 0 : guard.count());
    if (!best.mesh.empty() && !(time < best.time.count())) continue;
    best.time = base::Seconds{time};
    best.mesh.assign(times.size(), static_cast<int>(last));
    for (std::size_t pass = times.size() - 1; pass > 0; --pass) {
      last = from[pass - 1][last];
      base::at(best.mesh, pass - 1) = static_cast<int>(last);
    }
  }
  best.changes = 0;
  for (std::size_t pass = 0; pass < best.mesh.size(); ++pass) {
    best.changes += best.mesh[pass] != best.mesh[(pass + 1) % best.mesh.size()];
  }
  return best;
}

}  // namespace jacquard::gemm
