// SPDX-License-Identifier: Apache-2.0
// How far a long command is, on stderr.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace jacquard::tool {

// What a command is at.
struct Stage {
  std::string part;  // "3 of 181, chronos.slot"; "" where numbers say it all
  double done = 0;
  double all = 0;  // 0: not known
  double spent_s = 0;
};

// "simulate: 3 of 12 runs, 0.3 ms simulated, about 5 s left"; where `all` is not known, the part
// and for how long it has been at it.
std::string progress_line(const std::string& what, const std::string& unit, const Stage& stage);

// Says so by a thread of its own, so that a part which takes minutes is told of too: on a terminal
// by one line that is rewritten; elsewhere by a line every two seconds, and fewer as it goes on.
// Nothing under --quiet. To be told from any thread.
class Progress {
 public:
  // `what`: the command. `unit`: what is counted, such as "runs"; "" for cases of their own.
  explicit Progress(std::string what, std::string unit = "");
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // What is done from now on.
  void at(std::string part);
  // So much of so much is done since this was made, or since `done` was last 0.
  void at(double done, double all, std::string part = "");

 private:
  using Clock = std::chrono::steady_clock;
  void beat();

  std::string what_;
  std::string unit_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool begun_ = false;
  bool end_ = false;
  Stage stage_;
  Clock::time_point since_;
  Clock::time_point began_;
  std::thread thread_;
};

}  // namespace jacquard::tool
