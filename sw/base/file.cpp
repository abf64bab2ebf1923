// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file_buffer.hpp"
#include "jacquard/base/leftover.hpp"

namespace jacquard::base {
namespace {

struct CloseFile {
  void operator()(std::FILE* f) const { std::fclose(f); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

struct Descriptor {
  int number = -1;
  explicit Descriptor(int n) : number(n) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
};

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

void read_file_into(std::string& buffer, const std::string& path, std::size_t largest_bytes) {
  const auto too_large = [&] {
    throw ConfigError(
        {path, "", "at most " + std::to_string(largest_bytes) + " bytes", "a larger file", ""});
  };
  const Descriptor file{::open(as_given_or_shipped(path).c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.number < 0) cannot(path, "a readable file");
  struct stat status = {};
  if (::fstat(file.number, &status) != 0) cannot(path, "a readable file");
  if (S_ISDIR(status.st_mode)) throw ConfigError({path, "", "a file", "a directory", ""});
  const auto size = static_cast<std::size_t>(S_ISREG(status.st_mode) ? status.st_size : 0);
  if (size > largest_bytes) too_large();
  buffer.resize(size + 1);  // one more: the end is seen without growing
  std::size_t got = 0;
  for (;;) {
    const ssize_t more = ::read(file.number, buffer.data() + got, buffer.size() - got);
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) cannot(path, "a readable file");
    if (more == 0) break;
    got += static_cast<std::size_t>(more);
    if (got > largest_bytes) too_large();
    if (got == buffer.size()) buffer.resize(2 * got + (1 << 16));
  }
  buffer.resize(got);
}

std::string read_file(const std::string& path, std::size_t largest_bytes) {
  std::string text;
  read_file_into(text, path, largest_bytes);
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
  File file;
  const Leftover unfinished([&] {
    file.reset(std::fopen(aside.c_str(), "wb"));
    return file ? aside : "";
  });
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
