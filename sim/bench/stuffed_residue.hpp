// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/demand/stuff.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::bench {

// What the baselines subtract from: real and dummy quanta together and the real ones alone.
struct StuffedResidue {
  explicit StuffedResidue(const demand::QuantaMatrix& demand)
      : ports(demand.ports()),
        left(demand.row_major().begin(), demand.row_major().end()),
        real(left) {
    for (const demand::Dummy& dummy : demand::stuff(demand)) {
      left[cell(dummy.row, dummy.column)] += dummy.quanta;
    }
  }

  std::size_t cell(int row, int column) const { return base::cell(row, column, ports); }

  // Serves a perfect matching for its smallest entry and appends its real part. Returns the hold.
  // Calls emptied(row, column) for pairs with nothing left. `setting` is scratch.
  template <class Emptied>
  std::int64_t serve(const schedule::Matching& columns, schedule::Matching& setting,
                     schedule::Schedule& schedule, Emptied&& emptied) {
    std::int64_t hold = INT64_MAX;
    for (int row = 0; row < ports; ++row) {
      const int column = base::at(columns, row);
      JQ_CHECK(column >= 0, "equal line sums have a perfect matching");
      hold = std::min(hold, left[cell(row, column)]);
    }
    for (int row = 0; row < ports; ++row) {
      const auto r = static_cast<std::size_t>(row);
      const std::size_t at = cell(row, columns[r]);
      setting[r] = real[at] > 0 ? columns[r] : schedule::kUnmatched;
      left[at] -= hold;
      if (left[at] == 0) emptied(row, columns[r]);
      real[at] = std::max<std::int64_t>(real[at] - hold, 0);
    }
    schedule.append(setting, hold);
    return hold;
  }

  int ports;
  std::vector<std::int64_t> left;
  std::vector<std::int64_t> real;
};

}  // namespace jacquard::bench
