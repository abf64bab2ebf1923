// SPDX-License-Identifier: Apache-2.0
// A memory of one or many DRAM channels behind a TLM-2.0 socket.
#pragma once

#include <tlm_utils/multi_passthrough_target_socket.h>

#include <memory>
#include <systemc>

#include "jacquard/memory/figures.hpp"
#include "jacquard/memory/memory_config.hpp"

namespace jacquard::systemc {

// Spreads accesses over its channels by the mapping of its controllers and splits them into bursts.
// AT: the four phases of the base protocol; END_REQ is withheld while the queues have no room. LT:
// b_transport, which returns the delay until the last byte. A command or byte enable that a memory
// has no use for, and an address beyond its end, get TLM's error responses.
class Memory : public sc_core::sc_module {
 public:
  // Throws ConfigError as memory::require_consistent() does.
  Memory(const sc_core::sc_module_name& name, const memory::MemoryConfig& config);
  ~Memory() override;

  tlm_utils::multi_passthrough_target_socket<Memory> socket;

  base::Bytes capacity() const;
  // What it did until now.
  memory::Figures figures() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace jacquard::systemc
