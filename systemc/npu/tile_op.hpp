// SPDX-License-Identifier: Apache-2.0
// What a core is told to do, as data.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::systemc {

// Rows of equal length in the memory, `pitch` from the begin of one to the next: a tile of a
// matrix that is stored row by row.
struct Region {
  std::uint64_t address = 0;
  std::int64_t rows = 0;
  base::Bytes row{0};
  base::Bytes pitch{0};

  base::Bytes bytes() const { return row * rows; }
};

enum class TileOpKind : std::uint8_t {
  load,     // from the memory into the scratchpad
  store,    // from the scratchpad into the memory
  compute,  // on the systolic arrays
  vector    // on the vector unit
};
inline constexpr int kTileOpKinds = 4;

// Operations of one kind begin in the order of the program. Those of different kinds wait for each
// other only as `after` and `after_read` say.
struct TileOp {
  TileOpKind kind = TileOpKind::load;
  Region region;                    // load, store
  std::int64_t issue = 0;           // compute, vector: clocks until its unit takes the next one
  std::int64_t drain = 0;           // clocks from then until the result is there
  std::vector<std::int32_t> after;  // earlier operations whose results it needs
  std::vector<std::int32_t> after_read;  // earlier computes whose operands it overwrites
};

}  // namespace jacquard::systemc
