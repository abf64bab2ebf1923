// SPDX-License-Identifier: Apache-2.0
// A photonic module behind a TLM-2.0 socket, for initiators that know memories only.
#pragma once

#include <tlm_utils/multi_passthrough_target_socket.h>

#include <cstdint>
#include <systemc>

#include "systemc/photonic/module.hpp"

namespace jacquard::systemc {

// Takes accesses in the four phases of the base protocol: ports are those of fidelity `at`,
// whatever the fidelity of the module's memories. It never withholds END_REQ, as the module queues
// what comes. BEGIN_RESP follows when the response has crossed the lanes.
class ModuleTarget final : public sc_core::sc_module {
 public:
  // Throws ConfigError as Module does.
  ModuleTarget(const sc_core::sc_module_name& name, const ModuleConfig& config, std::uint64_t seed);

  static constexpr memory::Fidelity kFidelity = memory::Fidelity::at;  // of ports

  tlm_utils::multi_passthrough_target_socket<ModuleTarget> socket;

  Module& module() { return module_; }
  const Module& module() const { return module_; }

 private:
  tlm::tlm_sync_enum take(int initiator, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                          sc_core::sc_time& delay);

  Module module_;
};

}  // namespace jacquard::systemc
