// SPDX-License-Identifier: Apache-2.0
// The chips of a distributed GeMM: rows x columns (MeshSlice s2.3), times layers for 2.5D GeMM.
#pragma once

#include <cstdint>
#include <string>

namespace jacquard::gemm {

// Along which a communication goes. row: among the chips of a row, between columns ("horizontal",
// H). column: among the chips of a column, between rows ("vertical", V). depth: between layers.
enum class Direction : std::uint8_t { row, column, depth };
inline constexpr int kDirections = 3;
const char* name_of(Direction direction);  // "row"
constexpr Direction across(Direction d) {
  return d == Direction::row ? Direction::column : Direction::row;
}

struct Place {
  int row = 0;
  int column = 0;
  int layer = 0;
};

struct Mesh {
  static constexpr int kMostChips = 1 << 20;
  int rows = 1;
  int columns = 1;
  int layers = 1;

  int chips() const { return rows * columns * layers; }
  // Chips of one group that communicates in this direction.
  int size(Direction direction) const {
    return direction == Direction::row ? columns : direction == Direction::column ? rows : layers;
  }
  // The chip at a place, as fabrics number them: columns are the fastest digit, then rows, then
  // layers. So dimension 0 of a fabric is `row`, 1 is `column`, 2 is `depth`.
  int chip(const Place& place) const {
    return (place.layer * rows + place.row) * columns + place.column;
  }
  Place place(int chip) const {
    return {chip / columns % rows, chip % columns, chip / (columns * rows)};
  }
  static int of(const Place& place, Direction direction) {
    return direction == Direction::row      ? place.column
           : direction == Direction::column ? place.row
                                            : place.layer;
  }
  friend bool operator==(const Mesh& a, const Mesh& b) {
    return a.rows == b.rows && a.columns == b.columns && a.layers == b.layers;
  }
};

// "32x8", or "16x16x4" with layers.
std::string text_of(const Mesh& mesh);
// Throws ConfigError naming `source` unless it is two or three whole numbers from 1 on that
// multiply to at most kMostChips.
Mesh parse_mesh(const std::string& text, const std::string& source);

}  // namespace jacquard::gemm
