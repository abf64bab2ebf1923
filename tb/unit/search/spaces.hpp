// SPDX-License-Identifier: Apache-2.0
// Small spaces for tests of searches.
#pragma once

#include <string>

#include "jacquard/search/space.hpp"

namespace jacquard::tb {

inline search::Space space_of(const std::string& text) {
  return search::Space::read(config::parse_json(text, "space.json"), {"space.json", ""});
}

// Degrees that multiply to 1,024: C(13, 3) = 286 of them (COSMIC s3.2).
inline search::Space four_degrees() {
  return space_of(R"json({
    "environment": {},
    "knobs": {"workload": {
      "dp": {"powers_of_two": [1, 1024]}, "pp": {"powers_of_two": [1, 1024]},
      "sp": {"powers_of_two": [1, 1024]}, "tp": {"powers_of_two": [1, 1024]}}},
    "constraints": ["dp * pp * sp * tp == 1024"],
    "base": {"dp": 1024, "pp": 1, "sp": 1, "tp": 1},
    "rewards": {"few": "-(dp + pp + sp + tp)"
}
})json");
}

}  // namespace jacquard::tb
