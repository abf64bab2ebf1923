// SPDX-License-Identifier: Apache-2.0
// A Chakra trace as the engines take it.
#pragma once

#include "jacquard/astra/trace.hpp"
#include "jacquard/interop/chakra/group_numbers.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"

namespace jacquard::astra {

// The nodes of one trace. Throws ConfigError for one that none of the modes can run.
astra::Trace engine_trace(const interop::ChakraTrace& trace, const interop::GroupNumbers& groups);

// Throws ConfigError for what jacquard astra refuses in any mode and with any configuration.
// `npus` 0: it is not known how many there are.
void require_runnable(const interop::RankTraces& traces, int npus);

}  // namespace jacquard::astra
