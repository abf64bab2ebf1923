// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace jacquard::cli {

// Says on stderr what a long command is at, by a thread of its own, so that a part which takes
// minutes is told of too: nothing in the first two seconds, then a line every two, and fewer as it
// goes on.
class Heartbeat {
 public:
  explicit Heartbeat(std::string what);
  ~Heartbeat();
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

  // What is done from now on: "3 of 181, chronos.slot".
  void at(std::string part);

 private:
  using Clock = std::chrono::steady_clock;
  void beat();

  std::string what_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  std::string part_;
  Clock::time_point part_since_;
  Clock::time_point began_;
  std::thread thread_;
};

}  // namespace jacquard::cli
