// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/stack/routes.hpp"
#include "jacquard/stack/stack.hpp"

namespace jacquard::report {

// HTML: where the ports' time goes, as a table by label and as bars.
std::string losses_section(const stack::Stack& stack, const stack::Routes& routes);

}  // namespace jacquard::report
