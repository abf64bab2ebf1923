// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/graph_notes.hpp"

#include <spdlog/spdlog.h>

#include "jacquard/topology/user_graph.hpp"

namespace jacquard::cli {

void say_graph_notes(const topology::Network& network, const std::string& path) {
  if (!network.graph) return;
  for (const std::string& note : network.graph->notes()) spdlog::warn("{}: {}", path, note);
}

}  // namespace jacquard::cli
