// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/link_reads.hpp"

#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {

LinkReads::LinkReads(const sc_core::sc_module_name& name, const LinkReadsConfig& config,
                     memory::Fidelity fidelity)
    : sc_core::sc_module(name), port("port", fidelity, config.outstanding), config_(config) {
  SC_HAS_PROCESS(LinkReads);
  SC_METHOD(act);
  sensitive << wake_;
}

void LinkReads::act() {
  if (stopped_) return;
  if (now() < due_) return wake_.notify(until(due_));
  if (port.pending() >= static_cast<std::size_t>(config_.outstanding)) return;  // woken when done
  port.submit({config_.address + offset_, config_.access, memory::Direction::read}, [this] {
    read_ += config_.access;
    if (!stopped_) wake_.notify(until(due_));
  });
  offset_ = (offset_ + static_cast<std::uint64_t>(config_.access.count())) %
            static_cast<std::uint64_t>(config_.extent.count());
  due_ = now() + base::transfer_time(config_.access, config_.rate);
  wake_.notify(until(due_));
}

}  // namespace jacquard::systemc
