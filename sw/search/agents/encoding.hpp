// SPDX-License-Identifier: Apache-2.0
// Points of a space as numbers, for regression.
#pragma once

#include <cstddef>
#include <vector>

#include "jacquard/search/space.hpp"

namespace jacquard::search {

// Rows of equal width, one after the other.
struct Inputs {
  std::size_t width = 0;
  std::vector<double> numbers;
  std::size_t size() const { return width == 0 ? 0 : numbers.size() / width; }
  const double* row(std::size_t i) const { return numbers.data() + i * width; }
};

// An ordered knob is one number in 0..1: its value over its range, in logarithms where all values
// are positive and the largest is four times the smallest. Words are corners of a simplex, 1 apart:
// two of them differ, and no more can be said. Knobs with one value are left out.
class Encoding {
 public:
  explicit Encoding(const Space& space);
  // The knob of each number of a row: 0 .. knobs() - 1, those left out not counted.
  const std::vector<std::size_t>& knob_of() const { return knob_of_; }
  std::size_t knobs() const { return knobs_; }
  std::size_t width() const { return knob_of_.size(); }
  void add(const Point& point, Inputs& to) const;
  Inputs of(const std::vector<Point>& points) const;

 private:
  struct Part {
    bool ordered;
    std::vector<double> places;  // of an ordered knob's values
    std::size_t values;          // of words; 0: left out
  };
  std::vector<Part> parts_;
  std::vector<std::size_t> knob_of_;
  std::size_t knobs_ = 0;
};

}  // namespace jacquard::search
