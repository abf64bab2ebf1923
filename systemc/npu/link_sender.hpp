// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <systemc>

#include "jacquard/memory/memory_config.hpp"
#include "systemc/kernel/agenda.hpp"
#include "systemc/memory/memory_port.hpp"
#include "systemc/npu/nic_config.hpp"
#include "systemc/npu/packet.hpp"

namespace jacquard::systemc {

// The sending half of a link's controller (MeshSlice, s4.1: one controller for each link). It reads
// messages from memory ahead of the link, as far as its buffer has room. It puts their packets on
// the link in order, as far as the receiver's buffer has room.
class LinkSender final : public sc_core::sc_module {
 public:
  struct Link {
    base::BytesPerSecond rate{0};
    base::Picoseconds latency{0};
  };
  // `arrived`: the last bit of a packet is at the other end.
  LinkSender(const sc_core::sc_module_name& name, const NicConfig& config, const Link& link,
             memory::Fidelity fidelity, Agenda& agenda,
             std::function<void(const NpuPacket&)> arrived);

  // Behind the messages before it.
  void send(const NpuMessage& message);
  // The receiver has room for so much more. The news takes the link's latency to come here.
  void freed(base::Bytes bytes);

  MemoryPort& port() { return port_; }
  const Link& link() const { return link_; }
  base::Bytes sent() const { return sent_; }             // payload
  base::Picoseconds busy() const { return busy_; }       // of the link
  base::Picoseconds last_byte() const { return next_; }  // of what was sent, on the link's way

 private:
  struct Waiting {
    NpuPacket packet;
    bool read = false;
  };

  void read_ahead();
  void put_on_link();

  NicConfig config_;
  Link link_;
  Agenda& agenda_;
  std::function<void(const NpuPacket&)> arrived_;
  MemoryPort port_;
  std::deque<NpuPacket> unread_;
  std::deque<Waiting> packets_;  // being read, or ready
  std::int64_t first_ = 0;       // number of packets_.front(), of all there were
  base::Bytes room_;             // in the buffer
  base::Bytes credit_;           // room at the receiver, as far as is known here
  base::Picoseconds next_{0};    // when the link is free
  bool woken_ = false;           // for when it is
  base::Bytes sent_{0};
  base::Picoseconds busy_{0};
};

}  // namespace jacquard::systemc
