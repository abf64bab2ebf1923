// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "systemc/circuit/framing.hpp"
#include "systemc/fabric/fabric.hpp"
#include "systemc/rotor/port_queues.hpp"
#include "systemc/rotor/rotor_clock.hpp"
#include "systemc/rotor/rotor_fabric.hpp"

namespace jacquard::systemc {

// One run of rotors. Events of one instant come in this order: changes of switches, arrivals,
// starts of flows, links that are free again; of one kind by link or flow.
class RotorRun {
 public:
  // `framing`: of a link. `most_relayed`: payload that a port takes to send on to one destination.
  RotorRun(const RotorConfig& config, const RotorClock& clock, const Framing& framing,
           base::Picoseconds link_delay, std::int64_t most_relayed,
           base::Span<const demand::Flow> flows);

  void go();
  base::Picoseconds completion() const { return completion_; }
  const std::vector<base::Picoseconds>& finish() const { return finish_; }  // of each flow
  std::int64_t events() const { return events_; }
  RotorFigures figures() const;
  struct Link {
    base::Bytes bytes{0};  // on the wire
    base::Picoseconds busy{0};
  };
  const std::vector<Link>& used() const { return used_; }  // by port, then switch

 private:
  enum class Kind : std::uint8_t { change, arrival, start, free };
  struct Event {
    base::Picoseconds at;
    Kind kind;
    int which;  // link, or flow
  };
  struct Later {
    bool operator()(const Event& a, const Event& b) const;
  };
  struct Wire {
    std::deque<RotorPacket> shorts;                     // to be sent
    std::deque<std::pair<int, RotorPacket>> under_way;  // to a port
    bool busy = false;
    int turn = 0;  // the destination looked at first when it sends for others
  };

  int link(int port, int which) const { return port * clock_.switches() + which; }
  Wire& wire(int port, int which) { return wires_[static_cast<std::size_t>(link(port, which))]; }
  void change();
  void start(int flow);
  void arrive(int link);
  void deliver(const RotorPacket& packet);
  void route(int port, RotorPacket packet);
  void wake(int port);
  void send(int port, int which);
  std::optional<RotorPacket> next_packet(int port, int which, int peer, base::Picoseconds room);
  std::optional<RotorPacket> for_others(int port, int which, int peer);
  bool fits(std::int64_t bytes, base::Picoseconds room) const {
    return framing_.time(bytes) <= room;
  }

  const RotorConfig& config_;
  const RotorClock& clock_;
  Framing framing_;
  base::Picoseconds flight_;
  base::Span<const demand::Flow> flows_;
  std::int64_t most_relayed_;
  std::vector<PortQueues> ports_;
  std::vector<Wire> wires_;
  std::vector<Link> used_;
  std::priority_queue<Event, std::vector<Event>, Later> agenda_;
  base::Picoseconds now_{0};
  std::int64_t slice_ = -1;
  std::vector<base::Picoseconds> finish_;
  std::vector<std::int64_t> received_, expected_;  // bytes of each flow; the byte after the latest
  std::int64_t unfinished_ = 0, events_ = 0;
  base::Picoseconds completion_{0};
  RotorFigures figures_;
};

}  // namespace jacquard::systemc
