// SPDX-License-Identifier: Apache-2.0
// Mistral's own params.json, which stands beside or in place of a config.json.
#pragma once

#include "jacquard/config/composed.hpp"

namespace jacquard::workload::hugging_face {

bool is_mistral_params(const config::Json& json);

// The same sizes by the keys of a config.json. Throws ConfigError at a key that is missing or
// wrong.
config::Json config_of_mistral(const config::Json& json, const config::Place& place);

}  // namespace jacquard::workload::hugging_face
