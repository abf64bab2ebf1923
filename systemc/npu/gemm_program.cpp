// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/gemm_program.hpp"

#include <algorithm>
#include <tuple>

#include "jacquard/base/divide_up.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using cost::MatrixShape;

constexpr std::int64_t kAlignment = 4096;
constexpr std::int64_t kFoldsOfATile = 8;
constexpr std::int64_t kSideOfATile = 1024;

std::int64_t aligned(std::int64_t bytes) { return base::divide_up(bytes, kAlignment) * kAlignment; }

struct Matrix {
  std::uint64_t address = 0;
  std::int64_t columns = 0;  // as it is stored
  Layout layout = Layout::rows;
  bool transposed = false;

  Region tile(std::int64_t row, std::int64_t rows, std::int64_t column, std::int64_t width) const {
    return transposed ? stored_tile(column, width, row, rows)
                      : stored_tile(row, rows, column, width);
  }

 private:
  // A tile, of which all are as high as this one in its row of tiles.
  Region stored_tile(std::int64_t row, std::int64_t rows, std::int64_t column,
                     std::int64_t width) const {
    const bool whole = layout == Layout::tiles || width == columns;
    const std::int64_t before = row * columns + column * (whole ? rows : 1);
    const std::uint64_t from = address + static_cast<std::uint64_t>(before * kElementBytes);
    if (whole) {
      const Bytes all{rows * width * kElementBytes};
      return {from, 1, all, all};
    }
    return {from, rows, Bytes{width * kElementBytes}, Bytes{columns * kElementBytes}};
  }
};

struct Matrices {
  Matrix a, b, c;
  std::int64_t end;

  explicit Matrices(const GemmWork& work) {
    const MatrixShape& s = work.shape;
    const auto behind_a = static_cast<std::uint64_t>(aligned(s.m * s.k * kElementBytes));
    const auto behind_b = behind_a + static_cast<std::uint64_t>(aligned(s.k * s.n * kElementBytes));
    const MatrixAddresses at = work.at.value_or(MatrixAddresses{0, behind_a, behind_b});
    a = {at.a, work.a_transposed ? s.m : s.k, work.layout, work.a_transposed};
    b = {at.b, work.b_transposed ? s.k : s.n, work.layout, work.b_transposed};
    c = {at.c, s.n, work.layout, false};
    end = static_cast<std::int64_t>(at.c) + s.m * s.n * kElementBytes;
  }
};

bool fits(const CoreConfig& core, const MatrixShape& tile, bool overlap) {
  return scratchpad_of(tile).count() <= core.scratchpad.count() / (overlap ? 2 : 1);
}

MatrixShape cut(const MatrixShape& tile, const MatrixShape& shape) {
  return {std::min(tile.m, shape.m), std::min(tile.n, shape.n), std::min(tile.k, shape.k)};
}

// `down` and `across` long along the array's rows and columns, `stream` along what passes it.
MatrixShape tile_of(cost::Dataflow flow, std::int64_t down, std::int64_t across,
                    std::int64_t stream) {
  switch (flow) {
    case cost::Dataflow::os:
      return {down, across, stream};
    case cost::Dataflow::ws:
      return {stream, across, down};
    case cost::Dataflow::is:
      return {across, stream, down};
  }
  return {};
}

// The largest x in 1..most for which good(x), which holds up to some x; 0 if for none.
template <class Good>
std::int64_t largest(std::int64_t most, Good good) {
  std::int64_t lo = 0;
  while (lo < most) {
    const std::int64_t middle = lo + (most - lo + 1) / 2;
    if (good(middle)) {
      lo = middle;
    } else {
      most = middle - 1;
    }
  }
  return lo;
}

}  // namespace

Bytes scratchpad_of(const MatrixShape& tile) {
  return Bytes{kElementBytes * (tile.m * tile.k + tile.k * tile.n) +
               kAccumulatorBytes * tile.m * tile.n};
}

MatrixShape square_tile(const CoreConfig& core, const MatrixShape& shape, std::int64_t side,
                        bool overlap, const config::Place& place) {
  const MatrixShape tile = cut({side, side, side}, shape);
  if (!fits(core, tile, overlap)) {
    place.fail("tiles of A, B (bf16) and C (fp32) that fit into " +
                   std::string(overlap ? "half of " : "") + "the scratchpad of " +
                   config::show_quantity(core.scratchpad),
               std::to_string(side) + ", which takes " + config::show_quantity(scratchpad_of(tile)),
               overlap ? "the other half is loaded meanwhile" : "");
  }
  return tile;
}

MatrixShape chosen_tile(const CoreConfig& core, const MatrixShape& shape, bool overlap,
                        const config::Place& place) {
  const std::int64_t rows = core.array.rows, columns = core.array.columns;
  const auto best = [&](auto tile_at, std::int64_t most) {
    return largest(most,
                   [&](std::int64_t x) { return fits(core, cut(tile_at(x), shape), overlap); });
  };
  const auto square = [](std::int64_t x) { return MatrixShape{x, x, x}; };
  if (overlap) {
    const std::int64_t fold = std::max(rows, columns);
    const auto whole = [&](std::int64_t x) { return square(x * fold); };
    if (const std::int64_t x = best(whole, std::max(kFoldsOfATile, kSideOfATile / fold)); x > 0)
      return cut(whole(x), shape);
  } else {
    const auto uncut = [&](std::int64_t x) {
      return tile_of(core.dataflow, x * rows, x * columns, cost::kLargestSide);
    };
    if (const std::int64_t x = best(uncut, cost::kLargestSide / std::min(rows, columns)); x > 0) {
      return cut(uncut(x), shape);
    }
    const auto one_fold = [&](std::int64_t x) { return tile_of(core.dataflow, rows, columns, x); };
    if (const std::int64_t x = best(one_fold, cost::kLargestSide); x > 0) {
      return cut(one_fold(x), shape);
    }
  }
  const std::int64_t side = best(square, cost::kLargestSide);
  if (side == 0) {
    place.fail("a scratchpad that holds a value of A, B and C",
               config::show_quantity(core.scratchpad));
  }
  return cut(square(side), shape);
}

MatrixShape even_tile(const CoreConfig& core, int cores, const MatrixShape& shape,
                      std::int64_t side) {
  const std::int64_t fold = std::max(core.array.rows, core.array.columns);
  const auto cut_in = [&](std::int64_t length, std::int64_t parts) {
    return std::min(length, base::divide_up(base::divide_up(length, parts), fold) * fold);
  };
  const auto parts_of = [&](std::int64_t length) { return base::divide_up(length, side); };
  const std::int64_t down = parts_of(shape.m);
  std::int64_t across = parts_of(shape.n);
  while (down * across % cores != 0 && cut_in(shape.n, across) > fold) ++across;
  return {cut_in(shape.m, down), cut_in(shape.n, across), cut_in(shape.k, parts_of(shape.k))};
}

GemmSize size_of(const GemmWork& work) {
  const MatrixShape& s = work.shape;
  const MatrixShape& t = work.tile;
  GemmSize size;
  size.tiles = base::divide_up(s.m, t.m) * base::divide_up(s.n, t.n);
  size.pairs = size.tiles * base::divide_up(s.k, t.k);
  // A passes once for each column of tiles, B once for each row of them.
  size.loads = Bytes{kElementBytes * (s.m * s.k * base::divide_up(s.n, t.n) +
                                      s.k * s.n * base::divide_up(s.m, t.m))};
  size.stores = Bytes{kElementBytes * s.m * s.n};
  if (work.accumulates) size.loads += size.stores;
  size.end = Bytes{Matrices(work).end};
  return size;
}

double accesses_of(const CoreConfig& core, const GemmWork& work) {
  const GemmSize size = size_of(work);
  const Matrices at(work);
  const MatrixShape& t = work.tile;
  // A tile is read row by row, each row in accesses, unless it has no gaps.
  double shortest = static_cast<double>(core.access.count());
  for (const auto& [matrix, rows, columns] :
       {std::tuple{&at.a, t.m, t.k}, std::tuple{&at.b, t.k, t.n}, std::tuple{&at.c, t.m, t.n}}) {
    const Region tile = matrix->tile(0, rows, 0, columns);
    if (tile.rows > 1) shortest = std::min(shortest, static_cast<double>(tile.row.count()));
  }
  const double regions = 2.0 * static_cast<double>(size.pairs + size.tiles);
  return static_cast<double>((size.loads + size.stores).count()) *
             (1 / static_cast<double>(core.access.count()) + 1 / shortest) +
         regions;
}

std::vector<TileOp> gemm_program(const CoreConfig& config, const GemmWork& work, int core,
                                 int cores) {
  const MatrixShape& s = work.shape;
  const MatrixShape& t = work.tile;
  const Matrices at(work);
  std::vector<TileOp> program;
  std::vector<std::int32_t> computes, stores;  // so far
  const auto add = [&](TileOp op) {
    const auto index = static_cast<std::int32_t>(program.size());
    if (!work.overlap && index > 0) op.after = {index - 1};
    program.push_back(std::move(op));
    return index;
  };
  // What uses the same half of the scratchpad.
  const auto before_last = [](const std::vector<std::int32_t>& all) {
    return all.size() < 2 ? std::vector<std::int32_t>{}
                          : std::vector<std::int32_t>{all[all.size() - 2]};
  };
  std::int64_t tile = 0;
  for (std::int64_t m = 0; m < s.m; m += t.m) {
    for (std::int64_t n = 0; n < s.n; n += t.n, ++tile) {
      if (tile % cores != core) continue;
      const std::int64_t rows = std::min(t.m, s.m - m), columns = std::min(t.n, s.n - n);
      std::int32_t partial = 0;  // the load of this tile of C
      for (std::int64_t k = 0; k < s.k; k += t.k) {
        const std::int64_t depth = std::min(t.k, s.k - k);
        TileOp load;
        load.kind = TileOpKind::load;
        load.after_read = before_last(computes);
        load.region = at.a.tile(m, rows, k, depth);
        const std::int32_t a = add(load);
        load.region = at.b.tile(k, depth, n, columns);
        const std::int32_t b = add(load);

        const ProductClocks clocks =
            product_clocks(config, {rows, columns, depth}, k + depth == s.k);
        TileOp compute;
        compute.kind = TileOpKind::compute;
        // Without overlap what follows waits for the result, and so does the array.
        compute.issue = clocks.issue + (work.overlap ? 0 : clocks.drain);
        compute.drain = work.overlap ? clocks.drain : 0;
        compute.after = {a, b};
        if (k == 0 && work.accumulates) {
          // Behind the first pair, so that the arrays need not wait for it; a buffer of C is free
          // when the tile before the last one has been stored.
          TileOp before;
          before.kind = TileOpKind::load;
          before.region = at.c.tile(m, rows, n, columns);
          before.after = before_last(stores);
          partial = add(std::move(before));
        }
        if (work.accumulates && k + depth == s.k) compute.after.push_back(partial);
        if (k == 0) {
          for (const std::int32_t store : before_last(stores)) compute.after.push_back(store);
        }
        computes.push_back(add(std::move(compute)));
      }
      TileOp store;
      store.kind = TileOpKind::store;
      store.region = at.c.tile(m, rows, n, columns);
      store.after = {computes.back()};
      stores.push_back(add(std::move(store)));
    }
  }
  return program;
}

}  // namespace jacquard::systemc
