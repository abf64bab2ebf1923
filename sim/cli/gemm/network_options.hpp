// SPDX-License-Identifier: Apache-2.0
// The options that say how the chips of a mesh are joined.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "jacquard/engine/disturbance.hpp"
#include "jacquard/gemm/mesh_network.hpp"
#include "sim/cli/command.hpp"

namespace jacquard::cli {

// What was given on the command line.
struct NetworkWords {
  std::string rings = "one-way";
  std::string open;
  std::vector<std::string> folds;
  std::string disturbance;
  bool cubes = false;
};

std::shared_ptr<NetworkWords> add_network_options(Arguments& app);

// Throw ConfigError for a word that is wrong, for a file that is, and for a mesh that no cubes
// make.
gemm::MeshNetwork network_of(const NetworkWords& words, const gemm::Mesh& mesh);
engine::Disturbance disturbance_of(const NetworkWords& words);

}  // namespace jacquard::cli
