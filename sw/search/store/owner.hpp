// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace jacquard::search {

// Of several programs only one adds to a store. Held from construction to destruction, and let go
// of if the program dies. SQLite's own locks last as long as one transaction; this one lasts as
// long as a search. Others may read meanwhile.
class Owner {
 public:
  // Throws ConfigError naming the file where another program has it, or it cannot be written.
  explicit Owner(const std::string& path);
  ~Owner();
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;

 private:
  int file_;
};

}  // namespace jacquard::search
