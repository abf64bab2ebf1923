// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/lanes.hpp"

#include <utility>

#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {

Lanes::Lanes(const PortConfig& port, base::Bytes header, Agenda& agenda)
    : port_(port), header_(header), agenda_(&agenda) {}

void Lanes::send(base::Bytes payload, Agenda::Call arrived) {
  const base::Bytes bytes = on_lanes(payload, header_, port_);
  if (free_ <= now()) {
    begun_ = now();
    since_ = base::Bytes{0};
  }
  since_ += bytes;
  sent_ += bytes;
  free_ = begun_ + base::transfer_time(since_, port_.rate());
  agenda_->at(free_ + port_.latency, std::move(arrived));
}

base::Joules Lanes::energy() const {
  return (port_.link_per_bit + port_.laser_per_bit) * static_cast<double>(sent_.count() * 8);
}

}  // namespace jacquard::systemc
