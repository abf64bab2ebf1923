// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace jacquard::rtl {

// Thrown when a user's RTL stopped by itself: $finish, $stop, $fatal, an assertion of its own,
// or because it does not settle.
struct ModelStopped {
  std::string why;

  bool is_assertion() const { return why.find("Assertion failed") != std::string::npos; }
};

}  // namespace jacquard::rtl
