// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/version.hpp"

namespace jacquard::base {

const char* const kVersion = JACQUARD_VERSION;

}  // namespace jacquard::base
