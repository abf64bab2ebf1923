// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "jacquard/base/leftover.hpp"

namespace jacquard::tool {

// Of several processes that want the same slow thing made, one makes it while the others wait: held
// from construction to destruction, per path, and let go of if the process dies. Where the file
// cannot be made there is no lock: the thing is then made more than once.
class FileLock {
 public:
  explicit FileLock(const std::string& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  std::string path_;
  int file_;
  std::optional<base::Leftover> held_;
};

}  // namespace jacquard::tool
