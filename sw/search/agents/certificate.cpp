// SPDX-License-Identifier: Apache-2.0
// Branch and bound (Land & Doig 1960) over the parts of a feasible set, depth first, the most
// promising row of a part first.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "jacquard/search/agents/agents.hpp"

namespace jacquard::search {
namespace {

constexpr std::size_t kBatch = 1024;
constexpr double kRounding = 1e-9;  // of a ceiling: it must be lower by more to pass over a range

class Certificate : public Agent {
 public:
  Certificate(const FeasibleSet& set, CeilingOf ceiling)
      : set_(set),
        ceiling_(std::move(ceiling)),
        point_(set.space().knobs().size(), 0),
        fixed_(point_.size(), false),
        order_(set.parts()) {
    // Linked knobs first: what the environment knows is mostly about them.
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      return set.knobs_of(a).size() > set.knobs_of(b).size();
    });
    enter();
  }

  std::vector<Point> ask(std::int64_t most) override {
    std::vector<Point> points;
    const std::size_t count = std::min(kBatch, static_cast<std::size_t>(most));
    while (points.size() < count && !levels_.empty()) {
      Level& level = levels_.back();
      if (level.next == level.rows.size() || hopeless(level.rows[level.next].first)) {
        leave();
        continue;
      }
      take(level.rows[level.next++].second);
      if (levels_.size() == order_.size()) {
        points.push_back(point_);
      } else {
        enter();
      }
    }
    return points;
  }

  void tell(base::Span<const Point>, base::Span<const Score> scores) override {
    for (const Score& score : scores) {
      if (score.valid) best_ = std::max(best_, score.rewards.front());
    }
  }

 private:
  // A part of which a row is to be chosen, after those of the levels before.
  struct Level {
    std::vector<std::pair<double, std::size_t>> rows;  // ceiling, row: descending by ceiling
    std::size_t next = 0;
  };

  bool hopeless(double ceiling) const { return ceiling < best_ - kRounding * std::abs(best_); }
  std::size_t part() const { return order_[levels_.size() - 1]; }

  void take(std::size_t row) { set_.write(part(), row, point_); }

  void enter() {
    levels_.emplace_back();
    for (const std::size_t knob : set_.knobs_of(part())) fixed_[knob] = true;
    Level& level = levels_.back();
    for (std::size_t row = 0; row < set_.rows(part()); ++row) {
      take(row);
      const double ceiling = ceiling_(point_, fixed_);
      if (!hopeless(ceiling)) level.rows.emplace_back(ceiling, row);
    }
    std::stable_sort(level.rows.begin(), level.rows.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
  }

  void leave() {
    for (const std::size_t knob : set_.knobs_of(part())) fixed_[knob] = false;
    levels_.pop_back();
  }

  const FeasibleSet& set_;
  CeilingOf ceiling_;
  Point point_;
  std::vector<bool> fixed_;
  std::vector<std::size_t> order_;  // of parts
  std::vector<Level> levels_;
  double best_ = -std::numeric_limits<double>::infinity();
};

}  // namespace

std::unique_ptr<Agent> make_certificate(const FeasibleSet& set, CeilingOf ceiling) {
  return std::make_unique<Certificate>(set, std::move(ceiling));
}

}  // namespace jacquard::search
