// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/experts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/cost/multiprocessors.hpp"
#include "jacquard/workload/expert_loads.hpp"

namespace jacquard::cost {
namespace {

using workload::ExpertWork;
using workload::NumberType;

// Rows of a tile, and the share of the tensor rate that a tile of so few rows reaches.
struct TileHeight {
  double rows;
  double rate;
};
constexpr std::array<TileHeight, 4> kHeights{{{16, 0.25}, {32, 0.45}, {64, 0.75}, {128, 1.0}}};
constexpr double kTileWidth = 128;
// Moving rows about is bound by what a processor keeps in flight, not by the memory behind it: H100
// and H200 take equally long.
constexpr double kProcessorBandwidth = 25.4e9;
// Sorting is skipped where tokens can hardly meet at an expert (vLLM's fused_moe).
constexpr double kSparse = 4;

// Of the busiest device; a mean over deals.
struct Load {
  double hit = 0;                               // experts with a token
  double rows = 0;                              // tokens at all of them
  std::array<double, kHeights.size()> tiles{};  // of each height, one column of tiles
};

Load load_of(const std::vector<workload::DeviceLoad>& deals) {
  Load sum;
  for (const workload::DeviceLoad& deal : deals) {
    for (const double tokens : deal.tokens) {
      if (tokens == 0) continue;
      sum.hit += 1;
      sum.rows += tokens;
      for (std::size_t i = 0; i < kHeights.size(); ++i) {
        sum.tiles[i] += std::ceil(tokens / kHeights[i].rows);
      }
    }
  }
  const auto count = static_cast<double>(deals.size());
  sum.hit /= count;
  sum.rows /= count;
  for (double& tiles : sum.tiles) tiles /= count;
  return sum;
}

double activation_bytes(NumberType type) {
  const bool weights_only = type == NumberType::w4a16 || type == NumberType::int4;
  return workload::bytes_per_value(weights_only ? NumberType::bf16 : type);
}

class Law {
 public:
  Law(const Device& device, const ExpertWork& work, const ExpertConstants& constants,
      const std::vector<workload::DeviceLoad>& deals)
      : work_(work), load_(load_of(deals)), constants_(constants) {
    processors_ = std::max(1, device.processors);
    const NumberType type = constants.fp8_products ? NumberType::fp8 : work.type;
    rate_ = constants.peak_share * peak_of(device, type).count() / processors_;
    bandwidth_ = constants.bandwidth_share * device.memory_bandwidth.count();
    row_bandwidth_ = device.memory_bandwidth.count();
    if (has_multiprocessors(device)) {
      row_bandwidth_ = std::min(row_bandwidth_, kProcessorBandwidth * processors_);
    }
  }

  double seconds() const {
    const double products = product(first(), work_.hidden) + product(work_.hidden, inner());
    const double once =
        floor() + products + rows_moved(first(), inner()) + constants_.expert.count() * load_.hit;
    return once * (work_.backward ? 2 : 1);
  }
  double beside_products() const {
    const double once =
        floor() + rows_moved(first(), inner()) + constants_.expert.count() * load_.hit;
    return once * (work_.backward ? 2 : 1);
  }

 private:
  double inner() const { return work_.inner / work_.tensor_parallel; }
  double first() const { return inner() * (work_.gated ? 2 : 1); }

  double floor() const {
    const double choices = work_.tokens * work_.top_k;
    const bool sorted = choices * kSparse > work_.experts;
    return constants_.start.count() + constants_.choice.count() * work_.top_k +
           (sorted ? constants_.sort.count() : 0);
  }

  // Each hit expert's [tokens, depth] x [depth, width], in the tiles that suit best.
  double product(double width, double depth) const {
    const double weights = load_.hit * width * depth * workload::bytes_per_value(work_.type);
    const double rows = load_.rows * (width * workload::bytes_per_value(NumberType::bf16) +
                                      depth * activation_bytes(work_.type));
    const double memory = (weights + rows) / bandwidth_;
    double best = 0;
    for (std::size_t i = 0; i < kHeights.size(); ++i) {
      const double waves = load_.tiles[i] * std::ceil(width / kTileWidth) / processors_;
      const double tile = 2 * kHeights[i].rows * kTileWidth * depth / (rate_ * kHeights[i].rate);
      const double compute = std::ceil(waves) * tile;
      const double time = std::sqrt(compute * compute + memory * memory);
      if (i == 0 || time < best) best = time;
    }
    return best;
  }

  double rows_moved(double first, double inner) const {
    const double permuted = (work_.sorted ? 1 : 2) * work_.hidden;
    const double bytes = (permuted + first + inner) * 2;  // in bf16
    const double all_rows = work_.tokens * work_.top_k;
    return bytes * (constants_.local_passes * load_.rows + constants_.global_passes * all_rows) /
           row_bandwidth_;
  }

  const ExpertWork& work_;
  Load load_;
  ExpertConstants constants_;
  double processors_ = 1;
  double rate_ = 0;
  double bandwidth_ = 0;
  double row_bandwidth_ = 0;
};

}  // namespace

base::Seconds expert_time(const Device& device, const ExpertWork& work, ExpertKernel kernel,
                          Software software) {
  if (work.tokens <= 0) return base::Seconds{0};
  return expert_time(device, work, constants_of(device, kernel, software, work.type),
                     workload::busiest_device(work));
}

base::Seconds expert_time_beside_products(const Device& device, const ExpertWork& work,
                                          ExpertKernel kernel, Software software) {
  if (work.tokens <= 0) return base::Seconds{0};
  return base::Seconds{Law(device, work, constants_of(device, kernel, software, work.type),
                           workload::busiest_device(work))
                           .beside_products()};
}

base::Seconds expert_time(const Device& device, const ExpertWork& work,
                          const ExpertConstants& constants,
                          const std::vector<workload::DeviceLoad>& deals) {
  JQ_CHECK(!deals.empty(), "loads of experts are known");
  if (work.tokens <= 0) return base::Seconds{0};
  return base::Seconds{Law(device, work, constants, deals).seconds()};
}

}  // namespace jacquard::cost
