// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <systemc>

#include "jacquard/memory/memory_config.hpp"
#include "systemc/memory/memory_port.hpp"
#include "systemc/npu/nic_config.hpp"
#include "systemc/npu/packet.hpp"

namespace jacquard::systemc {

// The receiving half of a link's controller: packets wait in its buffer until memory has taken them
// in, and only then may the sender fill their place.
class LinkReceiver final : public sc_core::sc_module {
 public:
  // What becomes of a message: it is written, or added to what is there packet by packet, so many
  // bytes further on than it was read.
  struct Landing {
    bool add = false;
    std::uint64_t offset = 0;
  };
  struct Host {
    std::function<Landing(std::int64_t message)> landing;
    // Bytes of a message are in memory.
    std::function<void(std::int64_t message, base::Bytes bytes)> landed;
    // So much of the buffer is free again.
    std::function<void(base::Bytes bytes)> freed;
  };
  LinkReceiver(const sc_core::sc_module_name& name, const NicConfig& config,
               memory::Fidelity fidelity, Host host);

  // The last bit of a packet has just come in.
  void arrive(const NpuPacket& packet);

  MemoryPort& port() { return port_; }
  base::Bytes largest_fill() const { return largest_; }

 private:
  void store(const NpuPacket& packet, std::uint64_t offset);
  void done(const NpuPacket& packet);

  Host host_;
  MemoryPort port_;
  base::Bytes held_{0};
  base::Bytes largest_{0};
};

}  // namespace jacquard::systemc
