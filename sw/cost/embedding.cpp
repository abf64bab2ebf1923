// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/embedding.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/cost/elementwise.hpp"

namespace jacquard::cost {
namespace {

// What gathers reach of the memory's bandwidth on A100 (MAD-Max s4.2: about 0.8; its parameters).
constexpr double kGatherShare = 0.836;
constexpr double kCacheRatio = 2.5;  // rate of the last-level cache over the memory's
constexpr double kSector = 64;       // bytes: two of A100's sectors, one access of HBM
constexpr double kIndexBytes = 8;
// The sort: pairs of a row and a bag, read and written by each pass of a digit.
constexpr double kPairBytes = 12;
constexpr double kDigitBits = 8;
constexpr double kBackwardKernels = 8;  // histograms and passes of the sort, segments, the update
constexpr double kStateBytes = 4;       // row-wise Adagrad: a number for each row
// Of the law of repeats: look-ups of a table at which half of them are first, and its slope.
constexpr double kHalf = 25e3;
constexpr double kSlope = 0.56;

// Share of repeats that are not in the cache any more: kernels go table by table, so what must stay
// are one table's rows.
double missed(const Device& d, double rows_bytes) {
  const auto cache = static_cast<double>(d.cache.count());
  return rows_bytes > cache ? 1 - cache / rows_bytes : 0;
}

double gcd(double a, double b) { return b < 1 ? a : gcd(b, std::fmod(a, b)); }

}  // namespace

double sector_bytes(double row_bytes) {
  const double begins = gcd(std::max(1.0, std::floor(row_bytes)), kSector);
  return row_bytes + kSector - begins;
}

double first_share(double lookups_of_a_table) {
  return 1 / (1 + std::pow(std::max(0.0, lookups_of_a_table) / kHalf, kSlope));
}

base::Seconds embedding_time(const Device& d, const workload::EmbeddingWork& w) {
  const double lookups = w.bags * w.pooling;
  if (lookups <= 0) return base::Seconds{0};
  const double rate = d.memory_bandwidth.count() * kGatherShare;
  const double row = sector_bytes(w.row_bytes);
  const double of_table = lookups / std::max(1.0, w.tables);
  const double first = w.first > 0 ? w.first : first_share(of_table);
  const double bags_bytes = w.bags * w.bag_bytes;
  if (!w.backward) {
    const double repeats = (1 - first) * missed(d, of_table * first * row);
    const double memory = lookups * ((first + repeats) * row + kIndexBytes) + bags_bytes;
    return kKernelFloor +
           base::Seconds{std::max(memory / rate, lookups * row / rate / kCacheRatio)};
  }
  const double gradients = lookups * missed(d, bags_bytes / std::max(1.0, w.tables));
  const double memory = bags_bytes + gradients * w.bag_bytes +
                        lookups * first * 2 * (row + sector_bytes(kStateBytes));
  const double cached = lookups * w.bag_bytes / kCacheRatio;
  const double passes = std::ceil(std::log2(std::max(2.0, w.rows)) / kDigitBits);
  const double sort = lookups * kPairBytes * 2 * passes;
  return kKernelFloor * kBackwardKernels + base::Seconds{(sort + std::max(memory, cached)) / rate};
}

}  // namespace jacquard::cost
