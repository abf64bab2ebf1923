// SPDX-License-Identifier: Apache-2.0
// Requests that nobody recorded: drawn with the run's seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/serve/request.hpp"

namespace jacquard::serve {

// Times between arrivals: constant, or gamma with a coefficient of variation (1: Poisson).
struct Arrivals {
  double per_second = 1;
  double variation = 1;  // 0: constant
};

// "poisson", "constant" or "gamma:2". Throws ConfigError at the option.
double parse_variation(const std::string& text, const char* option = "--arrivals");
// "10 /s" or "10". Throws ConfigError at --rate.
double parse_rate(const std::string& text);

// One arrival after another, in seconds: the first at 0 where constant, else after a drawn time.
class ArrivalTimes {
 public:
  ArrivalTimes(const Arrivals& arrivals, std::uint64_t seed);
  double next();

 private:
  Arrivals arrivals_;
  double shape_;
  base::Rng rng_;
  std::int64_t count_ = 0;
  double now_ = 0;
};

// `count` requests, the first at 0 where constant, else after a drawn time. Lengths are uniform in
// [spread, 1] of `input` and `output`, rounded, at least 1; spread 1: all alike. Lengths and the
// order of draws do not depend on the rate, so that rates compare on equal requests. Throws
// ConfigError at --rate for arrivals beyond kMostArrivalSeconds.
std::vector<Request> drawn_requests(const Arrivals& arrivals, std::int64_t count, int input,
                                    int output, double spread, std::uint64_t seed);

}  // namespace jacquard::serve
