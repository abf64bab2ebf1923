// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

namespace jacquard::tool {

// Held while a process is forked, and by a thread beside the main one while it allocates. The child
// inherits every lock that another thread holds, and nobody frees it there: of an allocator with
// sanitizers, for one.
inline std::mutex& fork_mutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace jacquard::tool
