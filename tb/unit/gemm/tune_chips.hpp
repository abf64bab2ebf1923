// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/gemm/tune/tune.hpp"

namespace jacquard::tb {

// A chip whose gathers, scatters and sends have one bandwidth each, both ways.
inline gemm::Chip chip_of(const char* name, double flops, double sync_us, double launch_us,
                          double gather, double scatter) {
  gemm::Chip chip;
  chip.name = name;
  chip.peak = base::FlopsPerSecond{272e12};  // MeshSlice s5
  chip.effective = base::FlopsPerSecond{flops};
  chip.memory = base::Bytes{std::int64_t{32} << 30};
  for (gemm::TransferCost& cost : chip.transfers) {
    cost.sync = base::Picoseconds{sync_us * 1e6};
    cost.launch = base::Picoseconds{launch_us * 1e6};
    cost.bandwidth.fill(base::BytesPerSecond{gather});
  }
  chip.transfers[1].bandwidth.fill(base::BytesPerSecond{scatter});
  return chip;
}

// What the authors simulate with, and a fit of the paper's results.
inline gemm::Chip of_authors() {
  return chip_of("tpu-v4-authors", 242 * 0x1p40, 6, 100, 60e9, 50e9);
}
inline gemm::Chip of_paper() { return chip_of("tpu-v4-sim", 245e12, 11.6, 68.4, 83.6e9, 91.5e9); }

// What they give for a pod of TPU v4.
inline gemm::Chip of_pod() {
  gemm::Chip chip = chip_of("tpu-v4", 242 * 0x1p40, 5, 13, 0, 0);
  using Both = std::array<base::BytesPerSecond, 2>;
  chip.transfers[0].bandwidth =
      Both{base::BytesPerSecond{79.751e9}, base::BytesPerSecond{27.472e9}};
  chip.transfers[1].bandwidth =
      Both{base::BytesPerSecond{63.167e9}, base::BytesPerSecond{37.506e9}};
  chip.transfers[1].launch = base::Picoseconds{26e6};
  chip.transfers[2].bandwidth =
      Both{base::BytesPerSecond{35.224e9}, base::BytesPerSecond{38.801e9}};
  return chip;
}

inline gemm::Question block_of(std::int64_t hidden, int chips, const gemm::Chip& chip) {
  gemm::Question q;
  q.layers = gemm::paper_layers(hidden, std::int64_t{chips} / 2 * 2'048);
  q.chips = chips;
  q.chip = chip;
  return q;
}

}  // namespace jacquard::tb
