// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/gemm_program.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"

namespace jacquard::systemc {
namespace {

using cost::Dataflow;
using cost::MatrixShape;
using Cells = std::set<std::pair<std::int64_t, std::int64_t>>;  // (row, column)

const config::Place kPlace{"test", ""};

std::vector<std::uint64_t> values_of(const Region& region) {
  std::vector<std::uint64_t> addresses;
  for (std::int64_t r = 0; r < region.rows; ++r) {
    for (std::int64_t at = 0; at < region.row.count(); at += kElementBytes) {
      addresses.push_back(region.address +
                          static_cast<std::uint64_t>(r * region.pitch.count() + at));
    }
  }
  return addresses;
}

// Where matrices are, said again by hand.
std::int64_t up(std::int64_t bytes) { return (bytes + 4095) / 4096 * 4096; }

struct Matrices {
  MatrixShape s;

  Cells cells(const Region& region, std::int64_t base, std::int64_t columns) const {
    Cells all;
    for (const std::uint64_t address : values_of(region)) {
      const std::int64_t value = (static_cast<std::int64_t>(address) - base) / kElementBytes;
      REQUIRE(value >= 0);
      all.emplace(value / columns, value % columns);
    }
    return all;
  }
  std::int64_t b() const { return up(s.m * s.k * 2); }
  std::int64_t c() const { return b() + up(s.k * s.n * 2); }
};

// Follows the programs of all cores and multiplies what they load: how often each product of a row,
// a column and a depth was added before its C was stored.
std::map<std::pair<std::int64_t, std::int64_t>, std::multiset<std::int64_t>> sums_of(
    const GemmWork& work, int cores) {
  const Matrices where{work.shape};
  std::map<std::pair<std::int64_t, std::int64_t>, std::multiset<std::int64_t>> sums;
  for (int core = 0; core < cores; ++core) {
    std::map<std::pair<std::int64_t, std::int64_t>, std::multiset<std::int64_t>> open;
    Cells a, b;
    for (const TileOp& op : gemm_program(CoreConfig{}, work, core, cores)) {
      if (op.kind == TileOpKind::load) {
        const bool is_b = op.region.address >= static_cast<std::uint64_t>(where.b());
        (is_b ? b : a) = is_b ? where.cells(op.region, where.b(), work.shape.n)
                              : where.cells(op.region, 0, work.shape.k);
      } else if (op.kind == TileOpKind::compute) {
        for (const auto& [m, k] : a) {
          for (auto it = b.lower_bound({k, 0}); it != b.end() && it->first == k; ++it) {
            open[{m, it->second}].insert(k);
          }
        }
      } else {
        const Cells stored = where.cells(op.region, where.c(), work.shape.n);
        CHECK(stored.size() == open.size());
        for (const auto& cell : stored) {
          CHECK(sums.count(cell) == 0);
          sums[cell] = open[cell];
        }
        open.clear();
      }
    }
    CHECK(open.empty());
  }
  return sums;
}

// The most bytes that the scratchpad holds if a buffer is taken when its load may begin and free
// when nothing needs it: an operation needs those it waits for.
void require_two_halves(const std::vector<TileOp>& program) {
  std::vector<std::int32_t> computes, stores;
  bool fresh = true;
  for (std::size_t i = 0; i < program.size(); ++i) {
    const TileOp& op = program[i];
    if (op.kind == TileOpKind::load) {
      if (computes.size() >= 2) {
        CHECK(op.after_read == std::vector<std::int32_t>{computes[computes.size() - 2]});
      } else {
        CHECK(op.after_read.empty());
      }
    } else if (op.kind == TileOpKind::compute) {
      CHECK(std::count(op.after.begin(), op.after.end(), static_cast<std::int32_t>(i) - 1) == 1);
      CHECK(std::count(op.after.begin(), op.after.end(), static_cast<std::int32_t>(i) - 2) == 1);
      if (fresh && stores.size() >= 2) CHECK(op.after.back() == stores[stores.size() - 2]);
      computes.push_back(static_cast<std::int32_t>(i));
      fresh = false;
    } else {
      CHECK(op.after == std::vector<std::int32_t>{computes.back()});
      stores.push_back(static_cast<std::int32_t>(i));
      fresh = true;
    }
  }
}

TEST_CASE("tiles load every product of A and B once and store every sum once", "[npu]") {
  base::Rng rng(3, "gemm_program");
  for (int trial = 0; trial < 60; ++trial) {
    const auto side = [&rng] { return rng.between(1, 9); };
    GemmWork work;
    work.shape = {side(), side(), side()};
    work.tile = {rng.between(1, work.shape.m), rng.between(1, work.shape.n),
                 rng.between(1, work.shape.k)};
    work.overlap = rng.chance(0.5);
    const auto sums = sums_of(work, static_cast<int>(rng.between(1, 3)));
    CHECK(static_cast<std::int64_t>(sums.size()) == work.shape.m * work.shape.n);
    std::multiset<std::int64_t> every;
    for (std::int64_t k = 0; k < work.shape.k; ++k) every.insert(k);
    for (const auto& [cell, depths] : sums) CHECK(depths == every);
  }
}

TEST_CASE("a pair is loaded when the last but one was read, and stored C makes room", "[npu]") {
  GemmWork work{{7, 8, 9}, {3, 3, 4}, true};
  require_two_halves(gemm_program(CoreConfig{}, work, 0, 1));
  require_two_halves(gemm_program(CoreConfig{}, work, 1, 2));
  work.overlap = false;
  const std::vector<TileOp> program = gemm_program(CoreConfig{}, work, 0, 1);
  for (std::size_t i = 1; i < program.size(); ++i) {
    CHECK(program[i].after == std::vector<std::int32_t>{static_cast<std::int32_t>(i) - 1});
  }
}

TEST_CASE("the bytes of a work are those of its program", "[npu]") {
  base::Rng rng(4, "gemm_size");
  for (int trial = 0; trial < 40; ++trial) {
    const auto side = [&rng] { return rng.between(1, 60); };
    GemmWork work;
    work.shape = {side(), side(), side()};
    work.tile = {rng.between(1, work.shape.m), rng.between(1, work.shape.n),
                 rng.between(1, work.shape.k)};
    const GemmSize size = size_of(work);
    std::int64_t loads = 0, stores = 0, pairs = 0, tiles = 0;
    std::uint64_t end = 0;
    for (int core = 0; core < 2; ++core) {
      for (const TileOp& op : gemm_program(CoreConfig{}, work, core, 2)) {
        if (op.kind == TileOpKind::load) loads += op.region.bytes().count();
        if (op.kind == TileOpKind::store) stores += op.region.bytes().count(), ++tiles;
        if (op.kind == TileOpKind::compute) ++pairs;
        for (const std::uint64_t address : values_of(op.region)) {
          end = std::max(end, address + kElementBytes);
        }
      }
    }
    CHECK(size.loads.count() == loads);
    CHECK(size.stores.count() == stores);
    CHECK(size.pairs == pairs);
    CHECK(size.tiles == tiles);
    CHECK(static_cast<std::uint64_t>(size.end.count()) == end);
  }
}

TEST_CASE("matrices that lie tile by tile are whole, and each tile is one piece", "[npu]") {
  base::Rng rng(6, "layout");
  for (int trial = 0; trial < 40; ++trial) {
    const auto side = [&rng] { return rng.between(1, 30); };
    GemmWork work;
    work.shape = {side(), side(), side()};
    work.tile = {rng.between(1, work.shape.m), rng.between(1, work.shape.n),
                 rng.between(1, work.shape.k)};
    std::map<TileOpKind, std::set<std::uint64_t>> by_rows, by_tiles;
    for (const Layout layout : {Layout::rows, Layout::tiles}) {
      work.layout = layout;
      for (const TileOp& op : gemm_program(CoreConfig{}, work, 0, 1)) {
        auto& addresses = (layout == Layout::rows ? by_rows : by_tiles)[op.kind];
        for (const std::uint64_t address : values_of(op.region)) addresses.insert(address);
        if (layout == Layout::tiles && op.kind != TileOpKind::compute) CHECK(op.region.rows == 1);
      }
    }
    CHECK(by_rows == by_tiles);
    // Each value of C is stored once, so tiles of it do not share any.
    CHECK(static_cast<std::int64_t>(by_tiles[TileOpKind::store].size()) ==
          work.shape.m * work.shape.n);
  }
}

TEST_CASE("clocks of a program without overlap are the closed form of the product", "[npu]") {
  base::Rng rng(5, "chosen_tile");
  for (int trial = 0; trial < 200; ++trial) {
    CoreConfig core;
    core.array = {static_cast<int>(rng.between(1, 40)), static_cast<int>(rng.between(1, 40))};
    core.dataflow = static_cast<Dataflow>(rng.between(0, 2));
    const std::int64_t most = trial % 2 == 0 ? 70 : 300;
    const MatrixShape shape{rng.between(1, most), rng.between(1, most), rng.between(1, most)};
    // One fold and its stream fit.
    const cost::SystolicArray array = core.one_array();
    core.scratchpad = base::Bytes{8 * (40 * 40 + 80 * most) + rng.between(0, 100'000)};
    GemmWork work{shape, chosen_tile(core, shape, false, kPlace), false};
    CHECK(scratchpad_of(work.tile) <= core.scratchpad);
    std::int64_t clocks = 0;
    for (const TileOp& op : gemm_program(core, work, 0, 1)) clocks += op.issue + op.drain;
    INFO(array.rows << "x" << array.columns << " flow " << static_cast<int>(core.dataflow) << " "
                    << shape.m << "x" << shape.n << "x" << shape.k);
    CHECK(clocks == cost::systolic_clocks(array, shape));
  }
  // A sum over k that is too long for the scratchpad stays in the array while it goes on.
  CoreConfig core;
  const MatrixShape deep{100, 100, 1'000'000};
  GemmWork work{deep, chosen_tile(core, deep, false, kPlace), false};
  CHECK(work.tile.k < deep.k);
  std::int64_t clocks = 0;
  for (const TileOp& op : gemm_program(core, work, 0, 1)) clocks += op.issue + op.drain;
  CHECK(clocks == 1'000'000 + 128 + 128 - 2);
}

TEST_CASE("tiles that do not fit into their share of the scratchpad are refused", "[npu]") {
  CoreConfig core;
  core.scratchpad = base::Bytes{8 * 64 * 64 * 2};  // two halves of A, B and C of 64 x 64
  const MatrixShape shape{1000, 1000, 1000};
  CHECK(square_tile(core, shape, 64, true, kPlace).m == 64);
  CHECK_THROWS_WITH(square_tile(core, shape, 65, true, kPlace),
                    Catch::Contains("half of the scratchpad of 64 KiB") &&
                        Catch::Contains("found 65") && Catch::Contains("meanwhile"));
  CHECK(square_tile(core, shape, 90, false, kPlace).k == 90);
  CHECK_THROWS_WITH(square_tile(core, shape, 91, false, kPlace),
                    Catch::Contains("fit into the scratchpad"));
  // A side is never longer than the shape's.
  CHECK(square_tile(core, {10, 20, 30}, 64, true, kPlace).n == 20);
  // With overlap eight folds or 1,024, or as many folds as fit into half.
  const MatrixShape large{5000, 5000, 5000};
  core.scratchpad = base::Bytes{64 << 20};
  CHECK(chosen_tile(core, large, true, kPlace).n == 1024);
  core.array = {16, 8};
  CHECK(chosen_tile(core, large, true, kPlace).m == 1024);
  core.array = {256, 16};
  CHECK(chosen_tile(core, large, true, kPlace).k == 2048);
  core.scratchpad = base::Bytes{8 << 20};
  CHECK(chosen_tile(core, large, true, kPlace).k == 512);
  core.scratchpad = base::Bytes{64};
  const MatrixShape least = chosen_tile(core, shape, true, kPlace);
  CHECK(scratchpad_of(least).count() <= 32);
}

TEST_CASE("folds are dealt to arrays, and a pipelined array pays for what passes it", "[npu]") {
  CoreConfig core;
  core.arrays = 4;
  core.dataflow = Dataflow::ws;
  const MatrixShape tile{512, 512, 512};  // 16 folds, four for each array
  CHECK(product_clocks(core, tile).issue == 4 * (512 + 2 * 128 + 128 - 2));
  core.folds = FoldOrder::pipelined;
  CHECK(product_clocks(core, tile).issue == 4 * 512);  // 512^3 / (4 x 128^2)
  CHECK(product_clocks(core, tile).drain == 2 * 128 + 128 - 2);
  // What stays takes 128 clocks to load, however little passes it.
  CHECK(product_clocks(core, {1, 512, 512}).issue == 4 * 128);
  core.folds = FoldOrder::dense;
  CHECK(product_clocks(core, tile).issue == 2048);
  CHECK(product_clocks(core, {640, 640, 640}).issue == 4000);  // 640^3 / 2^16
  core.clock = base::Picoseconds{1000};
  CHECK(peak_of(core).count() == Approx(2 * 65'536 * 1e9));
}

}  // namespace
}  // namespace jacquard::systemc
