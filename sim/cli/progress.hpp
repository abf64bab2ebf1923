// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace jacquard::cli {

// Says on stderr how far a long command is: nothing in the first two seconds, then a line every
// two.
class Progress {
 public:
  explicit Progress(std::string what) : what_(std::move(what)) {}
  void operator()(std::int64_t done, std::int64_t of);

 private:
  std::string what_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace jacquard::cli
