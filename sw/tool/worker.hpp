// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace jacquard::tool {

// One child process that does the jobs it is told the indices of, one at a time.
class Worker {
 public:
  // `others` are descriptors of this process that the child must not keep open.
  Worker(const std::function<std::string(std::int64_t)>& job, const std::vector<int>& others);
  ~Worker();  // kills it and waits for it
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  int descriptor() const { return end_; }
  std::optional<std::int64_t> busy_with() const { return index_; }
  void begin(std::int64_t index);

  // Reads what has come, which requires that something has (or the child is gone). A whole answer
  // (see answer.hpp) is returned and leaves it idle; nothing if it is not whole yet.
  std::optional<std::string> hear();
  bool gone() const { return gone_; }
  // Why it is gone: the status of waitpid.
  int status();

 private:
  pid_t child_ = -1;
  int end_ = -1;
  bool gone_ = false;
  bool waited_ = false;
  int status_ = 0;
  std::optional<std::int64_t> index_;
  std::string heard_;
};

}  // namespace jacquard::tool
