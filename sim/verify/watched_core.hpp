// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "jacquard/schedule/core/core.hpp"

namespace jacquard::verify {

// Thrown by WatchedCore: what the device did in which clock, in a few lines.
struct BrokenRule {
  std::string what;
  bool ends_the_run = false;
};

// A scheduler without a model, behind the same contract. Every clock is held to what the contract
// says of every scheduler. A permutation is a matching, is held, and waits unchanged until it is
// taken. No row is asked for during a run. A run ends within a number of clocks.
class WatchedCore final : public schedule::Core {
 public:
  // `limit`: clocks without a row taken or, from start on, without done. Those in which a
  // permutation waits for ready do not count.
  WatchedCore(schedule::Core& device, std::int64_t limit) : device_(device), limit_(limit) {}

  const schedule::CoreShape& shape() const override { return device_.shape(); }
  const schedule::CoreOutputs& outputs() override { return device_.outputs(); }
  void reset() override;
  const schedule::CoreOutputs& step(const schedule::CoreInputs& in) override;

  std::int64_t clocks() const { return clocks_; }

 private:
  enum class State { loading, running, done };

  std::string fault(const schedule::CoreOutputs& out) const;
  void follow(const schedule::CoreInputs& in, const schedule::CoreOutputs& out);

  schedule::Core& device_;
  std::int64_t limit_;
  std::int64_t clocks_ = 0;
  State state_ = State::loading;
  int rows_ = 0;
  std::int64_t waited_ = 0;
  bool kept_waiting_ = false;  // in the clock before, a permutation was shown and not taken
  schedule::CoreOutputs before_;
};

}  // namespace jacquard::verify
