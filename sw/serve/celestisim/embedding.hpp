// SPDX-License-Identifier: Apache-2.0
// Pooling of embeddings: rows spread over GPUs, or all in the appliance (Photonic Fabric s7).
#pragma once

#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::serve::celestisim {

// Rows of 32 values of 32 bit. Each of a batch's samples adds up `pooling` rows of every table.
struct Pooling {
  int tables = 1;
  int batch = 128;
  int pooling = 32;

  double looked_up() const;  // bytes
  double result() const;     // bytes
};

// GPUs that each hold a part of every table's rows. All look up what they have, then add up their
// results in a ring of one step for each other GPU.
struct SpreadRows {
  int gpus = 128;  // 10 TB in 80 GB each
  base::BytesPerSecond memory{3350e9};
  base::BytesPerSecond link{450e9};  // of each GPU; PCIe: 32 GB/s
  base::Seconds step{1.54e-6};       // of the ring: fitted on both of the paper's means
};

// XPUs that read rows where they lie.
struct SharedRows {
  base::BytesPerSecond bandwidth{26.8e12};  // of all XPUs, Table 5
  base::Seconds access{0};                  // beyond a kernel's launch
  double misses = 0;                        // share of rows that come from behind a cache
  base::BytesPerSecond behind{1};
};

base::Seconds pooling_time(const SpreadRows& spread, const Pooling& pooling);
base::Seconds pooling_time(const SharedRows& shared, const Pooling& pooling);

// The paper's 42 settings: tables 1, 2, 4, ... 64; batches of 128, 1,024 and 4,096; 32 and 64 rows
// pooled.
std::vector<Pooling> paper_poolings();

// The mean over them of the time of the first over that of the second.
double mean_speedup(const SpreadRows& spread, const SharedRows& shared);

// Eight XPUs before the described appliance: ports as measured, 10 TB of which the HBM caches its
// size's share, the rest from DDR at random.
SharedRows described_rows();

}  // namespace jacquard::serve::celestisim
