// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rounds/symbolic_permutation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::rounds {

namespace {

using base::index;

// value + by, mod radix, in 0..radix-1.
int rotated(int value, int by, int radix) { return ((value + by % radix) % radix + radix) % radix; }

int found_in(const std::vector<int>& table, int value) {
  const auto it = std::find(table.begin(), table.end(), value);
  return it == table.end() ? kNobody : static_cast<int>(it - table.begin());
}

}  // namespace

SymbolicPermutation SymbolicPermutation::shift(int digit, int by) {
  SymbolicPermutation p;
  p.digit_ = digit;
  p.amount_ = by;
  return p;
}

SymbolicPermutation SymbolicPermutation::flip(int digit, int mask) {
  SymbolicPermutation p;
  p.rule_ = Rule::flip;
  p.digit_ = digit;
  p.amount_ = mask;
  return p;
}

SymbolicPermutation SymbolicPermutation::map(int digit, std::vector<int> to) {
  SymbolicPermutation p;
  p.rule_ = Rule::map;
  p.digit_ = digit;
  p.table_ = std::move(to);
  return p;
}

SymbolicPermutation SymbolicPermutation::map_ranks(std::vector<int> to) {
  return map(kWholeRank, std::move(to));
}

SymbolicPermutation SymbolicPermutation::from(std::vector<Range> senders) && {
  senders_ = std::move(senders);
  return std::move(*this);
}

bool SymbolicPermutation::sends(const Shape& shape, int rank) const {
  for (std::size_t d = 0; d < senders_.size(); ++d) {
    const int value = shape.digit(rank, static_cast<int>(d));
    if (value < senders_[d].first || value > senders_[d].last) return false;
  }
  return true;
}

int SymbolicPermutation::receiver(const Shape& shape, int rank) const {
  if (!sends(shape, rank)) return kNobody;
  if (digit_ == kWholeRank) return table_[index(rank)];
  const int value = shape.digit(rank, digit_);
  int to = kNobody;
  switch (rule_) {
    case Rule::shift:
      to = rotated(value, amount_, shape.radix(digit_));
      break;
    case Rule::flip:
      to = value ^ amount_;
      break;
    case Rule::map:
      to = table_[index(value)];
      break;
  }
  if (to == kNobody || to >= shape.radix(digit_)) return kNobody;
  return shape.with_digit(rank, digit_, to);
}

int SymbolicPermutation::sender(const Shape& shape, int rank) const {
  int from = kNobody;
  if (digit_ == kWholeRank) {
    from = found_in(table_, rank);
  } else {
    const int value = shape.digit(rank, digit_);
    switch (rule_) {
      case Rule::shift:
        from = rotated(value, -(amount_ % shape.radix(digit_)), shape.radix(digit_));
        break;
      case Rule::flip:
        from = value ^ amount_;
        break;
      case Rule::map:
        from = found_in(table_, value);
        break;
    }
    if (from == kNobody || from >= shape.radix(digit_)) return kNobody;
    from = shape.with_digit(rank, digit_, from);
  }
  return from != kNobody && sends(shape, from) ? from : kNobody;
}

std::vector<int> SymbolicPermutation::expand(const Shape& shape) const {
  std::vector<int> to(index(shape.size()));
  for (int rank = 0; rank < shape.size(); ++rank) to[index(rank)] = receiver(shape, rank);
  return to;
}

int SymbolicPermutation::messages(const Shape& shape) const {
  if (senders_.empty() && rule_ == Rule::shift) return shape.size();
  int count = 0;
  for (int rank = 0; rank < shape.size(); ++rank) count += receiver(shape, rank) != kNobody;
  return count;
}

std::string SymbolicPermutation::fault(const Shape& shape) const {
  if (digit_ < kWholeRank || digit_ >= shape.digits() ||
      (digit_ == kWholeRank && rule_ != Rule::map)) {
    return fmt::format("digit {} of a shape with {} digits", digit_, shape.digits());
  }
  if (rule_ == Rule::flip && amount_ < 0) return fmt::format("a negative flip, {}", amount_);
  if (!senders_.empty() && senders_.size() != index(shape.digits())) {
    return fmt::format("{} ranges of senders for {} digits", senders_.size(), shape.digits());
  }
  for (std::size_t d = 0; d < senders_.size(); ++d) {
    const int radix = shape.radix(static_cast<int>(d));
    if (senders_[d].first < 0 || senders_[d].last >= radix ||
        senders_[d].first > senders_[d].last) {
      return fmt::format("senders {}..{} of digit {}, which has 0..{}", senders_[d].first,
                         senders_[d].last, d, radix - 1);
    }
  }
  if (rule_ != Rule::map) return "";
  const int values = digit_ == kWholeRank ? shape.size() : shape.radix(digit_);
  if (table_.size() != index(values)) {
    return fmt::format("a map of {} entries for {} values", table_.size(), values);
  }
  std::vector<int> from(index(values), kNobody);
  for (int value = 0; value < values; ++value) {
    const int to = table_[index(value)];
    if (to == kNobody) continue;
    if (to < kNobody || to >= values) {
      return fmt::format("{} sends to {}, which is not in 0..{}", value, to, values - 1);
    }
    if (from[index(to)] != kNobody) {
      return fmt::format("{} and {} both send to {}", from[index(to)], value, to);
    }
    from[index(to)] = value;
  }
  return "";
}

}  // namespace jacquard::rounds
