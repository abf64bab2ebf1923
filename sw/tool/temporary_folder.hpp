// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/base/leftover.hpp"

namespace jacquard::tool {

// A new, empty folder that is removed with this. Throws ConfigError if none can be made.
class TemporaryFolder {
 public:
  TemporaryFolder();  // a signal that ends the program removes it too
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return made_.path(); }

 private:
  base::Leftover made_;
};

}  // namespace jacquard::tool
