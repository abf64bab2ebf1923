// SPDX-License-Identifier: Apache-2.0
// Values of both JSON forms of a trace, checked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/interop/chakra/trace.hpp"

namespace jacquard::interop {

constexpr std::size_t kLargestTraceJson = std::size_t{1} << 30;

// Each throws ConfigError at the place for a value of another kind.
std::string text_of(const config::Json& json, const config::Place& place);
std::uint64_t unsigned_of(const config::Json& json, std::uint64_t most, const config::Place& place);
AttributeScalar scalar_of(AttributeType type, const config::Json& json, const config::Place& place);
void require_keys(const config::Json& json, const std::vector<std::string>& known,
                  const config::Place& place);

// The form of Chakra's own feeder, read in one pass: a million nodes are no document in memory.
// Nothing for another form, and for a text that is no JSON. Throws ConfigError.
std::optional<ChakraTrace> feeder_trace(const std::string& text, const std::string& source);

}  // namespace jacquard::interop
