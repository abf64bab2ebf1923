// SPDX-License-Identifier: Apache-2.0
// Kernels of the FlashAttention family, by what a time needs of them. See docs/cost.md.
#pragma once

#include "jacquard/cost/device.hpp"
#include "jacquard/cost/software.hpp"

namespace jacquard::cost {

// A block of the score matrix that one processor holds.
struct FlashTile {
  double rows = 128;  // queries, of all heads that share keys
  double keys = 128;
};

// Seconds where nothing else is said.
struct FlashKernel {
  FlashTile tile;
  // Queries of heads that share keys fill one tile: always, for one query per sequence, or never.
  enum class Packing { always, single_query } packing = Packing::always;
  int resident = 1;         // tiles that share a processor
  double most_splits = 32;  // parts that the keys of a tile are cut into

  bool fp8_products = false;  // keys and values of one byte are not turned to bf16 first
  // Of the dense peak, by both products.
  double peak_share = 1;
  double score = 0;  // of a score, what the products do not hide: its exponential before all
  double page = 0;   // of a score, to find its key in a page
  // Likewise of the gradient, with five products.
  double backward_share = 1;
  double backward_score = 0;
  double bandwidth_share = 1;

  // Of a tile: for itself, its 128 rows, each beside the same per 128 values of a head.
  double tile_floor = 0;
  double tile_head = 0;
  double rows_floor = 0;
  double rows_head = 0;

  double combine = 0;        // of the kernel that adds up splits
  double combine_split = 0;  // for each split
  double pack = 0;           // of the copies that pack queries
  double pack_batch = 0;     // likewise, of several sequences and several heads of keys

  double cached_floor = 0;   // all launches of the operation where keys and values are cached
  double write_latency = 0;  // a block of threads writes a token's keys and values
  double write_share = 1;    // of the bandwidth, likewise
};

// What a kernel is chosen by.
struct FlashChoice {
  double head_size = 128;
  bool single_query = false;
  bool fp8 = false;  // keys and values are of one byte
  Software software = Software::any;
};

// The kernel that serving engines and training frameworks use on this architecture.
FlashKernel flash_kernel(const Device& device, const FlashChoice& choice);

// Of multi-head latent attention with absorbed projections; `fp8`: its cache is.
FlashKernel latent_flash_kernel(const Device& device, bool fp8);

}  // namespace jacquard::cost
