// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/base/units.hpp"

namespace jacquard::demand {

// How large flows are: a cumulative distribution, linear between its points.
class SizeLaw {
 public:
  struct Point {
    double bytes;
    double share;  // of flows up to there
  };

  static SizeLaw fixed(base::Bytes size);
  // Requires ascending sizes and shares, the last share 1. A first share above 0 is of flows of
  // just that size.
  explicit SizeLaw(std::vector<Point> points);

  double mean() const { return mean_; }  // bytes
  base::Bytes draw(base::Rng& rng) const;

 private:
  std::vector<Point> points_;
  double mean_;
};

// Lines of two columns, as generators of traffic read them: bytes, and the share of flows up to
// there, in per cent if the last one is 100. Empty lines and lines that begin with '#' are skipped.
// Throws ConfigError with the file and line for columns missing or too many, sizes above kMaxEntry,
// columns that fall, and a last share other than 1 or 100.
SizeLaw read_size_law(const std::string& path);

}  // namespace jacquard::demand
