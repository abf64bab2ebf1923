// SPDX-License-Identifier: Apache-2.0
// A measured time against several sizes at once: multilinear between the points of a full grid.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace jacquard::serve {

// Axes are strictly rising, values run over the last axis fastest.
template <std::size_t Axes>
class Grid {
 public:
  Grid() = default;
  Grid(std::array<std::vector<double>, Axes> axes, std::vector<double> values)
      : axes_(std::move(axes)), values_(std::move(values)) {}

  bool empty() const { return values_.empty(); }
  const std::vector<double>& axis(std::size_t i) const { return axes_[i]; }

  // Clamped below each axis; beyond it on along its last two points.
  double at(const std::array<double, Axes>& sizes) const {
    std::array<std::size_t, Axes> low{};
    std::array<double, Axes> share{};
    for (std::size_t i = 0; i < Axes; ++i) {
      const std::vector<double>& axis = axes_[i];
      if (axis.size() < 2 || sizes[i] <= axis.front()) continue;
      while (low[i] + 2 < axis.size() && sizes[i] >= axis[low[i] + 1]) ++low[i];
      share[i] = (sizes[i] - axis[low[i]]) / (axis[low[i] + 1] - axis[low[i]]);
    }
    double sum = 0;
    for (std::size_t corner = 0; corner < (std::size_t{1} << Axes); ++corner) {
      double weight = 1;
      std::size_t index = 0;
      for (std::size_t i = 0; i < Axes; ++i) {
        const bool high = ((corner >> i) & 1) != 0;
        weight *= high ? share[i] : 1 - share[i];
        index = index * axes_[i].size() + low[i] + (high && share[i] != 0 ? 1 : 0);
      }
      if (weight != 0) sum += weight * values_[index];
    }
    return sum;
  }

 private:
  std::array<std::vector<double>, Axes> axes_;
  std::vector<double> values_;
};

}  // namespace jacquard::serve
