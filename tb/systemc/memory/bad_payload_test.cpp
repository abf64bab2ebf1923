// SPDX-License-Identifier: Apache-2.0
// What a memory has no use for gets TLM's error responses, whatever the fidelity.
#include <catch2/catch.hpp>
#include <functional>

#include "jacquard/base/error.hpp"
#include "systemc/memory/bench.hpp"

namespace jacquard::systemc {
namespace {

using memory::Fidelity;
using tlm::tlm_generic_payload;
using tlm::tlm_response_status;

// The response to 32 bytes read from address 0, after `change`.
tlm_response_status response(Fidelity fidelity, bool blocking,
                             const std::function<void(tlm_generic_payload&, Memory&)>& change) {
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  Memory memory("memory", hbm(fidelity));
  Recorder recorder("recorder", base::Picoseconds{0});
  recorder.socket.bind(memory.socket);
  elaborate();
  tlm_generic_payload payload;
  set_access(read_of(0, 32), payload);
  change(payload, memory);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  if (blocking) {
    recorder.socket->b_transport(payload, delay);
  } else {
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    CHECK(recorder.socket->nb_transport_fw(payload, phase, delay) == tlm::TLM_COMPLETED);
  }
  CHECK(delay == sc_core::SC_ZERO_TIME);
  CHECK(memory.figures().read.count() == 0);
  return payload.get_response_status();
}

struct Case {
  const char* what;
  tlm_response_status expected;
  std::function<void(tlm_generic_payload&, Memory&)> change;
};

std::vector<Case> cases() {
  return {
      {"no command", tlm::TLM_COMMAND_ERROR_RESPONSE,
       [](auto& p, auto&) { p.set_command(tlm::TLM_IGNORE_COMMAND); }},
      {"byte enables", tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE,
       [](auto& p, auto&) {
         static unsigned char enable = 0xff;
         p.set_byte_enable_ptr(&enable);
       }},
      {"a streaming width below the length", tlm::TLM_BURST_ERROR_RESPONSE,
       [](auto& p, auto&) { p.set_streaming_width(16); }},
      {"no byte", tlm::TLM_BURST_ERROR_RESPONSE, [](auto& p, auto&) { p.set_data_length(0); }},
      {"an address beyond the end", tlm::TLM_ADDRESS_ERROR_RESPONSE,
       [](auto& p, Memory& m) {
         p.set_address(static_cast<std::uint64_t>(m.capacity().count()) - 31);
       }},
      {"an address near 2^64", tlm::TLM_ADDRESS_ERROR_RESPONSE,
       [](auto& p, auto&) { p.set_address(~std::uint64_t{0} - 3); }},
  };
}

}  // namespace

TEST_CASE("A payload that a memory cannot serve gets the error response of its fault") {
  for (const Fidelity fidelity : {Fidelity::at, Fidelity::ideal}) {
    for (const bool blocking : {false, true}) {
      for (const Case& c : cases()) {
        INFO(c.what);
        CHECK(response(fidelity, blocking, c.change) == c.expected);
      }
    }
  }
}

TEST_CASE("A memory gives no pointer to its data and moves none for debuggers") {
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  Memory memory("memory", hbm());
  Recorder recorder("recorder", base::Picoseconds{0});
  recorder.socket.bind(memory.socket);
  elaborate();
  tlm_generic_payload payload;
  set_access(read_of(0, 32), payload);
  tlm::tlm_dmi dmi;
  CHECK_FALSE(recorder.socket->get_direct_mem_ptr(payload, dmi));
  CHECK(dmi.is_none_allowed());
  CHECK(dmi.get_end_address() == ~sc_dt::uint64{0});
  CHECK(recorder.socket->transport_dbg(payload) == 0);
  CHECK(payload.is_response_error());
}

TEST_CASE("A memory that contradicts itself is refused when it is built") {
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  memory::MemoryConfig none = hbm();
  none.organisation.channels = 0;
  CHECK_THROWS_AS(Memory("zero", none), base::ConfigError);
  memory::MemoryConfig twice = hbm();
  twice.controller.mapping = "row-row-bank-column-group-channel";
  CHECK_THROWS_AS(Memory("twice", twice), base::ConfigError);
}

}  // namespace jacquard::systemc
