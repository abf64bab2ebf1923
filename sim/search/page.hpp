// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/search/session.hpp"

namespace jacquard::searching {

// One HTML file that needs nothing else: the best, how the search converged, the front of several
// rewards, how the best differs from the base, and which knobs decided.
std::string search_page(const Session& session, const search::Found& found);

}  // namespace jacquard::searching
