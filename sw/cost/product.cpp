// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/product.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace jacquard::cost {
namespace {

constexpr std::array<Tile, 15> kTiles{{{16, 32},
                                       {16, 64},
                                       {16, 128},
                                       {32, 64},
                                       {32, 128},
                                       {64, 32},
                                       {64, 64},
                                       {64, 128},
                                       {64, 256},
                                       {128, 32},
                                       {128, 64},
                                       {128, 128},
                                       {128, 256},
                                       {256, 64},
                                       {256, 128}}};
constexpr std::array kSplits{1, 2, 3, 4, 6, 8, 12, 16, 24, 32};

// Partial sums are fp32, written and read at more than the memory's rate, for most stay in cache.
constexpr double kPartialBytes = 4;
constexpr double kPartialRate = 2;  // of the memory's bandwidth

// The longer of two overlapping times, and a little more where they are alike: the fourth root of
// the sum of fourth powers.
double overlapped(double a, double b) {
  const double longer = std::max(a, b);
  if (longer <= 0) return 0;
  const double ratio = std::min(a, b) / longer;
  return longer * std::sqrt(std::sqrt(1 + ratio * ratio * ratio * ratio));
}

}  // namespace

Tiling unsplit_tiling() { return {{kTiles.data(), kTiles.size()}, {kSplits.data(), 1}, false}; }

Tiling library_tiling() {
  return {{kTiles.data(), kTiles.size()}, {kSplits.data(), kSplits.size()}, false};
}

double product_seconds(const Device& device, const GemmConstants& c, const Product& p, double rate,
                       const Tiling& tiling) {
  const double processors = device.processors;
  const double bandwidth = device.memory_bandwidth.count();
  const double wide = std::max(p.a_bytes, p.b_bytes);
  const double step = c.step_bytes / wide;  // of k
  double best = std::numeric_limits<double>::infinity();
  for (const Tile& tile : tiling.tiles) {
    double rows = std::ceil(p.m / tile.m);
    if (tiling.pairs && rows > 1) rows = 2 * std::ceil(rows / 2);
    const double tiles = rows * std::ceil(p.n / tile.n) * p.count;
    const double area = static_cast<double>(tile.m) * tile.n;
    const double compute = 2 * area * step * processors / rate;
    const double load = (tile.m * p.a_bytes + tile.n * p.b_bytes) * step / c.cache_rate;
    const double per_step = std::max({compute, load, c.step_seconds});
    for (const int split : tiling.splits) {
      const double steps = std::ceil(p.k / split / step);
      if (split > 1 && steps * step * (split - 1) >= p.k) break;
      const double share = tiles * split / processors;
      const double turns = c.waves ? std::ceil(share) : std::max(share, 1.0);
      const double loop = steps * per_step + c.start_seconds;
      const double store = area * c.store_seconds;
      double time = turns * (loop + store);
      if (split > 1) {
        const double partial = p.m * p.n * p.count * kPartialBytes * (split + 1);
        time += c.split_seconds + partial / (kPartialRate * bandwidth);
      }
      best = std::min(best, time);
    }
  }
  const double bytes =
      (p.m * p.k * p.a_bytes + p.k * p.n * p.b_bytes + p.m * p.n * p.c_bytes) * p.count;
  const double ramp = c.ramp_seconds * bytes / (bytes + c.ramp_bytes);
  return overlapped(best, bytes / (c.bandwidth_share * bandwidth) + ramp);
}

}  // namespace jacquard::cost
