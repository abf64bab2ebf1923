// SPDX-License-Identifier: Apache-2.0
// The tags of a cache: which lines it holds, and where.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/memory/cache/cache_config.hpp"

namespace jacquard::memory {

// Lines are numbered by address / line. Nothing is dirty in a write-through cache, so a line that
// makes room costs nothing.
class Tags {
 public:
  // Requires a consistent configuration. Memory grows with the sets that are touched.
  Tags(const CacheConfig& config, std::uint64_t seed);

  // Where the line is, in lines of the cache; nothing if it is not there. Finding it is a use of
  // it.
  std::optional<std::int64_t> find(std::uint64_t line);

  // Puts a line that is not there into its set. Ways are stored one after another, so lines that
  // follow each other in memory do so in the cache.
  struct Placed {
    std::int64_t slot;
    std::optional<std::uint64_t> evicted;
  };
  Placed place(std::uint64_t line);

 private:
  struct Way {
    std::uint64_t line;
    std::uint64_t stamp;  // of its last use (LRU), of its placement otherwise
  };
  std::vector<Way>& set_of(std::uint64_t line);
  std::int64_t slot(std::uint64_t line, std::size_t way) const;

  std::uint64_t sets_;
  std::size_t ways_;
  Replacement replacement_;
  base::Rng random_;
  std::uint64_t stamps_ = 0;
  std::unordered_map<std::uint64_t, std::vector<Way>> touched_;
};

}  // namespace jacquard::memory
