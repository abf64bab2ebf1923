// SPDX-License-Identifier: Apache-2.0
// A memory of one or many DRAM channels behind a TLM-2.0 socket.
#pragma once

#include <tlm_utils/multi_passthrough_target_socket.h>

#include <functional>
#include <memory>
#include <systemc>

#include "jacquard/memory/access.hpp"
#include "jacquard/memory/command.hpp"
#include "jacquard/memory/figures.hpp"
#include "jacquard/memory/memory_config.hpp"

namespace jacquard::systemc {

// Spreads accesses over its channels by the mapping of its controllers and splits them into bursts.
// AT: the four phases of the base protocol; END_REQ is withheld while the queues have no room. LT
// and ideal: b_transport, which adds the time until the last byte to its delay. A command or byte
// enable that a memory has no use for, and an address beyond its end, get TLM's error responses. A
// memory keeps no data: transport_dbg moves none, and there is no pointer to ask for.
class Memory : public sc_core::sc_module {
 public:
  // Throws ConfigError as memory::require_consistent() does.
  Memory(const sc_core::sc_module_name& name, const memory::MemoryConfig& config);
  ~Memory() override;

  tlm_utils::multi_passthrough_target_socket<Memory> socket;

  base::Bytes capacity() const;
  // Hears each access as it enters, and which of the socket's initiators asked for it. One at most.
  using Tap = std::function<void(int initiator, const memory::Access&)>;
  void tap(Tap tap);
  // What it did until now. A latency lasts from an access's BEGIN_REQ.
  memory::Figures figures() const;
  // Fidelity at: hears every command of every channel. Requires that nothing was asked for yet.
  using Observer = std::function<void(int channel, const memory::Command&)>;
  void observe(const Observer& observer);

 private:
  struct Impl;

  tlm::tlm_sync_enum nb_transport_fw(int initiator, tlm::tlm_generic_payload& payload,
                                     tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void b_transport(int initiator, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(int initiator, tlm::tlm_generic_payload& payload);
  void proceed();
  bool get_direct_mem_ptr(int initiator, tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi);

  std::unique_ptr<Impl> impl_;
};

}  // namespace jacquard::systemc
