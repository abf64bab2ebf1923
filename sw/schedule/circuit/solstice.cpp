// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "jacquard/base/bitset.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/circuit/quick_stuff.hpp"
#include "jacquard/schedule/circuit/residue.hpp"
#include "jacquard/schedule/matching/maximum_matching.hpp"

namespace jacquard::schedule {
namespace {

// The stuffed matrix while slices are cut from it at a falling threshold.
class Slicer {
 public:
  explicit Slicer(const demand::QuantaMatrix& demand)
      : n_(static_cast<std::size_t>(demand.ports())),
        left_(demand.largest_line_sum()),
        entries_(quick_stuff(demand.row_major(), demand.ports(), left_)),
        matching_(demand.ports()) {
    const std::int64_t largest = *std::max_element(entries_.begin(), entries_.end());
    threshold_ = 1;
    while (threshold_ <= largest / 2) threshold_ *= 2;
    find_edges();
  }

  bool empty() const { return left_ == 0; }
  const Matching& columns() const { return matching_.columns(); }

  // BigSlice: a perfect matching of the entries >= threshold, the threshold halved until there is
  // one. What is still matched from the last slice is kept. Returns its smallest entry.
  std::int64_t cut() {
    while (matching_.augment(edges_) < static_cast<int>(n_)) {
      threshold_ /= 2;
      find_edges();
    }
    std::int64_t hold = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < n_; ++i) hold = std::min(hold, matched(i));
    for (std::size_t i = 0; i < n_; ++i) {
      matched(i) -= hold;
    }
    left_ -= hold;
    return hold;
  }

  // Drops the pairs that fell below the threshold; columns() is a slice no longer.
  void drop() {
    for (std::size_t i = 0; i < n_; ++i) {
      if (matched(i) >= threshold_) continue;
      const int row = static_cast<int>(i);
      edges_.reset(row, matching_.column(row));
      matching_.unmatch(row);
    }
  }

 private:
  std::int64_t& matched(std::size_t row) {
    return entries_[row * n_ + static_cast<std::size_t>(matching_.column(static_cast<int>(row)))];
  }

  void find_edges() {
    edges_ = base::BitMatrix(static_cast<int>(n_), static_cast<int>(n_));
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < n_; ++j) {
        if (entries_[i * n_ + j] >= threshold_) {
          edges_.set(static_cast<int>(i), static_cast<int>(j));
        }
      }
    }
  }

  std::size_t n_;
  std::int64_t left_;  // of every line sum
  std::vector<std::int64_t> entries_;
  std::int64_t threshold_ = 1;
  base::BitMatrix edges_;
  MaximumMatching matching_;
};

}  // namespace

Schedule solstice(const demand::QuantaMatrix& demand, const SchedulerOptions&) {
  Residue residue(demand);
  Slicer slicer(demand);
  Schedule schedule(demand.ports());
  while (!slicer.empty()) {
    const std::int64_t hold = slicer.cut();
    residue.serve(slicer.columns(), hold, schedule);
    slicer.drop();
  }
  return schedule;
}

}  // namespace jacquard::schedule
