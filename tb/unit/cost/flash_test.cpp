// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/flash.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <queue>
#include <vector>

using namespace jacquard;
using cost::FlashKernel;
using cost::FlashShape;
using cost::FlashTiling;

namespace {

constexpr int kProcessors = 132;

FlashKernel kernel(double rows, double keys) {
  FlashKernel k;
  k.tile = {rows, keys};
  return k;
}

FlashShape causal(double queries, double keys, double group) {
  FlashShape shape;
  shape.queries = queries;
  shape.keys = keys;
  shape.kv_heads = 2;
  shape.heads = 2 * group;
  return shape;
}

// Blocks of keys of each tile of one head of keys, by going through them.
std::vector<double> blocks(const FlashShape& w, const FlashKernel& k) {
  const double group = w.heads / w.kv_heads;
  const double tiles = std::ceil(w.queries * group / k.tile.rows);
  std::vector<double> all;
  for (double i = 0; i < tiles; ++i) {
    const double end = std::min(w.queries, std::ceil((i + 1) * k.tile.rows / group));
    const double last = w.keys - w.queries + end;
    const double first =
        w.window > 0 ? std::max(0.0, w.keys - w.queries + i * k.tile.rows / group - w.window) : 0;
    all.push_back(std::ceil((last - first) / k.tile.keys));
  }
  return all;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) sum += v;
  return sum / static_cast<double>(values.size());
}

// Each tile, the longest first, to the processor that is free first.
double greedy(std::vector<double> times) {
  std::sort(times.rbegin(), times.rend());
  std::priority_queue<double, std::vector<double>, std::greater<>> free;
  for (int i = 0; i < kProcessors; ++i) free.push(0);
  double end = 0;
  for (const double time : times) {
    const double done = free.top() + time;
    free.pop();
    free.push(done);
    end = std::max(end, done);
  }
  return end;
}

}  // namespace

TEST_CASE("tiles and their blocks of keys equal those counted one by one") {
  for (const double group : {1.0, 4.0, 8.0}) {
    for (const double queries : {128.0, 512.0, 1024.0, 3072.0, 16384.0}) {
      for (const double past : {0.0, 128.0, 4096.0}) {
        const FlashShape shape = causal(queries, queries + past, group);
        const FlashKernel k = kernel(128, 128);
        const FlashTiling t = cost::tiling_of(shape, k, kProcessors);
        const std::vector<double> counted = blocks(shape, k);
        CAPTURE(group, queries, past);
        CHECK(t.tiles == 2 * static_cast<double>(counted.size()));
        CHECK(t.longest == counted.back());
        CHECK(t.shortest == counted.front());
        CHECK(t.mean == Approx(mean(counted)).epsilon(0.04));
      }
    }
  }
}

TEST_CASE("tiles of a window go through no more than the window") {
  FlashShape shape = causal(16384, 16384, 1);
  shape.window = 2048;
  const FlashKernel k = kernel(128, 128);
  const FlashTiling t = cost::tiling_of(shape, k, kProcessors);
  CHECK(t.longest == blocks(shape, k).back());
  CHECK(t.mean == Approx(mean(blocks(shape, k))).epsilon(0.08));
}

TEST_CASE("keys are split where tiles are fewer than processors, into no more than their blocks") {
  FlashShape shape = causal(1, 65536, 8);
  shape.paged = true;
  const FlashKernel k = kernel(128, 128);
  FlashTiling t = cost::tiling_of(shape, k, kProcessors);
  CHECK(t.tiles * t.splits > 0.4 * kProcessors);
  CHECK(t.tiles * t.splits <= kProcessors);
  shape.keys = 384;
  t = cost::tiling_of(shape, k, kProcessors);
  CHECK(t.splits <= 3);
  shape.batch = 66;
  CHECK(cost::tiling_of(shape, k, kProcessors).splits == 1);
}

TEST_CASE("the time of tiles is that of the longest first on the processor that is free first") {
  for (const double queries : {128.0, 512.0, 2048.0, 8192.0, 16384.0}) {
    for (const double batch : {1.0, 5.0, 16.0, 70.0}) {
      FlashShape shape = causal(queries, queries, 1);
      shape.batch = batch;
      const FlashKernel k = kernel(128, 128);
      const FlashTiling t = cost::tiling_of(shape, k, kProcessors);
      std::vector<double> times;
      for (const double b : blocks(shape, k)) {
        times.insert(times.end(), static_cast<std::size_t>(2 * batch), 2 + 1.5 * b);
      }
      CAPTURE(queries, batch);
      CHECK(cost::makespan(t, k, kProcessors, 2, 1.5) == Approx(greedy(times)).epsilon(0.10));
    }
  }
}
