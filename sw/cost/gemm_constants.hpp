// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/cost/device.hpp"

namespace jacquard::cost {

// What the law of products needs beside the data sheet. By architecture: docs/cost.md says which
// were fitted and which are carried over.
struct GemmConstants {
  double peak_share = 0;         // of the tensor peak, within a tile's loop
  double fp8_share = 0;          // likewise of the fp8 peak
  double fp4_share = 0;          // likewise of the fp4 peak
  double bandwidth_share = 0;    // of the memory's, beside a ramp of
  double ramp_seconds = 0;       //   so long, of which a transfer of
  double ramp_bytes = 1;         //   so many bytes sees half
  double cache_rate = 0;         // B/s from the last-level cache into one processor
  double step_bytes = 0;         // a loop's step along k, in bytes of one row
  double step_seconds = 0;       // at least, for its loads must arrive
  double store_seconds = 0;      // of one value of the result, of one processor
  double start_seconds = 0;      // of a tile
  double split_seconds = 0;      // of the kernel's second pass, where k is split
  double floor_seconds = 0;      // of a kernel, in a captured graph
  double fp4_step_seconds = 0;   // those of fp4, whose scales are loaded beside
  double fp4_floor_seconds = 0;  //   and brought into the order that it asks for
  bool waves = false;            // the last wave of tiles leaves processors idle
};

// With peak_share replaced by device.achieved where that is given.
GemmConstants gemm_constants(const Device& device);

}  // namespace jacquard::cost
