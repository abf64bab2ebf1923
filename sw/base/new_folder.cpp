// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/new_folder.hpp"

#include <unistd.h>

#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"

namespace jacquard::base {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& source, const std::string& expected,
                       const std::string& found) {
  throw ConfigError({source, "", expected, found, ""});
}

}  // namespace

void require_new_folder(const std::string& folder) {
  if (folder.empty()) fail("--out", "the folder to write", "none");
  std::error_code failed;
  if (!fs::exists(folder, failed)) return;
  if (!fs::is_directory(folder, failed)) fail(folder, "a folder to write into", "a file");
  if (fs::is_empty(folder, failed)) return;
  fail(folder, "a new folder, or an empty one", "one with files in it");
}

NewFolder::NewFolder(const std::string& folder)
    : folder_(folder), made_([this] { return make(); }) {
  if (made_.path().empty()) fail(folder, "a folder that can be made", "one that cannot");
}

NewFolder::~NewFolder() {
  std::error_code ignored;
  fs::remove_all(made_.path(), ignored);
}

void NewFolder::write(const std::string& name, std::string_view contents) const {
  write_file(path(name), contents);
}

void NewFolder::complete() const {
  std::error_code failed;
  fs::rename(made_.path(), folder_, failed);
  if (failed) fail(folder_, "a folder that can be made", failed.message());
}

void NewFolder::replace() const {
  std::error_code failed;
  fs::remove_all(folder_, failed);
  if (failed) fail(folder_, "a folder that can be replaced", failed.message());
  complete();
}

std::string NewFolder::make() const {
  fs::path path(folder_);
  if (!path.has_filename()) path = path.parent_path();
  const std::string aside = path.string() + "." + std::to_string(getpid()) + ".partial";
  std::error_code failed;
  fs::create_directories(aside, failed);
  return failed ? "" : aside;
}

}  // namespace jacquard::base
