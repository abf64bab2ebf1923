// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace jacquard::base {

inline constexpr const char* kVersion = JACQUARD_VERSION;

}  // namespace jacquard::base
