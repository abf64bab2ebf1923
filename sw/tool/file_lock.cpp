// SPDX-License-Identifier: Apache-2.0
#include "jacquard/tool/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace jacquard::tool {

FileLock::FileLock(const std::string& path) : path_(path) {
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  file_ = ::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666);
  while (file_ >= 0 && ::flock(file_, LOCK_EX) != 0 && errno == EINTR) continue;
  // Only now: who waits must not remove another's.
  if (file_ >= 0) held_.emplace([this] { return path_; });
}

FileLock::~FileLock() {
  if (file_ < 0) return;
  ::unlink(path_.c_str());
  ::close(file_);
}

}  // namespace jacquard::tool
