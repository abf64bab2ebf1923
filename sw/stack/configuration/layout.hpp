// SPDX-License-Identifier: Apache-2.0
// What numbers mean in the bytes of a configuration.
#pragma once

#include <cstdint>

#include "jacquard/stack/settings/switch_view.hpp"

namespace jacquard::stack::layout {

constexpr std::uint64_t kVersion = 1;
constexpr int kVersionBits = 8;

constexpr std::uint64_t kIdle = 0;  // no circuit of this list at this input
constexpr std::uint64_t kOnDemandValue = 1;
constexpr std::uint64_t kFirstStep = 2;  // steps 0, 1, -1, 2, -2, ...

inline std::uint64_t value_of(const Circuit& circuit) {
  if (circuit.out == kOnDemand) return kOnDemandValue;
  const std::int64_t step = std::int64_t{circuit.out} - circuit.in;
  return kFirstStep + static_cast<std::uint64_t>(step > 0 ? 2 * step - 1 : -2 * step);
}

inline std::int64_t output_of(std::uint64_t value, std::int64_t input) {
  const auto code = static_cast<std::int64_t>(value - kFirstStep);
  return input + (code % 2 == 1 ? (code + 1) / 2 : -(code / 2));
}

}  // namespace jacquard::stack::layout
