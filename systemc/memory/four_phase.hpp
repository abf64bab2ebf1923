// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <queue>
#include <systemc>
#include <tlm>
#include <vector>

#include "systemc/kernel/slots.hpp"
#include "systemc/memory/controllers.hpp"
#include "systemc/memory/latencies.hpp"

namespace jacquard::systemc {

// The base protocol's four phases around the controllers of a memory. An initiator has one
// BEGIN_REQ without END_REQ and one BEGIN_RESP without END_RESP at a time, as IEEE 1666 asks
// (request and response exclusion).
class FourPhase {
 public:
  // Says a phase to an initiator.
  using Backward = std::function<tlm::tlm_sync_enum(int initiator, tlm::tlm_generic_payload&,
                                                    tlm::tlm_phase&, sc_core::sc_time&)>;

  FourPhase(const memory::MemoryConfig& config, Latencies& latencies, Backward backward);

  // A phase that an initiator says; requires a payload that the memory can serve and that has a
  // memory manager.
  tlm::tlm_sync_enum forward(int initiator, tlm::tlm_generic_payload& payload,
                             tlm::tlm_phase& phase, sc_core::sc_time& delay);
  // Serves an access that comes now, and waits until it is done: from a thread only.
  void block(const memory::Access& access);

  // The body of the memory's process, and what it is sensitive to.
  void proceed();
  const sc_core::sc_event& wake() const { return wake_; }

  Controllers& controllers() { return controllers_; }

 private:
  struct Transaction {
    tlm::tlm_generic_payload* payload = nullptr;
    sc_core::sc_event* blocked = nullptr;  // a caller of block() waits for it
    int initiator = -1;
    std::size_t latency = 0;
  };
  struct Initiator {
    bool requesting = false;
    tlm::tlm_generic_payload* responding = nullptr;
    std::queue<tlm::tlm_generic_payload*> finished;  // wait for their BEGIN_RESP
  };
  // A phase whose annotated delay has not passed.
  struct Annotated {
    base::Picoseconds at{0};
    std::uint64_t number = 0;
    int initiator = 0;
    tlm::tlm_generic_payload* payload = nullptr;
    bool request = true;
    bool operator>(const Annotated& o) const { return at != o.at ? at > o.at : number > o.number; }
  };

  bool begin(int initiator, tlm::tlm_generic_payload& payload);
  std::uint32_t open(Transaction transaction);
  void arrive();
  void accept(int initiator, tlm::tlm_generic_payload& payload);
  void tell(const Controllers::Reply& reply);
  void respond(int initiator);
  void responded(int initiator);
  Initiator& initiator(int index);
  void schedule();

  Controllers controllers_;
  Latencies& latencies_;
  Backward backward_;
  Slots<Transaction> transactions_;
  std::deque<Initiator> initiators_;  // stay where they are
  std::priority_queue<Annotated, std::vector<Annotated>, std::greater<>> annotated_;
  std::uint64_t annotations_ = 0;
  sc_core::sc_event wake_;
  bool running_ = false;
};

}  // namespace jacquard::systemc
