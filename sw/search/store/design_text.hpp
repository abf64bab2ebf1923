// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/search/point.hpp"
#include "jacquard/search/space.hpp"

namespace jacquard::search {

// The text of Space::show(), from pieces made once: a store writes thousands of them a second.
class DesignText {
 public:
  explicit DesignText(const Space& space);
  void write(const Point& point, std::string& text) const;

 private:
  struct Piece {
    std::string before;               // up to a knob's value
    std::vector<std::string> values;  // each of its values
  };
  std::vector<Piece> pieces_;
  std::string end_;
};

}  // namespace jacquard::search
