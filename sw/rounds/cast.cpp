// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rounds/cast.hpp"

#include <fmt/format.h>

namespace jacquard::rounds {
namespace {

using Range = Cast::Range;

bool has(const Range& range, int value) { return range.first <= value && value <= range.last; }

int count(const Range& range) { return range.last - range.first + 1; }

std::vector<int> ranks(const Shape& shape, int digit, const Range& range, int group) {
  std::vector<int> all;
  for (int value = range.first; value <= range.last; ++value) {
    all.push_back(shape.with_digit(group, digit, value));
  }
  return all;
}

}  // namespace

int Cast::group(const Shape& shape, int rank) const {
  for (std::size_t d = 0; d < groups.size(); ++d) {
    const int other = static_cast<int>(d);
    if (other != digit && !has(groups[d], shape.digit(rank, other))) return kNobody;
  }
  return shape.with_digit(rank, digit, 0);
}

bool Cast::sends(const Shape& shape, int rank) const {
  return has(senders, shape.digit(rank, digit)) && group(shape, rank) != kNobody;
}

bool Cast::receives(const Shape& shape, int rank) const {
  return has(receivers, shape.digit(rank, digit)) && group(shape, rank) != kNobody;
}

std::vector<int> Cast::senders_of(const Shape& shape, int group) const {
  return ranks(shape, digit, senders, group);
}

std::vector<int> Cast::receivers_of(const Shape& shape, int group) const {
  return ranks(shape, digit, receivers, group);
}

int Cast::messages(const Shape& shape) const {
  int all = count(senders);
  for (int d = 0; d < shape.digits(); ++d) {
    if (d == digit) continue;
    all *= groups.empty() ? shape.radix(d) : count(groups[static_cast<std::size_t>(d)]);
  }
  return all;
}

std::string Cast::fault(const Shape& shape) const {
  if (digit < 0 || digit >= shape.digits()) {
    return fmt::format("digit {} of a shape with {} digits", digit, shape.digits());
  }
  const auto wrong = [&](const char* who, const Range& range, int d) -> std::string {
    const int radix = shape.radix(d);
    if (range.first >= 0 && range.first <= range.last && range.last < radix) return "";
    return fmt::format("{} {}..{} of digit {}, which has 0..{}", who, range.first, range.last, d,
                       radix - 1);
  };
  if (senders == receivers && !adds()) return "one rank alone, to itself";
  std::string found = wrong("senders", senders, digit);
  if (found.empty()) found = wrong("receivers", receivers, digit);
  if (!groups.empty() && groups.size() != static_cast<std::size_t>(shape.digits())) {
    return fmt::format("{} ranges of groups for {} digits", groups.size(), shape.digits());
  }
  for (std::size_t d = 0; d < groups.size() && found.empty(); ++d) {
    found = wrong("groups", groups[d], static_cast<int>(d));
  }
  return found;
}

}  // namespace jacquard::rounds
