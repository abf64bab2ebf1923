// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace jacquard::tb {

// True if `line` of a source is in a function that is called in declarations of localparams only:
// evaluated as the module is elaborated, it has no line that a simulator runs.
bool in_constant_function(const std::string& source, int line);

}  // namespace jacquard::tb
