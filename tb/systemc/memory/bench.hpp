// SPDX-License-Identifier: Apache-2.0
// Initiators in a test's hands, and what they see.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/memory/memory.hpp"
#include "systemc/memory/memory_port.hpp"
#include "systemc/memory/payload.hpp"
#include "systemc/memory/payload_pool.hpp"

namespace jacquard::systemc {

struct Seen {
  std::string phase;
  std::uint64_t address;
  base::Picoseconds at;
  friend bool operator==(const Seen& a, const Seen& b) {
    return a.phase == b.phase && a.address == b.address && a.at == b.at;
  }
};

inline std::ostream& operator<<(std::ostream& out, const Seen& s) {
  return out << s.phase << " " << s.address << " at " << s.at.count();
}

// Says BEGIN_REQ where a test tells it to, and END_RESP `answer_after` a BEGIN_RESP (0: by its
// return value), and writes down what it hears.
class Recorder : public sc_core::sc_module {
 public:
  Recorder(const sc_core::sc_module_name& name, base::Picoseconds answer_after)
      : sc_module(name), socket("socket"), answer_after_(answer_after) {
    socket.register_nb_transport_bw(this, &Recorder::nb_transport_bw);
    SC_HAS_PROCESS(Recorder);
    SC_METHOD(answer);
    sensitive << answer_;
    dont_initialize();
  }

  tlm_utils::simple_initiator_socket<Recorder> socket;
  std::vector<Seen> seen;
  std::function<void()> accepted = [] {};  // called at each END_REQ that was withheld

  tlm::tlm_sync_enum begin(const memory::Access& access,
                           base::Picoseconds delay = base::Picoseconds{0}) {
    tlm::tlm_generic_payload& payload = pool_.take();
    set_access(access, payload);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time wait = kernel_time(delay);
    const tlm::tlm_sync_enum sync = socket->nb_transport_fw(payload, phase, wait);
    if (sync == tlm::TLM_UPDATED) note(phase, payload);
    return sync;
  }

  // Of this phase, in the order they came.
  std::vector<Seen> of(const std::string& phase) const {
    std::vector<Seen> some;
    for (const Seen& s : seen) {
      if (s.phase == phase) some.push_back(s);
    }
    return some;
  }
  std::size_t payloads() const { return pool_.allocated(); }

 private:
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time&) {
    note(phase, payload);
    if (phase != tlm::BEGIN_RESP) {
      accepted();
      return tlm::TLM_ACCEPTED;
    }
    if (answer_after_.count() == 0) {
      payload.release();
      return tlm::TLM_COMPLETED;
    }
    responses_.push_back(&payload);
    answer_.notify(kernel_time(answer_after_));
    return tlm::TLM_ACCEPTED;
  }
  void answer() {
    tlm::tlm_generic_payload& payload = *responses_.front();
    responses_.pop_front();
    tlm::tlm_phase phase = tlm::END_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->nb_transport_fw(payload, phase, delay);
    payload.release();
  }
  void note(const tlm::tlm_phase& phase, const tlm::tlm_generic_payload& payload) {
    seen.push_back({phase.get_name(), payload.get_address(), now()});
  }

  base::Picoseconds answer_after_;
  PayloadPool<tlm::tlm_generic_payload> pool_;
  std::deque<tlm::tlm_generic_payload*> responses_;
  sc_core::sc_event answer_;
};

// From here on accesses may be made, between two sc_start() or within one.
inline void elaborate() {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_NO_SC_START_ACTIVITY_,
                                          sc_core::SC_DO_NOTHING);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
}

// One pseudo-channel of HBM3E-9200.
inline memory::MemoryConfig hbm(memory::Fidelity fidelity = memory::Fidelity::at) {
  memory::MemoryConfig config;
  config.fidelity = fidelity;
  return config;
}

// Command clocks of HBM3E-9200, 9.2 Gb/s with 4 bits each, to the nearest picosecond.
inline base::Picoseconds hbm_clocks(std::int64_t count) {
  return base::Picoseconds{(count * 2 * 1'000'000 / 2'300 + 1) / 2};
}

inline memory::Access read_of(std::uint64_t address, std::int64_t bytes) {
  return {address, base::Bytes{bytes}, memory::Direction::read};
}
inline memory::Access write_of(std::uint64_t address, std::int64_t bytes) {
  return {address, base::Bytes{bytes}, memory::Direction::write};
}

}  // namespace jacquard::systemc
