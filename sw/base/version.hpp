// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace jacquard::base {

extern const char* const kVersion;  // "major.minor.patch", from CMakeLists.txt

}  // namespace jacquard::base
