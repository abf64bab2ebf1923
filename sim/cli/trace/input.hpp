// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/interop/chakra/rank_traces.hpp"

namespace jacquard::cli {

struct TraceInput {
  interop::RankTraces traces;
  bool is_file = false;  // one trace, rather than a PREFIX
};

// A trace, the PREFIX of `ranks` files (0: as many as there are), or a GOAL schedule.
TraceInput read_trace_input(const std::string& word, int ranks);

}  // namespace jacquard::cli
