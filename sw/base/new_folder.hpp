// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "jacquard/base/leftover.hpp"

namespace jacquard::base {

// Throws ConfigError for a path that is neither new nor an empty folder, and for "" (as --out).
void require_new_folder(const std::string& folder);

// A folder that appears when it is complete: written beside it until then, and removed if it never
// is.
class NewFolder {
 public:
  // Throws ConfigError where it cannot be made.
  explicit NewFolder(const std::string& folder);
  ~NewFolder();
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  // Where a file of that name is until then.
  std::string path(const std::string& name) const { return made_.path() + "/" + name; }
  // Throw ConfigError naming the path.
  void write(const std::string& name, std::string_view contents) const;
  void complete() const;
  // Likewise, in place of whatever is there.
  void replace() const;

 private:
  std::string make() const;

  std::string folder_;
  Leftover made_;
};

}  // namespace jacquard::base
