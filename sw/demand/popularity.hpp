// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace jacquard::demand {

// The value at `time` of a stationary first-order autoregressive process of mean 0 and variance 1:
// x(t+1) = rho x(t) + sqrt(1 - rho^2) noise, with 0 < rho < 1. Streams differ by (seed, purpose,
// stream). Any time costs the same. Values on a coarse grid are a sum over past noise, cut off
// where its weight is below 1e-8. Between two of them the process is filled in conditioned on both,
// which is exact because the process is Markov.
double autoregressive(double rho, std::uint64_t seed, std::string_view purpose, int stream,
                      std::uint64_t time);

// Share of the traffic that each of `ports` receives at `time`; sums to 1. A quarter of the ports
// (at least one) hold hot experts, whose log-weight is 1.85 above the rest. All drift slowly (rho
// 0.995, sigma 0.35) and flutter (rho 0.5, sigma 0.12). The shares are the softmax. With 16 ports
// the four largest get 0.72 on average, as in the trace of Chronos Fig. 6 ("4 of 16 get up to 80
// %"), which is not public. Both sigmas are those of the stationary process.
std::vector<double> popularity(int ports, std::uint64_t seed, std::uint64_t time);

// The same at one time after another: going on costs a step of each process, where popularity()
// draws all that a time depends on. Going back is allowed.
class PopularityWalk {
 public:
  PopularityWalk(int ports, std::uint64_t seed);
  ~PopularityWalk();
  PopularityWalk(PopularityWalk&&) noexcept;

  std::vector<double> at(std::uint64_t time);

 private:
  class Law;
  class Process;
  friend double autoregressive(double rho, std::uint64_t seed, std::string_view purpose, int stream,
                               std::uint64_t time);

  std::vector<int> order_;  // ports, hot ones first
  std::unique_ptr<Law> slow_law_, fast_law_;
  std::vector<Process> slow_, fast_;  // of each port
};

}  // namespace jacquard::demand
