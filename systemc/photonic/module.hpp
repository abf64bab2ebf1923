// SPDX-License-Identifier: Apache-2.0
// A photonic module: an optical port to an XPU, and a memory that this XPU and others share.
#pragma once

#include <systemc>

#include "systemc/photonic/cached_memory.hpp"
#include "systemc/photonic/lanes.hpp"

namespace jacquard::systemc {

class Module : public sc_core::sc_module {
 public:
  using Done = CachedMemory::Done;

  // Throws ConfigError as require_consistent() does.
  Module(const sc_core::sc_module_name& name, const ModuleConfig& config, std::uint64_t seed);

  // An access of the XPU on the port to the module's own memory: request over the lanes, the
  // memory, response over the lanes. `done`: the XPU has the last bit of the response.
  void ask(const memory::Access& access, Done done);

  // The parts, for a switch that joins the ports of some modules with the memories of others.
  Lanes& from_xpu() { return from_xpu_; }  // requests
  Lanes& to_xpu() { return to_xpu_; }      // responses
  CachedMemory& memory() { return memory_; }
  const CachedMemory& memory() const { return memory_; }

  base::Joules port_energy() const { return from_xpu_.energy() + to_xpu_.energy(); }

 private:
  Agenda agenda_{"agenda"};
  CachedMemory memory_;
  Lanes from_xpu_;
  Lanes to_xpu_;
};

// What a request and its response carry besides headers.
inline base::Bytes request_payload(const memory::Access& access) {
  return access.direction == memory::Direction::write ? access.bytes : base::Bytes{0};
}
inline base::Bytes response_payload(const memory::Access& access) {
  return access.direction == memory::Direction::read ? access.bytes : base::Bytes{0};
}

}  // namespace jacquard::systemc
