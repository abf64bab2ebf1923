// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace jacquard::cost {

// The name, as systems give it, of the shipped device in any spelling: "H100-SXM", "h100",
// "gb200_sxm", and "a100-80gb" where its memory is as large.
std::optional<std::string> device_in_any_spelling(const std::string& word);

}  // namespace jacquard::cost
