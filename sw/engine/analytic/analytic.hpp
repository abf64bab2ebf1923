// SPDX-License-Identifier: Apache-2.0
// Closed forms: a collective's time in microseconds of wall clock, whatever the number of NPUs.
#pragma once

#include "jacquard/collective/request.hpp"
#include "jacquard/engine/result.hpp"
#include "jacquard/engine/rules.hpp"
#include "jacquard/topology/fabric.hpp"

namespace jacquard::engine {

// Time and messages of `request`, whose digits are the fabric's dimensions. Modes faithful and
// astra_unaware. Throws ConfigError
//   in faithful mode, where messages would meet on a link: says which algorithm in which dimension;
//   for what has no closed form here: trees beside other phases or with several chunks at once,
//   broadcasts, all-to-all-v, and the congestion-aware mode.
// Source: ASTRA-sim's rules as docs/engines.md lists them; the pipeline of chunks is worked out
// chunk by chunk.
Result analyse(const collective::CollectiveRequest& request, const topology::Fabric& fabric,
               const Rules& rules, Mode mode);

}  // namespace jacquard::engine
