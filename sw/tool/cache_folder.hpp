// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace jacquard::tool {

// Where what is slow to build is kept: $JACQUARD_CACHE, else $XDG_CACHE_HOME/jacquard, else
// ~/.cache/jacquard. It need not exist.
std::string cache_folder();

}  // namespace jacquard::tool
