// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/store/owner.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "jacquard/base/error.hpp"

namespace jacquard::search {
namespace {

// Workers of a program that was killed live a moment longer than it.
constexpr int kTries = 20;
constexpr std::chrono::milliseconds kPause{25};

}  // namespace

Owner::Owner(const std::string& path) : file_(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {
  if (file_ < 0) {
    throw base::ConfigError({path, "", "a store that can be written", std::strerror(errno), ""});
  }
  for (int k = 0; ::flock(file_, LOCK_EX | LOCK_NB) != 0; ++k) {
    if (k < kTries) {
      std::this_thread::sleep_for(kPause);
      continue;
    }
    ::close(file_);
    throw base::ConfigError({path, "", "a store that no other search adds to", "one that does",
                             "wait for that search, or end it"});
  }
}

Owner::~Owner() { ::close(file_); }

}  // namespace jacquard::search
