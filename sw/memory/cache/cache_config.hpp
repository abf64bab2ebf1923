// SPDX-License-Identifier: Apache-2.0
// A cache in DRAM in front of a larger memory. Its tags are in SRAM.
#pragma once

#include <cstdint>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"

namespace jacquard::memory {

// Which line of a full set makes room: the one not used for longest, the one placed first, or any.
enum class Replacement : std::uint8_t { lru, fifo, random };

struct CacheConfig {
  base::Bytes capacity{77'309'411'328};  // 72 GiB
  base::Bytes line{256};
  int ways = 16;
  Replacement replacement = Replacement::lru;
  int mshrs = 4096;               // lines that are fetched at a time
  bool write_allocate = false;    // a write that misses fetches its line
  bool critical_first = true;     // what was asked for is fetched, and answered, before the rest
  base::Picoseconds tags{5'000};  // a look into the tags takes so long

  // Of a consistent configuration.
  std::int64_t lines() const { return capacity.count() / line.count(); }
  std::int64_t sets() const { return lines() / ways; }
};

const config::FieldTable<CacheConfig>& cache_fields();

// Throws ConfigError below `place` for a line that is no power of two or larger than a way, for a
// capacity that is no whole number of sets, that does not fit into `store`, or that exceeds
// `memory`, which it caches.
void require_consistent(const CacheConfig& config, base::Bytes store, base::Bytes memory,
                        const config::Place& place);

// SRAM for the tags of a cache of `memory`: for each line the address bits that its set does not
// say, a valid bit, and with LRU its rank in its set. Requires a consistent configuration.
base::Bytes tag_storage(const CacheConfig& config, base::Bytes memory);

}  // namespace jacquard::memory
