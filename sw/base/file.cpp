// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "jacquard/base/error.hpp"

namespace jacquard::base {
namespace {

struct CloseFile {
  void operator()(std::FILE* f) const { std::fclose(f); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

bool write_all(std::FILE* file, std::string_view contents) {
  return std::fwrite(contents.data(), 1, contents.size(), file) == contents.size() &&
         std::fflush(file) == 0;
}

[[noreturn]] void cannot(const std::string& path, const std::string& expected) {
  throw ConfigError({path, "", expected, std::strerror(errno), ""});
}

// A pipe, a terminal or /dev/null is written to: renaming a file over it would take its place.
void write_through(const std::string& path, std::string_view contents) {
  const File file(std::fopen(path.c_str(), "wb"));
  if (!file || !write_all(file.get(), contents)) cannot(path, "a place that can be written");
}

}  // namespace

std::string read_file(const std::string& path, std::size_t largest_bytes) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw ConfigError({path, "", "a file", "a directory", ""});
  }
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) cannot(path, "a readable file");
  std::string text;
  char block[1 << 16];
  while (const std::size_t got = std::fread(block, 1, sizeof block, file.get())) {
    text.append(block, got);
    if (text.size() > largest_bytes) {
      throw ConfigError(
          {path, "", "at most " + std::to_string(largest_bytes) + " bytes", "a larger file", ""});
    }
  }
  if (std::ferror(file.get())) cannot(path, "a readable file");
  return text;
}

void write_file(const std::string& path, std::string_view contents) {
  namespace fs = std::filesystem;
  std::error_code failed;
  if (fs::exists(path, failed) && !fs::is_regular_file(path, failed)) {
    write_through(path, contents);
    return;
  }
  const fs::path parent = fs::path(path).parent_path();
  if (!parent.empty())
    fs::create_directories(parent, failed);  // the open below says if it could not
  failed.clear();
  const std::string aside = path + ".part" + std::to_string(::getpid());
  File file(std::fopen(aside.c_str(), "wb"));
  if (!file) cannot(path, "a place that can be written");
  if (!write_all(file.get(), contents)) failed = std::error_code(errno, std::generic_category());
  file.reset();
  if (!failed) fs::rename(aside, path, failed);
  if (failed) {
    std::error_code ignored;
    fs::remove(aside, ignored);
    errno = failed.value();
    cannot(path, "a place that can be written");
  }
}

}  // namespace jacquard::base
