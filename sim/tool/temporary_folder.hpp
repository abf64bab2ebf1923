// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace jacquard::tool {

// A new, empty folder that is removed with this. Throws ConfigError if none can be made.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace jacquard::tool
