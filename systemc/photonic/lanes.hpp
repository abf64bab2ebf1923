// SPDX-License-Identifier: Apache-2.0
// One direction of an optical port.
#pragma once

#include <cstdint>

#include "systemc/kernel/agenda.hpp"
#include "systemc/photonic/port_config.hpp"

namespace jacquard::systemc {

// Transfers go one after another at the full rate of all lanes, in the order they came, however
// many wait.
class Lanes {
 public:
  // `header`: of each packet in this direction. `agenda` outlives this.
  Lanes(const PortConfig& port, base::Bytes header, Agenda& agenda);

  // Calls `arrived` when the last bit of `payload` bytes is at the other end.
  void send(base::Bytes payload, Agenda::Call arrived);

  base::Bytes sent() const { return sent_; }  // with headers

  // Payload that is on the lanes from `begin` to `end`, in whole bytes: never more than
  // payload_peak() allows, as a transfer counts as far as it lies within. What was sent before
  // measure() does not count.
  void measure(base::Picoseconds begin, base::Picoseconds end);
  base::Bytes measured() const;

  base::Joules energy() const;

 private:
  void count(base::Bytes payload, base::Bytes before);

  PortConfig port_;
  base::Bytes header_;
  Agenda* agenda_;
  base::Picoseconds begun_{0};  // when the lanes were last idle
  base::Bytes since_{0};        // sent from then on, so that no transfer's time is rounded alone
  base::Picoseconds free_{0};
  base::Bytes sent_{0};
  base::Picoseconds begin_{0};  // what is measured
  base::Picoseconds end_{0};
  base::Bytes whole_{0};  // payload of transfers that lie within
  double cut_ = 0;        // bytes of payload of those that one end cuts
};

}  // namespace jacquard::systemc
