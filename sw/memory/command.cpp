// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/command.hpp"

#include "jacquard/base/at.hpp"

namespace jacquard::memory {

const char* name_of(CommandKind kind) {
  static constexpr const char* names[] = {"ACT", "RD", "WR", "PRE", "REF", "REFB"};
  return base::at(names, static_cast<int>(kind));
}

}  // namespace jacquard::memory
