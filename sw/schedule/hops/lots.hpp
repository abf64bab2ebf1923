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
  static int take(std::vector<Lot>& lots, std::int64_t quanta);
  std::vector<Lot>& at(int port, int destination) {
    return lots_[base::cell(port, destination, ports_)];
  }

  int ports_;
  int setting_ = 0;
  std::vector<std::vector<Lot>> lots_;
};

}  // namespace jacquard::schedule
