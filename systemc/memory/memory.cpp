// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/memory.hpp"

#include "jacquard/base/error.hpp"
#include "jacquard/memory/address_map.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/memory/booked.hpp"
#include "systemc/memory/latencies.hpp"
#include "systemc/memory/payload.hpp"

namespace jacquard::systemc {

using base::Bytes;
using base::Picoseconds;
using tlm::tlm_generic_payload;

struct Memory::Impl {
  Bytes capacity{0};
  std::unique_ptr<Booked> booked;
  Latencies latencies;

  // When the access will have ended; sets the response.
  Picoseconds serve(tlm_generic_payload& payload, Picoseconds at) {
    const tlm::tlm_response_status status = status_of(payload, capacity);
    payload.set_response_status(status);
    payload.set_dmi_allowed(false);
    if (status != tlm::TLM_OK_RESPONSE) return at;
    const Picoseconds end = booked->book(access_of(payload), at);
    latencies.end(latencies.begin(at), end);
    return end;
  }
};

Memory::Memory(const sc_core::sc_module_name& name, const memory::MemoryConfig& config)
    : sc_module(name), socket("socket"), impl_(std::make_unique<Impl>()) {
  const config::Place place{"memory", ""};
  memory::require_consistent(config, place);
  const memory::AddressMap map(config.organisation, config.controller.mapping,
                               place / "controller" / "mapping");
  impl_->capacity = map.capacity();
  impl_->booked = make_booked(config);
  socket.register_nb_transport_fw(this, &Memory::nb_transport_fw);
  socket.register_b_transport(this, &Memory::b_transport);
  socket.register_transport_dbg(this, &Memory::transport_dbg);
  socket.register_get_direct_mem_ptr(this, &Memory::get_direct_mem_ptr);
}

Memory::~Memory() = default;

Bytes Memory::capacity() const { return impl_->capacity; }

memory::Figures Memory::figures() const {
  memory::Figures figures = impl_->booked->figures(now());
  figures.latencies = impl_->latencies.until(now());
  return figures;
}

tlm::tlm_sync_enum Memory::nb_transport_fw(int, tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                           sc_core::sc_time& delay) {
  JQ_CHECK(phase == tlm::BEGIN_REQ, "what is completed at once has no further phase");
  const Picoseconds at = now() + Picoseconds{delay.value()};
  delay = until(impl_->serve(payload, at));
  return tlm::TLM_COMPLETED;
}

void Memory::b_transport(int, tlm_generic_payload& payload, sc_core::sc_time& delay) {
  delay = until(impl_->serve(payload, now() + Picoseconds{delay.value()}));
}

unsigned Memory::transport_dbg(int, tlm_generic_payload& payload) {
  payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
  return 0;
}

// No pointer to any address, for reading or writing.
bool Memory::get_direct_mem_ptr(int, tlm_generic_payload&, tlm::tlm_dmi& dmi) {
  dmi.init();
  dmi.set_start_address(0);
  dmi.set_end_address(~sc_dt::uint64{0});
  dmi.allow_none();
  return false;
}

}  // namespace jacquard::systemc
