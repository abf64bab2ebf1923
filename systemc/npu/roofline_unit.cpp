// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/roofline_unit.hpp"

#include <algorithm>
#include <utility>

#include "jacquard/base/error.hpp"

namespace jacquard::systemc {

RooflineUnit::RooflineUnit(const sc_core::sc_module_name& name, const NicConfig& config,
                           const memory::MemoryConfig& memory, Agenda& agenda)
    : sc_core::sc_module(name),
      access_(std::min(config.packet, memory.organisation.capacity).count()),
      capacity_(memory.organisation.capacity.count() / access_ * memory.organisation.channels *
                access_),
      outstanding_(config.outstanding * 4),  // as many as all links of an NPU
      agenda_(agenda),
      port_("port", memory.fidelity, outstanding_) {}

void RooflineUnit::run(base::Picoseconds at_peak, base::Bytes bytes, Done done) {
  JQ_CHECK(!computing_ && in_flight_ == 0, "a unit computes one operation at a time");
  done_ = std::move(done);
  left_ = bytes;
  computing_ = true;
  agenda_.after(at_peak, [this] {
    computing_ = false;
    part_over();
  });
  read();
}

void RooflineUnit::read() {
  while (left_.count() > 0 && in_flight_ < outstanding_) {
    const base::Bytes bytes{std::min(left_.count(), access_)};
    left_ -= bytes;
    ++in_flight_;
    port_.submit({static_cast<std::uint64_t>(next_), bytes, memory::Direction::read}, [this] {
      --in_flight_;
      read();
      part_over();
    });
    next_ = (next_ + access_) % capacity_;
  }
}

void RooflineUnit::part_over() {
  if (computing_ || in_flight_ > 0 || left_.count() > 0) return;
  const Done done = std::exchange(done_, nullptr);
  done();
}

}  // namespace jacquard::systemc
