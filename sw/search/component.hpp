// SPDX-License-Identifier: Apache-2.0
// Knobs that constraints link, and what they may be together.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/search/point.hpp"
#include "jacquard/search/space.hpp"

namespace jacquard::search {

// A constraint or a predicate, of the knobs that it reads.
struct Rule {
  std::string what;
  std::vector<std::size_t> reads;  // ascending
  std::function<bool(const Point&)> holds;
};

// All combinations of a few knobs that satisfy rules of these knobs alone.
class Component {
 public:
  // Throws ConfigError for more than kMostRows of them.
  static constexpr std::size_t kMostRows = 4'000'000;
  Component(const Space& space, std::vector<std::size_t> knobs,
            const std::vector<const Rule*>& rules);

  const std::vector<std::size_t>& knobs() const { return knobs_; }
  std::size_t rows() const { return rows_; }

  bool contains(const Point& point) const;
  void write(std::size_t row, Point& point) const;
  // Changes coordinates of these knobs until they are a row; keeps what it can.
  void repair(Point& point, base::Rng& rng) const;
  // Rows that each value of the knob at `place` leaves after those before it.
  void completions(const Point& prefix, std::size_t place, std::vector<double>& of_value) const;

 private:
  struct Range {
    std::size_t begin;
    std::size_t end;
  };
  // Rows sorted by the knobs from the `turn`-th on, then those before it.
  struct Table {
    std::vector<std::uint16_t> cells;
  };
  std::uint16_t cell(std::size_t turn, std::size_t row, std::size_t column) const;
  Range narrowed(std::size_t turn, Range range, std::size_t column, std::uint16_t value) const;

  std::vector<std::size_t> knobs_;
  std::size_t rows_ = 0;
  std::vector<Table> turns_;
};

// The first combination of the rules' knobs that satisfies all; other coordinates are 0.
std::optional<Point> first_solution(const Space& space, const std::vector<const Rule*>& rules);

}  // namespace jacquard::search
