// SPDX-License-Identifier: Apache-2.0
#include "sim/tool/progress.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "jacquard/tool/fork_mutex.hpp"
#include "sim/tool/terminal.hpp"

namespace jacquard::tool {
namespace {

// Whose line a terminal shows: of a sweep, not of the run of one point within.
std::atomic<const Progress*> live_one{nullptr};

bool is_live_one(const Progress* progress) {
  const Progress* none = nullptr;
  return live_one.compare_exchange_strong(none, progress) || none == progress;
}

}  // namespace

std::string progress_line(const std::string& what, const std::string& unit, const Stage& s) {
  if (s.all <= 0) return fmt::format("{}: {}, for {:.0f} s", what, s.part, s.spent_s);
  constexpr double many = 1e6;  // more is an estimate
  const bool whole = s.all < many;
  std::string line = whole ? fmt::format("{}: {:.0f} of {:.0f}", what, s.done, s.all)
                           : fmt::format("{}: {:.3g} of about {:.3g}", what, s.done, s.all);
  if (!unit.empty()) line += " " + unit;
  if (!s.part.empty()) line += ", " + s.part;
  // Of the last hundredth nothing is said: that it takes a hundredth of the time is known of none.
  constexpr double known = 0.99;
  if (s.done <= 0 || s.done >= known * s.all) return line;
  const double left = s.spent_s * (s.all / s.done - 1);
  if (left >= 0.5) line += fmt::format(", about {:.0f} s left", left);  // 0 s would be no news
  return line;
}

Progress::Progress(std::string what, std::string unit)
    : what_(std::move(what)), unit_(std::move(unit)), since_(Clock::now()), began_(since_) {
  if (!spdlog::should_log(spdlog::level::info)) return;
  thread_ = std::thread([this] { beat(); });
  std::unique_lock<std::mutex> lock(mutex_);  // a thread that begins allocates
  ended_.wait(lock, [this] { return begun_; });
}

Progress::~Progress() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    end_ = true;
  }
  ended_.notify_all();
  if (thread_.joinable()) thread_.join();
  if (live_one != this) return;
  erase_live_line();
  live_one = nullptr;
}

void Progress::at(std::string part) {
  const std::lock_guard<std::mutex> lock(mutex_);
  stage_ = {std::move(part), 0, 0, 0};
  since_ = Clock::now();
}

void Progress::at(double done, double all, std::string part) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (done <= 0) since_ = Clock::now();
  stage_ = {std::move(part), done, all, 0};
}

void Progress::beat() {
  constexpr Clock::duration between = std::chrono::seconds(2);
  constexpr Clock::duration between_live = std::chrono::milliseconds(500);
  std::unique_lock<std::mutex> lock(mutex_);
  begun_ = true;
  ended_.notify_all();
  for (;;) {
    const int width = live_width();
    const bool is_live = width > 1;
    const Clock::duration pause =
        is_live ? between_live : std::max(between, (Clock::now() - began_) / 20);
    if (ended_.wait_for(lock, pause, [this] { return end_; })) return;
    if (stage_.part.empty() && stage_.all <= 0) continue;
    const std::lock_guard<std::mutex> no_fork(fork_mutex());
    stage_.spent_s = std::chrono::duration<double>(Clock::now() - since_).count();
    std::string line = progress_line(what_, unit_, stage_);
    if (is_live) {
      if (is_live_one(this) && !show_live_line(line, width)) return;
      continue;
    }
    line += "\n";
    // Not by the logger: a process forked meanwhile would inherit its lock.
    if (::write(STDERR_FILENO, line.data(), line.size()) < 0) return;
  }
}

}  // namespace jacquard::tool
