// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "jacquard/schedule/core/core.hpp"

namespace jacquard::schedule {

// What a core is given and shows in a clock, in words: " busy valid hold 4 columns [2 0 1]".
std::string describe(const CoreInputs& in);
std::string describe(const CoreOutputs& out);

// Where two cores first answered differently.
struct Difference {
  std::int64_t clock = 0;  // since construction
  CoreInputs stimulus;
  CoreOutputs expected;
  CoreOutputs got;

  std::string text() const;  // a few lines: clock, stimulus, both answers
};

// Two cores behind the contract of one: every clock both are given the same inputs and their
// outputs are compared. Shows what `reference` shows. Both must have the same shape and outlive
// this.
class Lockstep final : public Core {
 public:
  Lockstep(Core& reference, Core& device);

  const CoreShape& shape() const override { return reference_.shape(); }
  void reset() override;
  const CoreOutputs& outputs() override { return reference_.outputs(); }
  const CoreOutputs& step(const CoreInputs& in) override;

  std::int64_t clocks() const { return clocks_; }
  const std::optional<Difference>& difference() const { return difference_; }

 private:
  Core& reference_;
  Core& device_;
  std::int64_t clocks_ = 0;
  std::optional<Difference> difference_;
};

}  // namespace jacquard::schedule
