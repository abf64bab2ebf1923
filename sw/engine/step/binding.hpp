// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/engine/interval.hpp"
#include "jacquard/workload/step_program.hpp"

namespace jacquard::engine::step {

// What an operation of a class waits for inside its class.
class Binding {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // Both outlive it.
  Binding(const workload::ClassProgram& of_class, base::Span<const Interval> intervals);

  std::uint32_t before_in_stream(std::uint32_t op) const { return before_[op]; }
  // Of the one before it in its stream and those it depends on, the one that ended last; of equals
  // a dependency. kNone: it waits for nothing.
  std::uint32_t of(std::uint32_t op) const;

 private:
  const workload::ClassProgram& class_;
  base::Span<const Interval> intervals_;
  std::vector<std::uint32_t> before_;
};

}  // namespace jacquard::engine::step
