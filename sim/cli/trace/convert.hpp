// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/cli/command.hpp"
#include "sim/cli/trace/input.hpp"

namespace jacquard::cli {

// Writes what was read of `word` into --out: as json, chakra or perfetto.
int convert_traces(const TraceInput& input, const std::string& word, const std::string& form,
                   const Common& common);

}  // namespace jacquard::cli
