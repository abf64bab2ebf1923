// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/schedule/circuit/held_settings.hpp"

namespace jacquard::schedule {

// Divides the pairs of two settings between them anew, so that the sum of their holds is as small
// as can be. Together the two are paths and cycles of pairs. Along each, pairs take turns, so it
// has two ways to lie, and the shorter hold is at least the larger way's smaller end. A pair whose
// ports nothing else uses may lie in both, each hold taking a part. O(N).
class Resplit {
 public:
  Resplit(HeldSettings& settings, base::Rng& rng);

  // `slack` > 0 lets both holds exceed the least by that many slots in the mean, so that a search
  // leaves a valley. Which way a path lies is chosen by chance where it does not matter, rarely.
  void run(int a, int b, double slack);

 private:
  struct Path {
    int begin, end;                       // its rows, in rows_
    std::int64_t most_a = 0, most_b = 0;  // the longest need of its pairs in either setting
    std::int64_t sum_a = 0, sum_b = 0;
    bool turn = false;
  };
  struct Single {
    int row, column;
    std::int64_t need;
  };
  struct Holds {
    std::int64_t a = 0, b = 0;
  };

  void drop_served();
  void take_apart();
  bool take_single(int row);
  Path follow(int row);
  Holds lay_paths(double slack);
  std::int64_t noise(double slack);
  void turn(const Path& path);
  void place(const Single& single, const Holds& holds);

  HeldSettings& settings_;
  base::Rng& rng_;
  int a_ = 0, b_ = 0;
  std::vector<char> seen_;
  std::vector<int> rows_;
  std::vector<Path> paths_;
  std::vector<Single> singles_;
  std::vector<std::pair<int, int>> places_;  // columns of rows, while a path is turned
};

}  // namespace jacquard::schedule
