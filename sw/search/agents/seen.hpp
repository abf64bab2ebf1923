// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_set>

#include "jacquard/base/hash.hpp"
#include "jacquard/search/point.hpp"

namespace jacquard::search {

struct PointHash {
  std::size_t operator()(const Point& point) const {
    return base::fnv1a({reinterpret_cast<const char*>(point.data()),  // NOLINT: its bytes
                        point.size() * sizeof(point[0])});
  }
};

// Points that an agent has asked for. Evaluations answer the same each time: to ask again is a
// waste.
class Seen {
 public:
  bool has(const Point& point) const { return points_.count(point) != 0; }
  // False if it was there.
  bool add(const Point& point) { return points_.insert(point).second; }
  std::size_t size() const { return points_.size(); }

 private:
  std::unordered_set<Point, PointHash> points_;
};

}  // namespace jacquard::search
