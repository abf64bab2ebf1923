// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/conflicts.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::stack {
namespace {

constexpr int kHalf = 32;

std::uint64_t ordered(std::uint32_t setting, std::uint32_t other) {
  return std::uint64_t{setting} << kHalf | other;
}

}  // namespace

base::Span<const std::uint32_t> Conflicts::of(std::uint32_t setting) const {
  if (first_.empty()) return {};
  const std::uint32_t first = first_[setting];
  return {others_.data() + first, base::index(first_[base::index(setting) + 1] - first)};
}

bool Conflicts::between(std::uint32_t setting, std::uint32_t other) const {
  const base::Span<const std::uint32_t> others = of(setting);
  return std::binary_search(others.begin(), others.end(), other);
}

void Conflicts::add(std::uint32_t setting, std::uint32_t other) {
  added_.push_back(ordered(setting, other));
  added_.push_back(ordered(other, setting));
}

void Conflicts::close(std::uint32_t settings) {
  std::sort(added_.begin(), added_.end());
  added_.erase(std::unique(added_.begin(), added_.end()), added_.end());
  first_.assign(base::index(settings) + 1, 0);
  others_.reserve(added_.size());
  for (const std::uint64_t pair : added_) {
    ++first_[base::index(pair >> kHalf) + 1];
    others_.push_back(static_cast<std::uint32_t>(pair));
  }
  for (std::size_t s = 1; s < first_.size(); ++s) first_[s] += first_[s - 1];
  added_ = {};
}

}  // namespace jacquard::stack
