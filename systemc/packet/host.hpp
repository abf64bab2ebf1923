// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "systemc/packet/medium.hpp"
#include "systemc/packet/packet.hpp"
#include "systemc/packet/packet_fabric.hpp"
#include "systemc/packet/rate_machine.hpp"
#include "systemc/packet/ring.hpp"

namespace jacquard::systemc {

// One flow where it is sent.
struct Sender {
  std::int64_t size = 0;  // bytes
  std::uint32_t packets = 0;
  std::uint32_t next = 0;      // packet to send next
  std::uint32_t acked = 0;     // packets before it have arrived
  std::uint32_t position = 0;  // among the host's flows
  Ps available = 0;            // its rate allows the next packet then
  Ps gap = 0;                  // from one full packet to the next
  std::int64_t window = 0;     // bytes; 0: none
  Ps progress = 0;             // when `acked` last rose, or sending began
  bool watched = false;        // a retransmission timer runs
  int timeouts = 0;            // in a row; each doubles the time to the next
  RateMachine rate;

  bool done() const { return acked == packets; }
};

// And where it is received.
struct Receiver {
  std::uint32_t packets = 0;
  std::uint32_t expected = 0;  // packet that comes next
  std::uint32_t nacked = 0;    // `expected` of the last NACK
  Ps nack_again = 0;           // it may be repeated then
  Ps cnp_again = 0;            // the next CNP may be sent then
  Ps finish = kNever;
};

struct HostCounts {
  std::int64_t events = 0;
  std::int64_t sent = 0;       // bytes of payload, each time they are sent
  std::int64_t delivered = 0;  // packets, each once: in order, but for those that are early
  std::int64_t early = 0;      // of them, before one sent sooner; where packets overtake each other
  std::int64_t marked = 0;     // of them
  std::int64_t returns = 0;    // of senders to a packet they had sent before
  std::int64_t rate_cuts = 0;
  Ps first_cut = kNever;
};

// A host's NIC: sends its ACKs first, then its flows in turn as their rates allow, and receives.
//
// Which of several flows sends next, and when a NIC whose flows all wait looks again, follow the
// ns-3 RDMA line to the letter, down to its habits: it looks again at the earliest time a flow had
// when it found none, even if another flow becomes available sooner, unless an ACK comes.
//
// What falls on one instant happens in this order: rate timers, flow starts, arrivals, sending.
class Host {
 public:
  Host(Medium& medium, std::vector<Sender>& senders, std::vector<Receiver>& receivers, int port,
       bool keep_rate_changes);

  void add_flow(std::uint32_t flow, Ps start);  // not before what has been run

  // Does everything before `until`.
  void run(Ps until);
  // When it has something to do next, timers of rates apart: by themselves they move no packet.
  Ps next() const;
  bool has_before(Ps until) const { return next() < until || rate_at_ < until; }

  const HostCounts& counts() const { return counts_; }
  const std::vector<RateChange>& rate_changes() const { return rate_changes_; }
  bool paused() const { return paused_; }
  Ps last() const { return last_; }  // when something happened last

 private:
  enum class TimerKind : std::uint32_t { start, retransmit };
  struct Timer {
    Ps at;
    TimerKind kind;
    std::uint32_t flow;
    bool operator>(const Timer& o) const;
  };
  struct RateTimer {
    Ps at;
    std::uint32_t flow;
    bool operator>(const RateTimer& o) const { return at != o.at ? at > o.at : flow > o.flow; }
  };

  void receive(Packet packet, Ps now);
  void receive_data(Packet packet, Ps now);
  void finish(std::uint32_t flow, Ps now);
  void receive_early(Packet packet, Receiver& receiver, Ps now);
  void receive_ack(Packet packet, Ps now);
  void answer(PacketKind kind, Packet packet, Receiver& receiver, Ps now);
  void set_paused(bool paused, Ps now);

  void try_to_send(Ps now);
  void send_next(Ps now);
  bool find_flow(Ps now, std::size_t& position);
  bool find_flow_and_forget_finished(Ps now, std::size_t& position);
  bool is_sendable(std::size_t position, Ps now) const;
  bool is_window_full(const Sender& sender) const;
  void send_data(std::size_t position, Ps now);
  void put_on_link(Packet packet, Ps now);
  void wait_for_rates(Ps now);

  void start_flow(std::uint32_t flow, Ps now);
  void go_back(Sender& sender);
  void run_timer(Ps now);
  void retransmit_timeout(std::uint32_t flow, Ps now);
  void add_timer(Ps at, TimerKind kind, std::uint32_t flow);

  void run_rate_timer(Ps now);
  void rate_timer_moved(std::uint32_t flow, Ps before);
  void rate_changed(std::uint32_t flow, RateMachine::Change change, Ps now);
  std::int64_t bytes_before(const Sender& sender, std::uint32_t packet) const;

  Medium& medium_;
  std::vector<Sender>& senders_;
  std::vector<Receiver>& receivers_;
  Wire& uplink_;
  Wire& downlink_;
  bool keep_rate_changes_;

  Ps wake_ = kNever;       // look for something to send then
  Ps free_at_ = -1;        // the uplink is busy up to and including this instant
  Ps next_send_ = kNever;  // pending look of a NIC whose flows all wait
  bool paused_ = false;
  Ps paused_since_ = 0;
  Ring<Packet> acks_;

  // The flows that have started and that the NIC has not yet forgotten, by position.
  std::vector<std::uint32_t> flows_;
  std::vector<Ps> available_;  // kNever if nothing is left to send
  std::size_t last_served_ = 0;
  int finished_ = 0;  // among them

  std::vector<Timer> timers_;  // heaps, earliest first
  std::vector<RateTimer> rate_timers_;
  Ps timer_at_ = kNever;
  Ps rate_at_ = kNever;

  Ps last_ = 0;
  HostCounts counts_;
  std::vector<RateChange> rate_changes_;
};

}  // namespace jacquard::systemc
