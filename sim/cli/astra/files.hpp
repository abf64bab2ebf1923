// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "jacquard/astra/files/engine_input.hpp"
#include "sim/cli/astra/options.hpp"

namespace jacquard::cli {

// Of all options. Says on stderr, unless `quiet`, what is passed over.
astra::AstraFiles read_astra_files(const AstraOptions& o, bool quiet);

// What a result depends on.
nlohmann::json astra_identity(const AstraOptions& o, const astra::AstraFiles& files, bool symmetry);

}  // namespace jacquard::cli
