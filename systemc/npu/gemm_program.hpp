// SPDX-License-Identifier: Apache-2.0
// C = A B as tile operations (MeshSlice s4.1): a tile of C is summed up over tiles of A and B that
// are loaded one pair after the other, and then stored.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "jacquard/config/place.hpp"
#include "systemc/npu/core_config.hpp"
#include "systemc/npu/tile_op.hpp"

namespace jacquard::systemc {

// How matrices lie in the memory.
enum class Layout {
  rows,  // row by row
  tiles  // each tile without a gap, tiles row by row
};

// Where matrices begin in the memory.
struct MatrixAddresses {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t c = 0;
};

struct GemmWork {
  cost::MatrixShape shape;
  cost::MatrixShape tile;  // of A: m x k, of B: k x n, of C: m x n; none longer than the shape's
  bool overlap = true;     // pairs are loaded while others are multiplied, in a second half of the
                           // scratchpad; else load, compute and store follow one another
  Layout layout = Layout::rows;
  bool a_transposed = false;  // stored as k x m
  bool b_transposed = false;  // stored as n x k
  bool accumulates = false;   // each tile of C is loaded, and the sum added to it
  // Nothing: A begins at 0, B after it, C after B, each at a multiple of 4 KiB.
  std::optional<MatrixAddresses> at = std::nullopt;
};

// What one pair of tiles and its result need of the scratchpad.
base::Bytes scratchpad_of(const cost::MatrixShape& tile);

// The tile that is `side` long each way, as far as the shape is. Throws ConfigError at `place` if
// it does not fit into the scratchpad, of which overlap leaves half.
cost::MatrixShape square_tile(const CoreConfig& core, const cost::MatrixShape& shape,
                              std::int64_t side, bool overlap, const config::Place& place);

// The tile where none is asked for. With overlap eight folds or 1,024 long each way, whichever is
// more, or as many folds as fit.
// Without it as large as fits, and whole along what streams, so that the clocks are those of the
// whole product in closed form. Throws ConfigError at `place` if not even one value fits.
cost::MatrixShape chosen_tile(const CoreConfig& core, const cost::MatrixShape& shape, bool overlap,
                              const config::Place& place);

// Sides of about `side` that cut the product into equal parts of whole folds, as many for each
// core.
cost::MatrixShape even_tile(const CoreConfig& core, int cores, const cost::MatrixShape& shape,
                            std::int64_t side);

// Tiles of the whole work, loads of pairs, and bytes that all cores move.
struct GemmSize {
  std::int64_t tiles = 0;  // of C
  std::int64_t pairs = 0;
  base::Bytes loads{0};
  base::Bytes stores{0};
  base::Bytes end{0};  // the first address after C, which is the last matrix where none is said
};
GemmSize size_of(const GemmWork& work);

// Of the memory, by the DMA engines of all cores; no fewer than there are.
double accesses_of(const CoreConfig& core, const GemmWork& work);

// What this core of so many does: tiles of C are dealt to the cores in turn.
std::vector<TileOp> gemm_program(const CoreConfig& config, const GemmWork& work, int core,
                                 int cores);

}  // namespace jacquard::systemc
