// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/base/span.hpp"
#include "systemc/packet/medium.hpp"
#include "systemc/packet/packet.hpp"
#include "systemc/packet/ring.hpp"
#include "systemc/packet/switch_memory.hpp"
#include "systemc/packet/tournament.hpp"

namespace jacquard::systemc {

struct SwitchCounts {
  std::int64_t events = 0;
  std::int64_t pauses = 0;
  std::int64_t drops = 0;
  std::int64_t largest_queue = 0;  // bytes of an egress
};

// A store-and-forward switch: output queues in shared memory, counted at the ingress. Every egress
// sends pause frames and priority ACKs before data. RED looks at the queue when a packet leaves it.
//
// What falls on one instant happens in this order: arrivals by port, then departures by port.
//
// Ports influence each other only through memory. While that is calm (see SwitchMemory), each
// egress is brought up to date when a packet comes to it, instead of in the order of time over all
// of them: the same result for a fraction of the comparisons.
class PacketSwitch {
 public:
  // `red_numbers`: see PacketRunOptions.
  PacketSwitch(Medium& medium, std::uint64_t seed, base::Span<const double> red_numbers = {});

  // Does everything before `until`, which is at most a lookahead after next(). `in_order`: in the
  // order of time even where that is not needed (for tests).
  void run(Ps until, bool in_order = false);
  Ps next() const;

  Ps last() const { return last_; }  // when a packet came last
  const SwitchCounts& counts() const { return counts_; }
  const SwitchMemory& memory() const { return memory_; }

 private:
  struct Egress {
    explicit Egress(base::Rng random) : red(random) {}
    Ring<Packet> data, control;
    Ps free_at = -1;         // the downlink is busy up to and including this instant
    std::int64_t bytes = 0;  // of data
    base::Rng red;

    bool empty() const { return data.empty() && control.empty(); }
  };

  void run_calm(Ps until);
  void run_in_order(Ps until);
  void arrive(std::size_t port, Packet packet, Ps now);
  void depart(std::size_t port, Ps now);
  void depart_before(std::size_t port, Ps until);
  void send_frame(std::size_t port, PacketKind kind, Ps now);
  bool is_marked(Egress& egress);
  double red_number(Egress& egress);
  bool in_data_class(PacketKind kind) const { return base::at(in_data_class_, kind); }

  Medium& medium_;
  SwitchMemory memory_;
  std::vector<Egress> egresses_;
  Tournament arrivals_;  // per port
  Tournament order_;     // arrivals, then departures, per port
  std::int64_t most_bytes_in_window_;
  bool in_data_class_[kPacketKinds];
  base::Span<const double> red_numbers_;
  std::size_t red_numbers_used_ = 0;
  double mark_slope_ = 0;  // probability per byte above kmin
  bool ordered_ = false;
  Ps last_ = 0;
  SwitchCounts counts_;
};

}  // namespace jacquard::systemc
