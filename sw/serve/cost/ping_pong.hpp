// SPDX-License-Identifier: Apache-2.0
// Attention and experts on NPUs of their own, and micro-batches between them in turn
// (MegaScale-Infer, arXiv 2504.02263 s4.1; Step-3, arXiv 2507.19427).
#pragma once

#include <algorithm>

namespace jacquard::serve {

// Seconds of a micro-batch in one layer: on the NPUs of attention, on its way to the experts,
// there, and on its way back.
struct PingPong {
  double attention = 0;
  double there = 0;
  double experts = 0;
  double back = 0;

  double round() const { return attention + there + experts + back; }
  double slowest() const { return std::max({attention, there, experts, back}); }
};

// Of all layers, where each of the four works on one micro-batch at a time. The slowest one sets
// the pace, if there are micro-batches enough to fill a round.
inline double ping_pong_seconds(const PingPong& layer, int micro_batches, int layers) {
  const double pace = std::max(micro_batches * layer.slowest(), layer.round());
  return layer.round() + (micro_batches - 1) * layer.slowest() + (layers - 1) * pace;
}

}  // namespace jacquard::serve
