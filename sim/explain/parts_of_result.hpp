// SPDX-License-Identifier: Apache-2.0
// The times of a result in parts, as two results are compared.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "jacquard/config/json_reader.hpp"

namespace jacquard::explain {

using Parts = std::map<std::pair<std::string, std::string>, double>;  // (of, part) -> picoseconds

// Those of a step, of a schedule, of fabrics; none of other verbs. Each point of a sweep has times
// of its own. The host's clock is left out, so that parts add up to what was computed.
Parts parts_of_result(const config::Json& result, const std::string& source);

}  // namespace jacquard::explain
