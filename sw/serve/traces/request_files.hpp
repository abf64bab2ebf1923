// SPDX-License-Identifier: Apache-2.0
// The two kinds of file.
#pragma once

#include "jacquard/demand/line_reader.hpp"
#include "jacquard/serve/traces/read_requests.hpp"

namespace jacquard::serve {

// A document of benchmarks is one line.
inline constexpr demand::LineLimits kJsonLines{std::size_t{1} << 30, std::size_t{4} << 30};

RecordedRequests read_request_table(const demand::Input& input, const ReadRules& rules);
RecordedRequests read_request_objects(const demand::Input& input, const ReadRules& rules);

}  // namespace jacquard::serve
