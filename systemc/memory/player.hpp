// SPDX-License-Identifier: Apache-2.0
// An initiator that asks a memory for one access after the other.
#pragma once

#include <systemc>
// What follows needs it.
#include <tlm_utils/tlm_quantumkeeper.h>

#include <algorithm>
#include <cstddef>
#include <queue>
#include <vector>

#include "systemc/memory/latencies.hpp"
#include "systemc/memory/memory_port.hpp"
#include "systemc/memory/traffic.hpp"

namespace jacquard::systemc {

struct PlayerConfig {
  int outstanding = 256;
  base::Picoseconds quantum{1'000};  // quantum_among() says which
  // No access begins then or later; 0: no such limit.
  base::Picoseconds until{0};
  // An access's time is when its initiator wanted it, so waiting for the window counts as latency.
  // Otherwise it wants each as soon as the window has room.
  bool timed = false;
  bool keep = false;  // every access, for played()
};

// The quantum of one of so many initiators. A lone one may run far ahead: nobody meets its clock.
inline base::Picoseconds quantum_among(std::size_t initiators, base::Picoseconds quantum) {
  constexpr base::Picoseconds alone{100'000};
  return initiators == 1 ? std::max(quantum, alone) : quantum;
}

// One access and what became of it.
struct Played {
  memory::Access access;
  base::Picoseconds at{0};    // when it was wanted
  base::Picoseconds done{0};  // its last byte
};

// With fidelity at, accesses go through the four phases. With lt and ideal they are booked ahead of
// simulated time, which catches up once a quantum.
class Player final : public sc_core::sc_module {
 public:
  Player(const sc_core::sc_module_name& name, memory::Fidelity fidelity, const PlayerConfig& config,
         Accesses accesses);

  MemoryPort port;

  // In the order they began.
  const Latencies& latencies() const { return latencies_; }
  // Likewise, if they are kept. Requires that the simulation has ended.
  const std::vector<Played>& played() const { return played_; }

 private:
  class Keeper final : public tlm_utils::tlm_quantumkeeper {
   public:
    explicit Keeper(base::Picoseconds quantum) : quantum_(quantum) { reset(); }

   private:
    sc_core::sc_time compute_local_quantum() override;
    base::Picoseconds quantum_;
  };

  void submit_due();
  void book_ahead();
  bool may_begin(base::Picoseconds now) const;
  base::Picoseconds wanted(base::Picoseconds now) const;

  PlayerConfig config_;
  Accesses accesses_;
  std::optional<memory::TimedAccess> next_;
  Latencies latencies_;
  std::vector<Played> played_;
  int in_flight_ = 0;
  sc_core::sc_event wake_;
  Keeper keeper_;
  std::priority_queue<base::Picoseconds, std::vector<base::Picoseconds>, std::greater<>> ends_;
  base::Picoseconds last_{0};
  base::Picoseconds room_{0};  // when the window had room for the next one to be booked
};

}  // namespace jacquard::systemc
