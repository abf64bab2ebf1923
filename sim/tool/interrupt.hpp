// SPDX-License-Identifier: Apache-2.0
// Ctrl-C during a long command: what is finished is kept, and the user learns how to go on.
#pragma once

#include <signal.h>

#include <stdexcept>
#include <string>

namespace jacquard::tool {

// Ends the program with exit code 130 and its text as the last line on stderr.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// While one lives, the first SIGINT or SIGTERM is remembered instead of ending the program; a
// second one ends it. One at a time, as signals belong to the whole process.
class InterruptWatch {
 public:
  // `advice` is what Interrupted says, such as how to resume.
  explicit InterruptWatch(std::string advice);
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  // Throws Interrupted if a signal has come.
  void check() const;

 private:
  std::string advice_;
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
};

}  // namespace jacquard::tool
