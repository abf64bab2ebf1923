// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/heartbeat.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>

namespace jacquard::cli {

Heartbeat::Heartbeat(std::string what)
    : what_(std::move(what)), part_since_(Clock::now()), began_(part_since_) {
  if (spdlog::should_log(spdlog::level::info)) thread_ = std::thread([this] { beat(); });
}

Heartbeat::~Heartbeat() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    end_ = true;
  }
  ended_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Heartbeat::at(std::string part) {
  const std::lock_guard<std::mutex> lock(mutex_);
  part_ = std::move(part);
  part_since_ = Clock::now();
}

void Heartbeat::beat() {
  constexpr Clock::duration between = std::chrono::seconds(2);
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    const Clock::duration pause = std::max(between, (Clock::now() - began_) / 20);
    if (ended_.wait_for(lock, pause, [this] { return end_; })) return;
    const std::chrono::duration<double> spent = Clock::now() - part_since_;
    const std::string line = fmt::format("{}: {}, for {:.0f} s\n", what_, part_, spent.count());
    // Not by the logger: a process forked meanwhile would inherit its lock.
    if (::write(STDERR_FILENO, line.data(), line.size()) < 0) return;
  }
}

}  // namespace jacquard::cli
