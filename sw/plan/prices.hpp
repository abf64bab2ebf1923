// SPDX-License-Identifier: Apache-2.0
// How long amounts take on a cluster: MAD-Max s4.2. In seconds.
#pragma once

#include <array>
#include <cstdint>

#include "jacquard/plan/amounts.hpp"

namespace jacquard::plan {

enum class Collective : std::uint8_t { all_to_all, all_reduce, all_gather, reduce_scatter };
const char* name_of(Collective collective);

// Bytes per second of a device, by level: [inside the node, over all devices].
struct Bandwidths {
  double inside = 0;
  double across = 0;  // all-to-all
  double mixed = 0;   // all-reduce: a share p stays inside the node
};
Bandwidths bandwidths_of(const Cluster& cluster);

class Prices {
 public:
  explicit Prices(const Request& request);

  // 0 where the cluster has no peak for the model's type.
  double flops_per_second() const { return flops_per_second_; }

  double compute(double flops) const { return flops / flops_per_second_; }
  double look_up(double bytes) const { return bytes / look_up_bytes_per_second_; }
  // At level `level` of a part's `levels`. A strategy of one level takes the entry of the last.
  double collective(Collective what, double bytes, int level, int levels) const;

 private:
  double flops_per_second_;
  double look_up_bytes_per_second_;
  std::array<std::array<double, 2>, 4> bytes_per_second_;  // by collective and entry
};

// Seconds of what a layer does.
struct LayerPrices {
  double forward = 0;
  double backward = 0;
  double gather = 0;
  double scatter = 0;
  struct OfLevel {
    double activations = 0;
    double exchange = 0;
    double gradients = 0;
  };
  std::array<OfLevel, 2> level;
};
LayerPrices priced(const LayerAmounts& amounts, const Levels& levels, const Prices& prices);

struct EmbeddingPrices {
  double look_up = 0;
  std::array<double, 2> all_to_all{};
  std::array<double, 2> all_reduce{};
};
EmbeddingPrices priced(const EmbeddingAmounts& amounts, const Levels& levels, const Prices& prices);

}  // namespace jacquard::plan
