// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/gemm/network_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "jacquard/base/error.hpp"
#include "jacquard/gemm/ocs.hpp"

namespace jacquard::cli {

std::shared_ptr<NetworkWords> add_network_options(Arguments& app) {
  auto words = std::make_shared<NetworkWords>();
  app.add_option(
         "--rings", words->rings,
         fmt::format("How gathers go round a ring: {}", fmt::join(gemm::ring_names(), ", ")))
      .capture_default_str();
  app.add_option("--open", words->open,
                 "Sides without a link from the last chip to the first: row, column, row,column");
  app.add_option("--fold", words->folds,
                 "A side in several dimensions of a torus, as row=4x8; once for each side");
  app.add_flag("--ocs", words->cubes,
               "The mesh is made of cubes of 4 x 4 x 4 chips by an optical switch, sides folded");
  app.add_option("--disturbance", words->disturbance,
                 "A JSON file of links that are slow or gone, for --engine event");
  return words;
}

gemm::MeshNetwork network_of(const NetworkWords& words, const gemm::Mesh& mesh) {
  const gemm::Rings rings = gemm::rings_named(words.rings, "--rings");
  if (words.cubes && (!words.open.empty() || !words.folds.empty())) {
    throw base::ConfigError({"--ocs", "", "no --open and no --fold, which --ocs decides",
                             words.open.empty() ? "--fold" : "--open", ""});
  }
  if (words.cubes) return gemm::cubed(mesh, rings);
  gemm::MeshNetwork network;
  network.rings = rings;
  if (!words.open.empty()) gemm::open_named(network, words.open, "--open");
  for (const std::string& fold : words.folds) gemm::fold_named(network, fold, "--fold");
  return network;
}

engine::Disturbance disturbance_of(const NetworkWords& words) {
  return words.disturbance.empty() ? engine::Disturbance{}
                                   : engine::read_disturbance(words.disturbance);
}

}  // namespace jacquard::cli
