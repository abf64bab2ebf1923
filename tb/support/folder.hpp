// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace jacquard::tb {

// A folder of its own for one test, removed with it.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  // Writes a file and returns its path.
  std::string file(const std::string& name, const std::string& text) const;
  std::string path(const std::string& name) const { return (path_ / name).string(); }
  // Names of everything in it, sorted.
  std::vector<std::string> listing() const;

 private:
  std::filesystem::path path_;
};

}  // namespace jacquard::tb
