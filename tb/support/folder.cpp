// SPDX-License-Identifier: Apache-2.0
#include "support/folder.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "jacquard/base/error.hpp"

namespace jacquard::tb {
namespace fs = std::filesystem;
namespace {

fs::path new_folder() {
  std::string name = (fs::temp_directory_path() / "jacquard-test-XXXXXX").string();
  JQ_CHECK(::mkdtemp(name.data()) != nullptr, "a test needs a folder of its own");
  return name;
}

}  // namespace

Folder::Folder() : path_(new_folder()) {}
Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string Folder::file(const std::string& name, const std::string& text) const {
  std::ofstream(path(name), std::ios::binary) << text;
  return path(name);
}

std::vector<std::string> Folder::listing() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(path_)) {
    names.push_back(entry.path().lexically_relative(path_).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace jacquard::tb
