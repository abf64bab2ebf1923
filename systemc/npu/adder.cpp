// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/adder.hpp"

#include <algorithm>
#include <utility>

#include "jacquard/base/error.hpp"

namespace jacquard::systemc {

using memory::Direction;

Adder::Adder(const sc_core::sc_module_name& name, const NicConfig& config,
             memory::Fidelity fidelity)
    : sc_core::sc_module(name),
      strip_(config.packet),
      most_(config.outstanding),
      port_("port", fidelity, 2 * most_) {}

void Adder::add(const std::vector<Segment>& segments, std::uint64_t offset, Done done) {
  const auto sum = std::make_shared<Sum>();
  sum->done = std::move(done);
  for (const Segment& segment : segments) {
    for (base::Bytes from{0}; from < segment.bytes; from += strip_) {
      auto strip = std::make_shared<Strip>();
      strip->part = {segment.address + static_cast<std::uint64_t>(from.count()),
                     std::min(strip_, segment.bytes - from)};
      strip->offset = offset;
      strip->sum = sum;
      ++sum->strips_left;
      waiting_.push_back(std::move(strip));
    }
  }
  JQ_CHECK(sum->strips_left > 0, "a sum has bytes");
  begin();
}

void Adder::begin() {
  while (!waiting_.empty() && in_flight_ < most_) {
    const std::shared_ptr<Strip> strip = waiting_.front();
    waiting_.pop_front();
    ++in_flight_;
    read(strip, strip->part.address);
    read(strip, strip->part.address + strip->offset);
  }
}

void Adder::read(const std::shared_ptr<Strip>& strip, std::uint64_t address) {
  port_.submit({address, strip->part.bytes, Direction::read}, [this, strip] {
    if (--strip->reads_left == 0) write(strip);
  });
}

void Adder::write(const std::shared_ptr<Strip>& strip) {
  port_.submit({strip->part.address, strip->part.bytes, Direction::write}, [this, strip] {
    --in_flight_;
    if (--strip->sum->strips_left == 0) strip->sum->done();
    begin();
  });
}

}  // namespace jacquard::systemc
