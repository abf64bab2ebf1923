// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/schedule/core/line_set.hpp"

namespace jacquard::schedule {

// The counters of one side's lines, in bit planes: bit j of plane b of line i is bit b of the counter
// that line i has with line j of the other side. So a line's counters are compared with a number at
// once, a few words a plane.
template <int kWords>
class LineCounts {
 public:
  using Lines = LineSet<kWords>;

  LineCounts() = default;
  LineCounts(int lines, int planes)
      : planes_(planes),
        plane_(base::index(lines) * base::index(planes)),
        above_0_(base::index(lines)) {}

  void set(int line, int other, std::int64_t count) {
    if (count == 0) return;
    base::at(above_0_, line).set(other);
    base::for_each_bit(static_cast<base::Word>(count), 0, [&](int b) { at(line, b).set(other); });
  }
  void change(int line, int other, std::int64_t before, std::int64_t count) {
    base::for_each_bit(static_cast<base::Word>(before), 0, [&](int b) { at(line, b).reset(other); });
    base::at(above_0_, line).reset(other);
    set(line, other, count);
  }

  const Lines& above_0(int line) const { return base::at(above_0_, line); }

  // Those whose counter with the line is at least `least`, which is above 0.
  Lines at_least(int line, std::int64_t least) const {
    if (least == 1) return above_0(line);
    if (least >> planes_ != 0) return {};
    int b = base::lowest_bit(static_cast<base::Word>(least));  // below it, no bit matters
    Lines lines = at(line, b);
    for (++b; b < planes_; ++b) {
      if ((least >> b & 1) != 0) {
        lines &= at(line, b);
      } else {
        lines |= at(line, b);
      }
    }
    return lines;
  }

 private:
  const Lines& at(int line, int b) const { return plane_[base::cell(line, b, planes_)]; }
  Lines& at(int line, int b) { return plane_[base::cell(line, b, planes_)]; }

  int planes_ = 0;
  std::vector<Lines> plane_;
  std::vector<Lines> above_0_;
};

}  // namespace jacquard::schedule
