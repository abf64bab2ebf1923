// SPDX-License-Identifier: Apache-2.0
// What an initiator holds of a memory: it submits accesses and hears when each is done, whatever
// the memory's fidelity.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>

#include "jacquard/base/units.hpp"
#include "jacquard/memory/access.hpp"
#include "jacquard/memory/memory_config.hpp"

namespace jacquard::systemc {

// What a port is bound to, whatever memory is behind it.
using MemorySocket = tlm::tlm_base_target_socket_b<>;

class MemoryPort : public sc_core::sc_module {
 public:
  // Called in simulated time when the last byte of an access has moved.
  using Done = std::function<void()>;

  // At most `outstanding` accesses are in flight; the others wait in the order they came.
  // `fidelity` is the memory's.
  MemoryPort(const sc_core::sc_module_name& name, memory::Fidelity fidelity, int outstanding);
  ~MemoryPort() override;

  tlm_utils::simple_initiator_socket<MemoryPort> socket;

  // Takes the access, which ends within the memory and has at most 2 GiB, now; never blocks. From
  // any process.
  void submit(const memory::Access& access, Done done);
  // Accesses that are not done.
  std::size_t pending() const;

  // For temporal decoupling, by fidelity lt and ideal: when an access that comes at `at`, now or
  // later, will be done. Nothing is called and nothing is in flight.
  base::Picoseconds book(const memory::Access& access, base::Picoseconds at);
  // When the last access entered the memory. An initiator that waits for it before it books the
  // next one leaves other initiators their turn.
  base::Picoseconds entered() const;

 private:
  struct Impl;

  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  void send();
  void finish_due();

  std::unique_ptr<Impl> impl_;
};

}  // namespace jacquard::systemc
