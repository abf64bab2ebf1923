// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/watched_core.hpp"

#include <fmt/format.h>

#include "jacquard/base/at.hpp"
#include "jacquard/schedule/core/lockstep.hpp"

namespace jacquard::verify {

using schedule::CoreInputs;
using schedule::CoreOutputs;
using schedule::kUnmatched;

namespace {

std::string fault_of_permutation(const CoreOutputs& out, int ports) {
  if (out.hold < 1) return "hold_o is 0 while valid_o";
  std::vector<int> input_of(static_cast<std::size_t>(ports), kUnmatched);
  for (int row = 0; row < ports; ++row) {
    const int column = base::at(out.columns, row);
    if (column == kUnmatched) continue;
    if (column >= ports) {
      return fmt::format("column_o of input {} is {}, and there are {} outputs", row, column,
                         ports);
    }
    int& input = base::at(input_of, column);
    if (input != kUnmatched) {
      return fmt::format("inputs {} and {} are both connected to output {}", input, row, column);
    }
    input = row;
  }
  return "";
}

}  // namespace

void WatchedCore::reset() {
  device_.reset();
  state_ = State::loading;
  rows_ = 0;
  waited_ = 0;
  kept_waiting_ = false;
}

const CoreOutputs& WatchedCore::step(const CoreInputs& in) {
  const CoreOutputs& out = device_.step(in);
  const std::string what = fault(out);
  if (!what.empty()) {
    throw BrokenRule{fmt::format("clock {}: {}\n  stimulus:{}\n  got:     {}", clocks_, what,
                                 describe(in), describe(out)),
                     waited_ > limit_};
  }
  follow(in, out);
  ++clocks_;
  return out;
}

std::string WatchedCore::fault(const CoreOutputs& out) const {
  if (waited_ > limit_) {
    return fmt::format("it never answers: no {} within {} clocks (the cycle limit)",
                       state_ == State::running ? "done_o after start_i" : "load_ready_o", limit_);
  }
  if (out.load_ready && out.busy) return "load_ready_o while busy_o";
  if (out.valid && state_ != State::running) return "valid_o outside a run (start_i to done_o)";
  if (kept_waiting_ &&
      (out.valid != before_.valid || out.hold != before_.hold || out.columns != before_.columns)) {
    return "the permutation that waited for ready_i changed; it was" + describe(before_);
  }
  return out.valid ? fault_of_permutation(out, shape().ports) : "";
}

void WatchedCore::follow(const CoreInputs& in, const CoreOutputs& out) {
  kept_waiting_ = out.valid && !in.ready && !in.abort;
  if (kept_waiting_) before_ = out;
  if (in.abort) {
    if (state_ == State::running) waited_ = 0;  // an abort does not excuse a row never taken
    state_ = State::loading;
    rows_ = 0;
    return;
  }
  if (state_ == State::running) {
    if (out.done) {
      state_ = State::done;
      rows_ = 0;
      waited_ = 0;
    } else if (!kept_waiting_) {
      ++waited_;
    }
  }
  if (state_ == State::running) return;
  if (in.load && out.load_ready) {
    state_ = State::loading;
    ++rows_;
    waited_ = 0;
  } else if (in.start && rows_ == shape().ports) {
    state_ = State::running;
    waited_ = 0;
  } else if (in.load) {
    ++waited_;
  }
}

}  // namespace jacquard::verify
