// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/lanes.hpp"

#include <algorithm>
#include <cmath>
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
  const base::Bytes before = since_;
  since_ += bytes;
  sent_ += bytes;
  count(payload, before);
  free_ = begun_ + base::transfer_time(since_, port_.rate());
  agenda_->at(free_ + port_.latency, std::move(arrived));
}

void Lanes::measure(base::Picoseconds begin, base::Picoseconds end) {
  begin_ = begin;
  end_ = end;
  whole_ = base::Bytes{0};
  cut_ = 0;
}

base::Bytes Lanes::measured() const {
  return whole_ + base::Bytes{static_cast<std::int64_t>(std::floor(cut_))};
}

// Compares positions on the lanes in bytes, as a transfer's times are rounded to picoseconds.
void Lanes::count(base::Bytes payload, base::Bytes before) {
  const auto position = [this](base::Picoseconds time) {
    return port_.peak().count() * static_cast<double>((time - begun_).count()) /
           base::kPicosecondsPerSecond;
  };
  const auto first = static_cast<double>(before.count()),
             last = static_cast<double>(since_.count());
  const double from = std::max(first, position(begin_)), to = std::min(last, position(end_));
  if (from >= to) return;
  if (from <= first && to >= last) {
    whole_ += payload;
  } else {
    cut_ += static_cast<double>(payload.count()) * (to - from) / (last - first);
  }
}

base::Joules Lanes::energy() const {
  return (port_.link_per_bit + port_.laser_per_bit) * static_cast<double>(sent_.count() * 8);
}

}  // namespace jacquard::systemc
