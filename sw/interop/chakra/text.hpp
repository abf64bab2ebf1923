// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace jacquard::interop {

// RFC 3629: no overlong forms, no surrogates, nothing beyond U+10FFFF. Protocol buffers refuse a
// string field that is anything else.
bool is_utf8(std::string_view text);

}  // namespace jacquard::interop
