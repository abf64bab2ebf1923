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
#include "systemc/packet/switching.hpp"
#include "systemc/packet/tournament.hpp"
#include "systemc/packet/window_arrivals.hpp"

namespace jacquard::systemc {

// A store-and-forward switch: output queues in shared memory, counted at the ingress. Every egress
// sends pause frames and priority ACKs before data. RED looks at the queue when a packet leaves it.
//
// What falls on one instant happens in this order: arrivals by port, then departures by port.
//
// Ports influence each other only through memory. While that is calm (see SwitchMemory), each
// egress is brought up to date when a packet comes to it, instead of in the order of time over all
// of them, and what comes in a window is sorted at once: the same result for a fraction of the
// comparisons.
//
// `Ways` knows the links at its ports, and by which one a packet goes: StarWays or TierWays.
template <class Ways>
class PacketSwitch final : public Switching {
 public:
  struct Random {
    std::uint64_t seed = 1;
    std::uint64_t first_port = 0;               // its number among those of all switches
    base::Span<const double> red_numbers = {};  // see PacketRunOptions
  };
  PacketSwitch(Medium& medium, Ways ways, const MemoryParameters& memory, const Random& random);

  void run(Ps until, bool in_order) override;
  Ps next() const override;
  Ps last() const override { return last_; }
  SwitchCounts counts() const override { return counts_; }

 private:
  struct Egress {
    explicit Egress(base::Rng random) : red(random) {}
    Ring<typename Ways::Queued> data;
    Ring<Packet> control;
    Ps free_at = -1;           // the link is busy up to and including this instant
    std::int64_t bytes = 0;    // of data
    Ps paused_since = kNever;  // by the switch it leads to; kNever: it is not
    base::Rng red;

    bool is_idle() const {
      if constexpr (Ways::kSwitchesMeet) {
        return control.empty() && (data.empty() || paused_since != kNever);
      }
      return data.empty() && control.empty();
    }
  };

  void run_calm(Ps until);
  void run_in_order(Ps until);
  void arrive(std::size_t port, Packet packet, Ps now);
  void depart(std::size_t port, Ps now);
  void depart_before(std::size_t port, Ps until);
  void send_frame(std::size_t port, PacketKind kind, Ps now);
  void depart_or_wait(std::size_t port, Ps now);
  void set_paused(std::size_t port, bool paused, Ps now);
  bool is_marked(std::size_t port);
  double red_number(Egress& egress);
  bool in_data_class(PacketKind kind) const { return base::at(in_data_class_, kind); }

  Medium& medium_;
  Ways ways_;
  SwitchMemory memory_;
  std::vector<Egress> egresses_;
  WindowArrivals arrivals_;
  Tournament order_;  // arrivals, then departures, per port
  std::int64_t most_bytes_in_window_;
  bool in_data_class_[kPacketKinds];
  base::Span<const double> red_numbers_;
  std::size_t red_numbers_used_ = 0;
  bool ordered_ = false;
  Ps last_ = 0;
  SwitchCounts counts_;
};

}  // namespace jacquard::systemc
