// SPDX-License-Identifier: Apache-2.0
// The text of an address mapping, read and proved: every value of every field is reached once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/config/place.hpp"

namespace jacquard::memory {

struct MappedField {
  std::string name;
  std::uint64_t count;  // of its values, > 0
  bool hashable;        // "^row" may follow
};

struct MappingPart {
  int field;             // index into the fields
  std::uint64_t count;   // values of this part
  std::uint64_t weight;  // of one step in its field
  bool hashed;           // "^row" follows
};

// The parts from the least to the most significant. Throws ConfigError at `place` for a field that
// is none, is missing, or whose parts reach a value twice or not at all.
std::vector<MappingPart> read_mapping(const std::string& mapping,
                                      const std::vector<MappedField>& fields,
                                      const config::Place& place);

}  // namespace jacquard::memory
