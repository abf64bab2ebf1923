// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/matching/bottleneck_matching.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::schedule {

BottleneckMatching::BottleneckMatching(int ports, std::vector<std::int64_t> entries)
    : n_(static_cast<std::size_t>(ports)),
      entries_(std::move(entries)),
      left_(std::accumulate(entries_.begin(), entries_.begin() + ports, std::int64_t{0})),
      threshold_(std::max<std::int64_t>(1, *std::max_element(entries_.begin(), entries_.end()))),
      edges_(ports, ports),
      matching_(ports),
      width_(n_),
      open_(n_) {
  lower_threshold(threshold_);
}

std::int64_t BottleneckMatching::next() {
  if (left_ == 0) return 0;
  for (std::size_t i = 0; i < n_; ++i) {
    const int row = static_cast<int>(i);
    if (matching_.column(row) != kUnmatched || matching_.augment_from(row, edges_)) continue;
    const std::int64_t widest = widest_path(row);
    JQ_CHECK(widest > 0, "a matrix of equal line sums has a perfect matching (Birkhoff 1946)");
    lower_threshold(widest);
    matching_.augment_from(row, edges_);
  }
  return threshold_;
}

void BottleneckMatching::subtract(std::int64_t hold) {
  left_ -= hold;
  for (std::size_t i = 0; i < n_; ++i) {
    const int row = static_cast<int>(i);
    const int column = matching_.column(row);
    std::int64_t& entry = entries_[i * n_ + static_cast<std::size_t>(column)];
    entry -= hold;
    if (entry >= threshold_) continue;
    edges_.reset(row, column);
    matching_.unmatch(row);
  }
}

// Smallest entry on the augmenting path from `row` on which that is largest (as Dijkstra's shortest
// path, with min for plus). No perfect matching can do better, so the threshold must fall to it.
std::int64_t BottleneckMatching::widest_path(int row) {
  std::fill(width_.begin(), width_.end(), 0);
  std::iota(open_.begin(), open_.end(), 0);
  std::size_t open = n_;
  std::int64_t reached = std::numeric_limits<std::int64_t>::max();
  auto from = static_cast<std::size_t>(row);
  for (;;) {
    std::size_t widest = 0;
    for (std::size_t k = 0; k < open; ++k) {
      const auto j = static_cast<std::size_t>(open_[k]);
      width_[j] = std::max(width_[j], std::min(reached, entries_[from * n_ + j]));
      if (width_[j] > base::at(width_, open_[widest])) widest = k;
    }
    const int column = open_[widest];
    reached = base::at(width_, column);
    if (reached == 0 || matching_.row(column) == kUnmatched) return reached;
    open_[widest] = open_[--open];
    from = static_cast<std::size_t>(matching_.row(column));
  }
}

void BottleneckMatching::lower_threshold(std::int64_t threshold) {
  threshold_ = threshold;
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t j = 0; j < n_; ++j) {
      if (entries_[i * n_ + j] >= threshold_) edges_.set(static_cast<int>(i), static_cast<int>(j));
    }
  }
}

}  // namespace jacquard::schedule
