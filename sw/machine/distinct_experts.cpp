// SPDX-License-Identifier: Apache-2.0
#include "jacquard/machine/distinct_experts.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::machine {

DistinctExperts::DistinctExperts(std::vector<double> shares)
    : shares_(std::move(shares)), sums_(shares_.size()), is_drawn_(shares_.size(), 0) {
  std::partial_sum(shares_.begin(), shares_.end(), sums_.begin());
}

const std::vector<int>& DistinctExperts::draw(int count, base::Rng& rng) {
  JQ_CHECK(base::index(count) <= shares_.size(), "a token chooses among as many experts");
  for (const int expert : drawn_) base::at(is_drawn_, expert) = 0;
  drawn_.clear();
  double taken = 0;
  while (drawn_.size() < base::index(count)) {
    // To draw again what was drawn costs little while most of the shares are left.
    const bool most_are_left = taken * 2 < sums_.back();
    const int expert = most_are_left ? draw_any(rng) : draw_of_rest(rng);
    if (base::at(is_drawn_, expert) != 0) continue;
    base::at(is_drawn_, expert) = 1;
    taken += base::at(shares_, expert);
    drawn_.push_back(expert);
  }
  return drawn_;
}

int DistinctExperts::draw_any(base::Rng& rng) const {
  const double at = rng.uniform() * sums_.back();
  return static_cast<int>(std::upper_bound(sums_.begin(), sums_.end() - 1, at) - sums_.begin());
}

int DistinctExperts::draw_of_rest(base::Rng& rng) const {
  double rest = 0;
  for (std::size_t e = 0; e < shares_.size(); ++e) rest += is_drawn_[e] != 0 ? 0 : shares_[e];
  const bool alike = rest <= 0;
  if (alike) rest = static_cast<double>(shares_.size() - drawn_.size());
  double at = rng.uniform() * rest;
  int last = 0;  // of those that are left, where rounding goes beyond all
  for (std::size_t e = 0; e < shares_.size(); ++e) {
    const double share = alike ? 1 : shares_[e];
    if (is_drawn_[e] != 0 || share <= 0) continue;
    last = static_cast<int>(e);
    at -= share;
    if (at < 0) break;
  }
  return last;
}

}  // namespace jacquard::machine
