// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "jacquard/base/units.hpp"

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

// The same for simulations: with what they simulate per second, and when they will be done.
class SimulationProgress {
 public:
  explicit SimulationProgress(std::string what) : what_(std::move(what)) {}
  // Another run has finished, `done` of `of`, after `simulated` time and `events`.
  void operator()(std::int64_t done, std::int64_t of, base::Picoseconds simulated,
                  std::int64_t events);

 private:
  std::string what_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_ = start_;
  base::Seconds simulated_{0};
  std::int64_t events_ = 0;
};

// The same for one run of which an estimate is known: first what is expected, where that is long,
// and then how far the run is.
class ExpectedProgress {
 public:
  // `of_what`: what is counted, such as "messages".
  ExpectedProgress(std::string what, std::string of_what)
      : what_(std::move(what)), of_what_(std::move(of_what)) {}
  // done = 0: the run is about to begin, or being prepared.
  void operator()(std::int64_t done, double expected);

 private:
  std::string what_;
  std::string of_what_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_ = start_;
  bool announced_ = false;
};

}  // namespace jacquard::cli
