// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/link_receiver.hpp"

#include <algorithm>
#include <utility>

namespace jacquard::systemc {

using memory::Direction;

LinkReceiver::LinkReceiver(const sc_core::sc_module_name& name, const NicConfig& config,
                           memory::Fidelity fidelity, Host host)
    : sc_core::sc_module(name),
      host_(std::move(host)),
      port_("port", fidelity, config.outstanding) {}

void LinkReceiver::arrive(const NpuPacket& packet) {
  held_ += packet.part.bytes;
  largest_ = std::max(largest_, held_);
  if (packet.part.bytes.count() == 0) {
    done(packet);
    return;
  }
  const Landing landing = host_.landing(packet.message);
  if (!landing.add) {
    store(packet, landing.offset);
    return;
  }
  port_.submit({packet.part.address + landing.offset, packet.part.bytes, Direction::read},
               [this, packet, offset = landing.offset] { store(packet, offset); });
}

void LinkReceiver::store(const NpuPacket& packet, std::uint64_t offset) {
  port_.submit({packet.part.address + offset, packet.part.bytes, Direction::write},
               [this, packet] { done(packet); });
}

void LinkReceiver::done(const NpuPacket& packet) {
  held_ -= packet.part.bytes;
  if (packet.part.bytes.count() > 0) host_.freed(packet.part.bytes);
  host_.landed(packet.message, packet.part.bytes);
}

}  // namespace jacquard::systemc
