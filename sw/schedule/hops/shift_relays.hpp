// SPDX-License-Identifier: Apache-2.0
// What circuits carry, setting by setting, where somebody else has decided on the shifts: who knows
// the demand and sees a setting's columns needs no more.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/hops/lots.hpp"
#include "jacquard/schedule/hops/port_shape.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// Digit by digit: what a port has for destinations whose digit is `by` further on goes by the shift
// of that digit by `by`. Settings come in the order of shift_holds().
class ShiftRelays {
 public:
  struct Setting {
    Matching columns;  // without circuits that carry nothing
    std::vector<Relay> relays;
    int sends_on = kNothing;  // as sends_on_of(), of the settings asked for so far
  };

  ShiftRelays(const demand::QuantaMatrix& demand, const PortShape& shape);

  // What ports have for themselves, which no shift carries: before the others, held for
  // own_hold(). None if there is nothing.
  std::optional<Setting> own();
  std::int64_t own_hold() const;

  // Of a setting with these columns. A circuit that is not of the shift that port 0 shows carries
  // nothing.
  Setting next(const Matching& columns);

 private:
  Setting carried_by(std::vector<Relay> relays);

  PortShape shape_;
  int ports_;
  std::vector<std::int64_t> at_;  // by port and destination
  Lots lots_;
};

// These settings with what they carry, and first what ports have for themselves: as
// shift_schedule() where they are its shifts.
Schedule with_relays(const demand::QuantaMatrix& demand, const PortShape& shape,
                     const Schedule& settings);

}  // namespace jacquard::schedule
