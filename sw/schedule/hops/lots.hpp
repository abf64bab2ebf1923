// SPDX-License-Identifier: Apache-2.0
// What lies at ports for destinations, setting by setting: what has lain longest goes first.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

inline constexpr int kNothing = -1;

class Lots {
 public:
  explicit Lots(const demand::QuantaMatrix& demand);

  // The next setting carries this. Returns the last setting before it whose arrivals are among it,
  // counted from 0; kNothing: none.
  int carry(base::Span<const Relay> relays);

 private:
  struct Lot {
    int setting;
    std::int64_t quanta;
  };
  int take(std::size_t cell, std::int64_t quanta);

  int ports_;
  int setting_ = 0;
  std::vector<std::int64_t> own_;         // of each cell: there from the beginning
  std::vector<std::vector<Lot>> others_;  // behind them: what came with a setting
};

}  // namespace jacquard::schedule
