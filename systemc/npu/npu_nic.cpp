// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/npu_nic.hpp"

#include <fmt/format.h>

#include <utility>

namespace jacquard::systemc {

NpuNic::NpuNic(const sc_core::sc_module_name& name, const NicConfig& config,
               memory::Fidelity fidelity, Memory& memory, Agenda& agenda)
    : sc_core::sc_module(name),
      config_(config),
      fidelity_(fidelity),
      memory_(memory),
      agenda_(agenda),
      adder_("adder", config, fidelity) {
  adder_.port().socket.bind(memory.socket);
}

void NpuNic::join(const LinkOut& out, const LinkSender::Link& link, NpuNic& far,
                  const Landing& landing) {
  const std::string label = fmt::format("{}_{}_{}", basename(), out.dimension, out.way);
  std::unique_ptr<LinkSender>& sender = senders_[out];
  LinkReceiver::Host host{landing.decide, landing.done,
                          [&sender](base::Bytes bytes) { sender->freed(bytes); }};
  far.receivers_.push_back(std::make_unique<LinkReceiver>(("from_" + label).c_str(), far.config_,
                                                          far.fidelity_, std::move(host)));
  LinkReceiver& receiver = *far.receivers_.back();
  receiver.port().socket.bind(far.memory_.socket);
  sender = std::make_unique<LinkSender>(
      ("to_" + label).c_str(), config_, link, fidelity_, agenda_,
      [&receiver](const NpuPacket& packet) { receiver.arrive(packet); });
  sender->port().socket.bind(memory_.socket);
}

}  // namespace jacquard::systemc
