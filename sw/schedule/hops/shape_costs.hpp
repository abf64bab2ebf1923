// SPDX-License-Identifier: Apache-2.0
// What the shifts of many shapes of one demand take, without making them.
#pragma once

#include <map>
#include <utility>

#include "jacquard/base/units.hpp"
#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/hops/port_shape.hpp"
#include "jacquard/schedule/hops/row_blocks.hpp"

namespace jacquard::schedule {

// Makespan of the shifts of a shape: if no setting waits for what it sends on, and if the first of
// each digit but the first does for all that came before.
struct ShiftTime {
  base::Picoseconds least{0};
  base::Picoseconds most{0};
  base::Picoseconds spread{
      0};  // the least if each digit took its busiest port's load and as many settings
};

// A digit's shifts depend on its stride and its size alone. So shapes share them: the 128 shapes of
// 256 ports have 36 digits.
class ShapeCosts {
 public:
  explicit ShapeCosts(const demand::QuantaMatrix& demand);

  ShiftTime time(const PortShape& shape);

 private:
  struct Digit {
    std::int64_t slots = 0;
    std::int64_t settings = 0;
    std::int64_t busiest = 0;
  };
  const RowBlocks& blocks(int stride);
  const Digit& digit(int stride, int size);

  demand::SlotClock clock_;
  Digit own_;  // what ports have for themselves
  std::map<int, RowBlocks> blocks_;
  std::map<std::pair<int, int>, Digit> digits_;  // by stride and size
};

}  // namespace jacquard::schedule
