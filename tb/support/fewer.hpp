// SPDX-License-Identifier: Apache-2.0
// Sanitized, random cases take ten times as long.
#pragma once

namespace jacquard::tb {

// So many random cases, or a fifth of them in a sanitized program.
constexpr int fewer_sanitized(int cases) {
#ifdef __SANITIZE_ADDRESS__
  return (cases + 4) / 5;
#else
  return cases;
#endif
}

}  // namespace jacquard::tb
