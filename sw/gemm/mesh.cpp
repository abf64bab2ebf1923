// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/mesh.hpp"

#include <fmt/format.h>

#include "jacquard/gemm/sizes_text.hpp"

namespace jacquard::gemm {

const char* name_of(Direction direction) {
  switch (direction) {
    case Direction::row:
      return "row";
    case Direction::column:
      return "column";
    case Direction::depth:
      break;
  }
  return "depth";
}

std::string text_of(const Mesh& mesh) {
  std::string text = fmt::format("{}x{}", mesh.rows, mesh.columns);
  if (mesh.layers > 1) text += fmt::format("x{}", mesh.layers);
  return text;
}

Mesh parse_mesh(const std::string& text, const std::string& source) {
  const std::string expected =
      fmt::format("ROWSxCOLUMNS or ROWSxCOLUMNSxLAYERS of at most {} chips", Mesh::kMostChips);
  const auto sizes = parse_sizes(text, 2, 3, Mesh::kMostChips);
  if (sizes.empty()) throw base::ConfigError({source, "", expected, text, "as 32x8"});
  Mesh mesh;
  mesh.rows = static_cast<int>(sizes[0]);
  mesh.columns = static_cast<int>(sizes[1]);
  if (sizes.size() > 2) mesh.layers = static_cast<int>(sizes[2]);
  if (static_cast<double>(mesh.rows) * mesh.columns * mesh.layers > Mesh::kMostChips) {
    throw base::ConfigError({source, "", expected, text, ""});
  }
  return mesh;
}

}  // namespace jacquard::gemm
