// SPDX-License-Identifier: Apache-2.0
// Points evaluated side by side.
#pragma once

#include "jacquard/search/environment.hpp"
#include "jacquard/search/search.hpp"

namespace jacquard::searching {

// In threads of this process; of an isolated environment in worker processes. `workers`: 0: as many
// as the machine has. `environment` must outlive it.
search::Evaluator make_evaluator(const search::Environment& environment, int workers);

}  // namespace jacquard::searching
