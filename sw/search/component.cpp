// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/component.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "jacquard/base/error.hpp"

namespace jacquard::search {
namespace {

// Visits combinations of knobs in lexicographic order. A rule is asked once its last knob is set.
class Walk {
 public:
  Walk(const Space& space, const std::vector<std::size_t>& knobs,
       const std::vector<const Rule*>& rules)
      : space_(space), knobs_(knobs), rules_of_(knobs.size() + 1), point_(space.knobs().size(), 0) {
    for (const Rule* rule : rules) {
      std::size_t last = rule->reads.empty() ? knobs.size() : 0;  // a constant rule: at the end
      for (std::size_t k = 0; k < knobs.size(); ++k) {
        if (std::binary_search(rule->reads.begin(), rule->reads.end(), knobs[k])) last = k;
      }
      rules_of_[last].push_back(rule);
    }
  }

  // Until `visit` answers false.
  template <class Visit>
  bool from(std::size_t k, const Visit& visit) {
    const auto holds = [&](const Rule* rule) { return rule->holds(point_); };
    if (k == knobs_.size()) {
      return !std::all_of(rules_of_[k].begin(), rules_of_[k].end(), holds) || visit(point_);
    }
    const std::size_t values = space_.knobs()[knobs_[k]].values.size();
    for (std::size_t v = 0; v < values; ++v) {
      point_[knobs_[k]] = static_cast<std::uint16_t>(v);
      if (!std::all_of(rules_of_[k].begin(), rules_of_[k].end(), holds)) continue;
      if (!from(k + 1, visit)) return false;
    }
    point_[knobs_[k]] = 0;
    return true;
  }

 private:
  const Space& space_;
  const std::vector<std::size_t>& knobs_;
  std::vector<std::vector<const Rule*>> rules_of_;
  Point point_;
};

std::vector<std::uint16_t> sorted_from(const std::vector<std::uint16_t>& cells, std::size_t columns,
                                       std::size_t turn) {
  const std::size_t rows = cells.size() / columns;
  std::vector<std::uint32_t> order(rows);
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    for (std::size_t c = 0; c < columns; ++c) {
      const std::size_t column = (turn + c) % columns;
      const auto x = cells[a * columns + column];
      const auto y = cells[b * columns + column];
      if (x != y) return x < y;
    }
    return false;
  });
  std::vector<std::uint16_t> sorted;
  sorted.reserve(cells.size());
  for (const std::uint32_t row : order) {
    for (std::size_t c = 0; c < columns; ++c) sorted.push_back(cells[row * columns + c]);
  }
  return sorted;
}

}  // namespace

Component::Component(const Space& space, std::vector<std::size_t> knobs,
                     const std::vector<const Rule*>& rules)
    : knobs_(std::move(knobs)) {
  std::vector<std::uint16_t> cells;
  Walk(space, knobs_, rules).from(0, [&](const Point& point) {
    if (++rows_ > kMostRows) {
      std::string names;
      for (const Rule* rule : rules) names += (names.empty() ? "" : "; ") + rule->what;
      (space.place() / "constraints")
          .fail(fmt::format("constraints that leave at most {} combinations of the knobs they link",
                            kMostRows),
                "more, by " + names);
    }
    for (const std::size_t knob : knobs_) cells.push_back(point[knob]);
    return true;
  });
  turns_.push_back({std::move(cells)});
  for (std::size_t turn = 1; turn < knobs_.size(); ++turn) {
    turns_.push_back({sorted_from(turns_[0].cells, knobs_.size(), turn)});
  }
}

std::uint16_t Component::cell(std::size_t turn, std::size_t row, std::size_t column) const {
  return turns_[turn].cells[row * knobs_.size() + column];
}

Component::Range Component::narrowed(std::size_t turn, Range range, std::size_t column,
                                     std::uint16_t value) const {
  const auto first_not_below = [&](std::size_t low, std::size_t high, std::uint32_t least) {
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (cell(turn, middle, column) < least) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  };
  const std::size_t begin = first_not_below(range.begin, range.end, value);
  return {begin, first_not_below(begin, range.end, std::uint32_t{value} + 1)};
}

bool Component::contains(const Point& point) const {
  Range range{0, rows_};
  for (std::size_t c = 0; c < knobs_.size() && range.begin < range.end; ++c) {
    range = narrowed(0, range, c, point[knobs_[c]]);
  }
  return range.begin < range.end;
}

void Component::write(std::size_t row, Point& point) const {
  for (std::size_t c = 0; c < knobs_.size(); ++c) point[knobs_[c]] = cell(0, row, c);
}

void Component::repair(Point& point, base::Rng& rng) const {
  if (contains(point)) return;
  const std::size_t turn = rng.below(knobs_.size());
  Range range{0, rows_};
  for (std::size_t c = 0; c < knobs_.size(); ++c) {
    const std::size_t column = (turn + c) % knobs_.size();
    std::uint16_t& coordinate = point[knobs_[column]];
    Range kept = narrowed(turn, range, column, coordinate);
    if (kept.begin == kept.end) {
      coordinate = cell(turn, range.begin + rng.below(range.end - range.begin), column);
      kept = narrowed(turn, range, column, coordinate);
    }
    range = kept;
  }
}

void Component::completions(const Point& prefix, std::size_t place,
                            std::vector<double>& of_value) const {
  Range range{0, rows_};
  for (std::size_t c = 0; c < place; ++c) range = narrowed(0, range, c, prefix[knobs_[c]]);
  std::fill(of_value.begin(), of_value.end(), 0.0);
  while (range.begin < range.end) {
    const std::uint16_t value = cell(0, range.begin, place);
    const Range same = narrowed(0, range, place, value);
    of_value[value] = static_cast<double>(same.end - same.begin);
    range.begin = same.end;
  }
}

std::optional<Point> first_solution(const Space& space, const std::vector<const Rule*>& rules) {
  std::vector<std::size_t> knobs;
  for (const Rule* rule : rules) knobs.insert(knobs.end(), rule->reads.begin(), rule->reads.end());
  std::sort(knobs.begin(), knobs.end());
  knobs.erase(std::unique(knobs.begin(), knobs.end()), knobs.end());
  std::optional<Point> found;
  Walk(space, knobs, rules).from(0, [&](const Point& point) {
    found = point;
    return false;
  });
  return found;
}

}  // namespace jacquard::search
