// SPDX-License-Identifier: Apache-2.0
// MeshSlice s7: what a chip of 1,024 sends for one layer of GPT-3, counted in several ways.
#pragma once

#include "jacquard/base/units.hpp"

namespace jacquard::studies::meshslice {

// (M, N, K) = (1024K, 12K, 48K) in bf16: 4 replicas of 32 x 8 chips by MeshSlice, each with a
// quarter of the rows, or 4 layers of 16 x 16 by 2.5D GeMM.
struct LayerTraffic {
  // The paper's counting: a group of P chips passes P shards (P - 1 do), 2.5D shifts P / c times
  // without its skew and copies. X stays in MeshSlice, C in 2.5D.
  base::Bytes paper_meshslice{0};
  base::Bytes paper_solomonik{0};
  // The same count of 2.5D where A stays.
  base::Bytes solomonik_stationary{0};
  // What the programs send: P - 1 shards; skew, copies to the layers, and the sum over them.
  base::Bytes meshslice{0};
  base::Bytes gradients{0};  // beside it: the ring all-reduce of the weights' among the replicas
  base::Bytes solomonik{0};
};

LayerTraffic layer_traffic();

}  // namespace jacquard::studies::meshslice
