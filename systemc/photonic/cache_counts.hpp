// SPDX-License-Identifier: Apache-2.0
// What a write-through cache did. An access counts once for each line that it touches.
#pragma once

#include <cstdint>

#include "jacquard/base/units.hpp"

namespace jacquard::systemc {

struct CacheCounts {
  std::int64_t reads = 0;
  std::int64_t read_hits = 0;
  std::int64_t writes = 0;
  std::int64_t write_hits = 0;
  std::int64_t merged = 0;  // reads that waited for a line which another one had fetched
  base::Bytes missed{0};    // asked for by reads that missed, merged ones too
  base::Bytes fetched{0};   // of DDR, in whole lines that have come
  base::Bytes written{0};   // to DDR, as far as that is done

  // Of reads and writes; 0 of none.
  double hit_rate() const {
    const std::int64_t all = reads + writes;
    return all > 0 ? static_cast<double>(read_hits + write_hits) / static_cast<double>(all) : 0.0;
  }
  // What was fetched for each byte that missed; 0 of no misses.
  double read_amplification() const { return missed.count() > 0 ? fetched / missed : 0.0; }
};

// What happened between two readings.
CacheCounts operator-(CacheCounts later, const CacheCounts& earlier);
// Of two caches.
CacheCounts operator+(CacheCounts one, const CacheCounts& other);

}  // namespace jacquard::systemc
