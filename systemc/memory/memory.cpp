// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/memory.hpp"

#include <utility>

#include "jacquard/base/error.hpp"
#include "jacquard/memory/address_map.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/memory/booked.hpp"
#include "systemc/memory/four_phase.hpp"
#include "systemc/memory/latencies.hpp"
#include "systemc/memory/payload.hpp"

namespace jacquard::systemc {

using base::Bytes;
using base::Picoseconds;
using tlm::tlm_generic_payload;

// One of `booked` and `phases`.
struct Memory::Impl {
  Bytes capacity{0};
  Bytes read{0}, written{0};
  Latencies latencies;
  std::unique_ptr<Booked> booked;
  std::unique_ptr<FourPhase> phases;
  Tap tap;

  // Whether the memory can serve it; sets the response if not.
  bool admit(int initiator, tlm_generic_payload& payload) {
    const tlm::tlm_response_status status = status_of(payload, capacity);
    payload.set_dmi_allowed(false);
    if (status != tlm::TLM_OK_RESPONSE) {
      payload.set_response_status(status);
      return false;
    }
    (payload.is_read() ? read : written) += Bytes{payload.get_data_length()};
    if (tap) tap(initiator, access_of(payload));
    return true;
  }

  // When an access that comes at `at` will have ended.
  Picoseconds book(tlm_generic_payload& payload, Picoseconds at) {
    const Picoseconds end = booked->book(access_of(payload), at);
    latencies.add(end - at);
    if (auto* entered = payload.get_extension<Entered>()) entered->at = booked->entered();
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
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
  socket.register_nb_transport_fw(this, &Memory::nb_transport_fw);
  socket.register_b_transport(this, &Memory::b_transport);
  socket.register_transport_dbg(this, &Memory::transport_dbg);
  socket.register_get_direct_mem_ptr(this, &Memory::get_direct_mem_ptr);
  if (config.fidelity != memory::Fidelity::at) {
    impl_->booked = make_booked(config);
    return;
  }
  impl_->phases = std::make_unique<FourPhase>(
      config, impl_->latencies,
      [this](int initiator, tlm_generic_payload& payload, tlm::tlm_phase& phase,
             sc_core::sc_time& delay) {
        return socket[initiator]->nb_transport_bw(payload, phase, delay);
      });
  SC_HAS_PROCESS(Memory);
  SC_METHOD(proceed);
  sensitive << impl_->phases->wake();
  dont_initialize();
}

Memory::~Memory() = default;

void Memory::tap(Tap tap) { impl_->tap = std::move(tap); }

Bytes Memory::capacity() const { return impl_->capacity; }

memory::Figures Memory::figures() const {
  memory::Figures figures =
      impl_->booked ? impl_->booked->figures(now()) : impl_->phases->controllers().figures(now());
  figures.read = impl_->read;
  figures.written = impl_->written;
  figures.latencies = impl_->latencies.ended();
  return figures;
}

void Memory::observe(const Observer& observer) {
  JQ_CHECK(impl_->phases != nullptr, "only fidelity at has commands");
  impl_->phases->controllers().observe(observer);
}

void Memory::proceed() { impl_->phases->proceed(); }

tlm::tlm_sync_enum Memory::nb_transport_fw(int initiator, tlm_generic_payload& payload,
                                           tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ && !impl_->admit(initiator, payload)) return tlm::TLM_COMPLETED;
  if (impl_->phases) return impl_->phases->forward(initiator, payload, phase, delay);
  JQ_CHECK(phase == tlm::BEGIN_REQ, "what is completed at once has no further phase");
  delay = until(impl_->book(payload, now() + Picoseconds{delay.value()}));
  return tlm::TLM_COMPLETED;
}

void Memory::b_transport(int initiator, tlm_generic_payload& payload, sc_core::sc_time& delay) {
  if (!impl_->admit(initiator, payload)) return;
  if (impl_->booked) {
    delay = until(impl_->book(payload, now() + Picoseconds{delay.value()}));
    return;
  }
  sc_core::wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  impl_->phases->block(access_of(payload));
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
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
