// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/module_target.hpp"

#include "jacquard/base/error.hpp"
#include "systemc/memory/payload.hpp"

namespace jacquard::systemc {

ModuleTarget::ModuleTarget(const sc_core::sc_module_name& name, const ModuleConfig& config,
                           std::uint64_t seed)
    : sc_module(name), socket("socket"), module_("module", config, seed) {
  socket.register_nb_transport_fw(this, &ModuleTarget::take);
}

tlm::tlm_sync_enum ModuleTarget::take(int initiator, tlm::tlm_generic_payload& payload,
                                      tlm::tlm_phase& phase, sc_core::sc_time&) {
  JQ_CHECK(phase == tlm::BEGIN_REQ, "an answered access has no further phase");
  payload.set_response_status(status_of(payload, module_.memory().capacity()));
  if (!payload.is_response_ok()) return tlm::TLM_COMPLETED;
  module_.ask(access_of(payload), [this, initiator, &payload] {
    tlm::tlm_phase answer = tlm::BEGIN_RESP;
    sc_core::sc_time now = sc_core::SC_ZERO_TIME;
    socket[initiator]->nb_transport_bw(payload, answer, now);
  });
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

}  // namespace jacquard::systemc
