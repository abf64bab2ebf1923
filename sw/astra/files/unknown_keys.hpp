// SPDX-License-Identifier: Apache-2.0
// Keys that nobody knows, in files of ASTRA-sim that others have written: an error, or passed over
// and told of.
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/field_info.hpp"
#include "jacquard/config/json_reader.hpp"

namespace jacquard::astra {

// "system.json: \"dim-to-break\"" each. Where a reader gets none to write to, they are an error.
using UnknownKeys = std::vector<std::string>;

// Takes out of `json` what is not among `known` and notes it. Does nothing without `unknown`.
void drop_unknown(config::Json& json, const std::vector<config::FieldInfo>& known,
                  const std::string& source, UnknownKeys* unknown);

}  // namespace jacquard::astra
