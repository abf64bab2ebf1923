// SPDX-License-Identifier: Apache-2.0
// How a kernel of the FlashAttention family cuts its scores into tiles.
#pragma once

#include "jacquard/cost/flash_kernel.hpp"

namespace jacquard::cost {

// Scores of `batch` sequences: each of `heads` queries sees up to `keys` keys.
struct FlashShape {
  double batch = 1;
  double queries = 0;
  double keys = 0;
  double heads = 0;
  double kv_heads = 0;
  double key_size = 128;
  double value_size = 128;
  double window = 0;  // 0: none
  bool causal = true;
  bool paged = false;  // by a serving engine, whose kernels split the keys
};

struct FlashTiling {
  double tiles = 0;
  double rows = 0;  // of queries in a tile
  // Blocks of keys that a tile goes through: the longest, the mean, the shortest.
  double longest = 0;
  double mean = 0;
  double shortest = 0;
  double splits = 1;  // parts that the keys of a tile are cut into, each a tile of its own
  bool packed = false;
};

// `processors` > 0.
FlashTiling tiling_of(const FlashShape& shape, const FlashKernel& kernel, int processors);

}  // namespace jacquard::cost
