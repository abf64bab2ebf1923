// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/request_cover.hpp"

#include <fmt/format.h>

namespace jacquard::verify {
namespace {

constexpr int kMostCrossed = 6;  // inputs of one output of which every pattern is crossed
constexpr const char* kClassNames[] = {"none", "one", "some", "all"};

using Rows = std::vector<base::Word>;

void cover(rtl::Covered& row, bool hit, const std::string& name) {
  ++row.total;
  row.hit += hit;
  if (!hit) row.missed += (row.missed.empty() ? "" : ", ") + name;
}

}  // namespace

RequestCover::RequestCover(int inputs, int outputs, int most_of_a_row, Wins wins)
    : inputs_(inputs),
      outputs_(outputs),
      most_(most_of_a_row),
      wins_(wins),
      asked_(static_cast<std::size_t>(inputs), 0),
      granted_(asked_),
      row_classes_(static_cast<std::size_t>(inputs), 0) {
  if (!crossed()) return;
  by_pattern_.assign(std::size_t{1} << inputs, 0);
  patterns_.assign(std::size_t{1} << inputs, false);
}

bool RequestCover::crossed() const { return outputs_ == 1 && inputs_ <= kMostCrossed; }

RequestCover::Class RequestCover::class_of(int count, int most) {
  if (count == 0) return none;
  if (count == most && most > 1) return all;
  return count == 1 ? one : some;
}

std::vector<RequestCover::Class> RequestCover::classes(int most) {
  if (most == 1) return {none, one};
  if (most == 2) return {none, one, all};
  return {none, one, some, all};
}

void RequestCover::clock(const Rows& asked, const Rows& granted) {
  int asking = 0;
  std::size_t pattern = 0;
  base::Word winners = 0;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    asked_[i] |= asked[i];
    granted_[i] |= granted[i];
    row_classes_[i] |= 1u << class_of(base::count_bits(asked[i]), most_);
    asking += asked[i] != 0;
    if (!crossed()) continue;
    pattern |= std::size_t{asked[i] != 0} << i;
    winners |= base::Word{granted[i] != 0} << i;
  }
  input_classes_ |= 1u << class_of(asking, inputs_);
  if (!crossed()) return;
  patterns_[pattern] = true;
  by_pattern_[pattern] |= winners;
}

rtl::Covered RequestCover::patterns() const {
  rtl::Covered row{"request patterns", "", 0, 0, ""};
  for (std::size_t p = 0; p < patterns_.size(); ++p)
    cover(row, patterns_[p], fmt::format("{:0{}b}", p, inputs_));
  return row;
}

rtl::Covered RequestCover::grants_by_pattern() const {
  rtl::Covered row{"patterns x grants", "", 0, 0, ""};
  for (std::size_t p = 0; p < by_pattern_.size(); ++p) {
    base::for_each_bit(p, 0, [&](int i) {
      if (wins_ == Wins::lowest && i != base::lowest_bit(p)) return;
      if (wins_ == Wins::highest && i != base::highest_bit(p)) return;
      cover(row, (by_pattern_[p] >> i) & 1, fmt::format("{:0{}b} x {}", p, inputs_, i));
    });
  }
  return row;
}

rtl::Covered RequestCover::pairs(const char* kind, const Rows& seen) const {
  rtl::Covered row{kind, "", 0, 0, ""};
  for (std::size_t i = 0; i < seen.size(); ++i) {
    for (int j = 0; j < outputs_; ++j)
      cover(row, (seen[i] >> j) & 1, fmt::format("{} to {}", i, j));
  }
  return row;
}

rtl::Covered RequestCover::row_classes() const {
  rtl::Covered row{"outputs asked by an input", "", 0, 0, ""};
  for (std::size_t i = 0; i < row_classes_.size(); ++i) {
    for (const Class each : classes(most_))
      cover(row, (row_classes_[i] >> each) & 1, fmt::format("input {}: {}", i, kClassNames[each]));
  }
  return row;
}

std::vector<rtl::Covered> RequestCover::rows() const {
  std::vector<rtl::Covered> rows;
  if (crossed()) {
    rows.push_back(patterns());
    rows.push_back(grants_by_pattern());
  } else {
    rows.push_back(pairs("pairs requested", asked_));
    rows.push_back(pairs("pairs granted", granted_));
    rows.push_back(row_classes());
  }
  rtl::Covered asking{"inputs that ask", "", 0, 0, ""};
  for (const Class each : classes(inputs_))
    cover(asking, (input_classes_ >> each) & 1, kClassNames[each]);
  rows.push_back(asking);
  return rows;
}

}  // namespace jacquard::verify
