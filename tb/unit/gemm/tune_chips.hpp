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

inline gemm::Chip of_authors() { return gemm::chip_of("tpu-v4-authors", {"", ""}); }
inline gemm::Chip of_paper() { return gemm::chip_of("tpu-v4-sim", {"", ""}); }
inline gemm::Chip of_pod() { return gemm::chip_of("tpu-v4", {"", ""}); }

inline gemm::Question block_of(std::int64_t hidden, int chips, const gemm::Chip& chip) {
  gemm::Question q;
  q.layers = gemm::paper_layers(hidden, std::int64_t{chips} / 2 * 2'048);
  q.chips = chips;
  q.chip = chip;
  return q;
}

}  // namespace jacquard::tb
