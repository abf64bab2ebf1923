// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/popularity.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "jacquard/base/at.hpp"
#include "jacquard/base/rng.hpp"

namespace jacquard::demand {
namespace {

constexpr std::uint64_t kGrid = 64;            // times between values of the coarse grid
constexpr std::uint64_t kBefore = 1ull << 32;  // grid points that exist before time 0
constexpr std::uint64_t kMostStreams = 1024;

constexpr double kHotGap = 1.85;
constexpr double kSlowRho = 0.995;
constexpr double kSlowSigma = 0.35;
constexpr double kFastRho = 0.5;
constexpr double kFastSigma = 0.12;

struct Stream {
  double rho;
  std::uint64_t seed;
  std::string_view purpose;
  std::uint64_t number;

  base::Rng at(std::uint64_t point) const { return {seed, purpose, point * kMostStreams + number}; }

  double on_grid(std::uint64_t point) const {
    const double keep = std::pow(rho, static_cast<double>(kGrid));
    double weight = std::sqrt(1 - keep * keep);
    double value = 0;
    for (std::uint64_t back = 0; weight > 1e-8; ++back, weight *= keep) {
      value += weight * at(point + kBefore - back).normal();
    }
    return value;
  }
};

// How one step between two values of the grid follows from the value before it and the second one.
struct Conditional {
  double decay, forward, backward, precision, deviation;

  Conditional(double rho, std::uint64_t step)
      : decay(std::pow(rho, static_cast<double>(kGrid - step))),
        forward(1 / (1 - rho * rho)),       // precision of one step given the value before
        backward(1 / (1 - decay * decay)),  // of the target given this value
        precision(forward + decay * decay * backward),
        deviation(std::sqrt(precision)) {}
};

}  // namespace

// Of steps 1, 2, ... behind a value of the grid, as far as they were asked for.
class PopularityWalk::Law {
 public:
  explicit Law(double rho) : rho_(rho) {}
  double rho() const { return rho_; }
  const Conditional& at(std::uint64_t step) {
    while (steps_.size() < step) steps_.emplace_back(rho_, steps_.size() + 1);
    return steps_[step - 1];
  }

 private:
  double rho_;
  std::vector<Conditional> steps_;
};

// One process, which goes on from the value it had where it can.
class PopularityWalk::Process {
 public:
  Process(std::uint64_t seed, std::string_view purpose, int stream)
      : seed_(seed), purpose_(purpose), stream_(static_cast<std::uint64_t>(stream)) {}

  double at(Law& law, std::uint64_t time) {
    const std::uint64_t point = time / kGrid;
    const std::uint64_t past = time % kGrid;
    if (!begun_ || point != point_ || past < past_) begin(law, point);
    if (past > 0 && past_ == 0) {
      target_ = noise(law).on_grid(point + 1);
      rng_ = Stream{law.rho(), seed_, std::string(purpose_) + " between", stream_}.at(point);
    }
    while (past_ < past) {
      const Conditional& c = law.at(++past_);
      const double mean =
          (law.rho() * value_ * c.forward + c.decay * target_ * c.backward) / c.precision;
      value_ = mean + rng_.normal() / c.deviation;
    }
    return value_;
  }

 private:
  Stream noise(const Law& law) const { return {law.rho(), seed_, purpose_, stream_}; }
  void begin(const Law& law, std::uint64_t point) {
    value_ = begun_ && point == point_ + 1 && past_ > 0 ? target_ : noise(law).on_grid(point);
    begun_ = true;
    point_ = point;
    past_ = 0;
  }

  std::uint64_t seed_;
  std::string_view purpose_;
  std::uint64_t stream_;
  bool begun_ = false;
  std::uint64_t point_ = 0, past_ = 0;  // of the value, in the grid and behind its point
  double value_ = 0, target_ = 0;
  base::Rng rng_{0, ""};
};

double autoregressive(double rho, std::uint64_t seed, std::string_view purpose, int stream,
                      std::uint64_t time) {
  PopularityWalk::Law law(rho);
  return PopularityWalk::Process(seed, purpose, stream).at(law, time);
}

PopularityWalk::PopularityWalk(int ports, std::uint64_t seed)
    : order_(base::Rng(seed, "moe hot experts").permutation(ports)),
      slow_law_(std::make_unique<Law>(kSlowRho)),
      fast_law_(std::make_unique<Law>(kFastRho)) {
  for (int port = 0; port < ports; ++port) {
    slow_.emplace_back(seed, "moe drift", port);
    fast_.emplace_back(seed, "moe flutter", port);
  }
}
PopularityWalk::~PopularityWalk() = default;
PopularityWalk::PopularityWalk(PopularityWalk&&) noexcept = default;

std::vector<double> PopularityWalk::at(std::uint64_t time) {
  const auto ports = static_cast<int>(order_.size());
  const int hot = std::max(1, ports / 4);
  std::vector<double> share(order_.size());
  for (int rank = 0; rank < ports; ++rank) {
    const int port = base::at(order_, rank);
    const double log_weight = (rank < hot ? kHotGap : 0) +
                              kSlowSigma * base::at(slow_, port).at(*slow_law_, time) +
                              kFastSigma * base::at(fast_, port).at(*fast_law_, time);
    base::at(share, port) = std::exp(log_weight);
  }
  const double sum = std::accumulate(share.begin(), share.end(), 0.0);
  for (double& s : share) s /= sum;
  return share;
}

std::vector<double> popularity(int ports, std::uint64_t seed, std::uint64_t time) {
  return PopularityWalk(ports, seed).at(time);
}

}  // namespace jacquard::demand
