// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/progress.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace jacquard::cli {

constexpr std::chrono::seconds between_lines{2};

void Progress::operator()(std::int64_t done, std::int64_t of) {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < between_lines) return;
  last_ = now;
  spdlog::info("{}: {} of {}", what_, done, of);
}

void SimulationProgress::operator()(std::int64_t done, std::int64_t of, base::Picoseconds simulated,
                                    std::int64_t events) {
  simulated_ += to_seconds(simulated);
  events_ += events;
  const auto now = std::chrono::steady_clock::now();
  // Of a long study a line every two seconds is too many.
  if (now - last_ <
      std::max<std::chrono::steady_clock::duration>(between_lines, (now - start_) / 20)) {
    return;
  }
  last_ = now;
  const double spent = std::chrono::duration<double>(now - start_).count();
  const double left = spent / static_cast<double>(done) * static_cast<double>(of - done);
  spdlog::info("{}: {} of {} runs, {:.3g} ms simulated, {:.2f} M events/s, {:.0f} s left", what_,
               done, of, simulated_.count() * 1e3, static_cast<double>(events_) / spent * 1e-6,
               left);
}

void ExpectedProgress::operator()(std::int64_t done, double expected) {
  constexpr double many = 3e7;  // more takes seconds
  const auto now = std::chrono::steady_clock::now();
  if (!announced_ && expected > many) {
    spdlog::info("{}: about {:.2g} {}", what_, expected, of_what_);
  }
  announced_ = true;
  if (done == 0) start_ = now;
  if (now - last_ < between_lines) return;
  last_ = now;
  if (done == 0) {
    spdlog::info("{}: preparing the run", what_);
    return;
  }
  const double spent = std::chrono::duration<double>(now - start_).count();
  const double part = static_cast<double>(done) / expected;
  spdlog::info("{}: {:.3g} of about {:.3g} {}, about {:.0f} s left", what_,
               static_cast<double>(done), expected, of_what_, std::max(0.0, spent / part - spent));
}

}  // namespace jacquard::cli
