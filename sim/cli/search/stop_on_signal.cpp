// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/search/stop_on_signal.hpp"

#include <chrono>
#include <cstdio>

namespace jacquard::cli {

StopOnSignal::StopOnSignal(std::string advice)
    : advice_(std::move(advice)), words_([this] { return say(); }) {}

bool StopOnSignal::asked() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return asked_;
}

void StopOnSignal::printed() {
  std::fflush(stdout);
  const std::lock_guard<std::mutex> lock(mutex_);
  printed_ = true;
  done_.notify_all();
}

std::string StopOnSignal::say() {
  std::unique_lock<std::mutex> lock(mutex_);
  asked_ = true;
  done_.wait_for(lock, std::chrono::milliseconds(400), [this] { return printed_; });
  return advice_;
}

}  // namespace jacquard::cli
