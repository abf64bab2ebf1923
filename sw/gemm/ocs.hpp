// SPDX-License-Identifier: Apache-2.0
// Meshes that an optical circuit switch makes of cubes of 4 x 4 x 4 chips, each wired inside, whose
// faces the switch joins (TPU v4: Jouppi et al. 2023 s2.2). A slice is a torus of 4a x 4b x 4c
// chips; a mesh lies in it with each side in one of its dimensions, or folded over two.
#pragma once

#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/gemm/mesh_network.hpp"

namespace jacquard::gemm {

inline constexpr int kCubeSide = 4;
inline constexpr int kCubeChips = kCubeSide * kCubeSide * kCubeSide;

struct CubeMesh {
  Mesh mesh;
  MeshNetwork network;  // its folds
  std::array<int, 3> torus{};
};

// All meshes of so many chips, rows ascending; of several ways to fold a side, the one with the
// fewest hops along both. Empty unless the chips are a multiple of 64.
std::vector<CubeMesh> cube_meshes(int chips);

// The folds of a mesh as the switch makes it. Throws ConfigError naming --mesh, with the meshes
// that it can make of as many chips, or the nearest number of chips.
MeshNetwork cubed(const Mesh& mesh, Rings rings);

// Of passes that run one after the other, each on one of several meshes: which, so that the sum of
// their times and of a guard for each change of mesh is least. `times` by pass, then by mesh; the
// first of equals. A ring of passes (a training step, again and again) pays for the change back to
// the first too.
struct MeshSequence {
  base::Seconds time{0};
  std::vector<int> mesh;  // of each pass
  int changes = 0;
};
MeshSequence cheapest_sequence(const std::vector<std::vector<base::Seconds>>& times,
                               base::Seconds guard);

}  // namespace jacquard::gemm
