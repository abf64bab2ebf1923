// SPDX-License-Identifier: Apache-2.0
// Sizes as text: "128x128", "4096x4096x512".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/config/place.hpp"

namespace jacquard::systemc {

struct Side {
  std::int64_t count = 1;
  bool in_tiles = false;  // "4t": four tiles long
};

// What sizes as text may be.
struct SidesText {
  std::string expected;   // as errors say it
  std::size_t sides = 2;  // so many, with an x between them
  std::int64_t most = 1;  // each in 1..most
  bool tiles = false;     // a side may be given in tiles

  // Throws ConfigError at `place` for other text.
  std::vector<Side> read(const config::Json& json, const config::Place& place) const;
};

}  // namespace jacquard::systemc
