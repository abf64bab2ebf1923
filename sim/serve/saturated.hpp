// SPDX-License-Identifier: Apache-2.0
// A queue that is never empty: what a system serves at most, its scheduler at work.
#pragma once

#include "sim/serve/batch_row.hpp"
#include "sim/serve/serve_config.hpp"

namespace jacquard::serve {

// Equal requests wait from the start, four times as many as run at once. The rate is that between
// the ends of the first and of the third quarter; time_ps is what a batch takes at that rate, and
// ttft_ps counts from admission, since the queue has no end. Throws as batch_that_fits().
BatchRow run_saturated(const ServeConfig& config);

}  // namespace jacquard::serve
