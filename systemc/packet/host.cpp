// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet/host.hpp"

#include <algorithm>
#include <functional>

#include "jacquard/base/at.hpp"

namespace jacquard::systemc {
namespace {

constexpr Ps kNackInterval = 500'000'000;  // of the same missing packet
constexpr int kMostDoublings = 16;         // of a retransmission timeout

template <class Item>
void push_heap(std::vector<Item>& heap, Item item) {
  heap.push_back(item);
  std::push_heap(heap.begin(), heap.end(), std::greater<>());
}

template <class Item>
Item pop_heap(std::vector<Item>& heap) {
  std::pop_heap(heap.begin(), heap.end(), std::greater<>());
  const Item item = heap.back();
  heap.pop_back();
  return item;
}

template <class Item>
Ps earliest(const std::vector<Item>& heap) {
  return heap.empty() ? kNever : heap.front().at;
}

}  // namespace

bool Host::Timer::operator>(const Timer& o) const {
  if (at != o.at) return at > o.at;
  return kind != o.kind ? kind > o.kind : flow > o.flow;
}

Host::Host(Medium& medium, std::vector<Sender>& senders, std::vector<Receiver>& receivers, int port,
           bool keep_rate_changes)
    : medium_(medium),
      senders_(senders),
      receivers_(receivers),
      uplink_(base::at(medium.uplinks, port)),
      downlink_(base::at(medium.downlinks, port)),
      keep_rate_changes_(keep_rate_changes) {}

void Host::add_flow(std::uint32_t flow, Ps start) { add_timer(start, TimerKind::start, flow); }

Ps Host::next() const {
  const Ps arrival = downlink_.packets.empty() ? kNever : downlink_.packets.front().arrival;
  return std::min({arrival, wake_, timer_at_});
}

void Host::run(Ps until) {
  for (;;) {
    const Ps arrival = downlink_.packets.empty() ? kNever : downlink_.packets.front().arrival;
    const Ps packet = std::min(arrival, wake_);
    const Ps timer = std::min(timer_at_, rate_at_);
    const Ps now = std::min(packet, timer);
    if (now >= until) return;
    ++counts_.events;
    last_ = now;
    if (timer == now) {
      rate_at_ == now ? run_rate_timer(now) : run_timer(now);
    } else if (arrival == now) {
      receive(downlink_.packets.pop().packet, now);
    } else {
      if (now == next_send_) next_send_ = kNever;
      send_next(now);
    }
  }
}

// --- receiving

void Host::receive(Packet packet, Ps now) {
  switch (packet.kind()) {
    case PacketKind::data:
    case PacketKind::tail:
      return receive_data(packet, now);
    case PacketKind::ack:
    case PacketKind::nack:
      return receive_ack(packet, now);
    case PacketKind::pause:
      return set_paused(true, now);
    case PacketKind::resume:
      set_paused(false, now);
      return try_to_send(now);
  }
}

void Host::receive_data(Packet packet, Ps now) {
  Receiver& r = receivers_[packet.flow()];
  if (packet.sequence == r.expected) {
    ++r.expected;
    ++counts_.delivered;
    counts_.marked += packet.marked();
    if (!medium_.early.empty()) r.expected = medium_.early[packet.flow()].take_from(r.expected);
    if (r.expected == r.packets) finish(packet.flow(), now);
    answer(PacketKind::ack, packet, r, now);
  } else if (packet.sequence > r.expected) {
    if (!medium_.early.empty()) return receive_early(packet, r, now);
    if (now < r.nack_again && r.nacked == r.expected) return;
    r.nack_again = now + kNackInterval;
    r.nacked = r.expected;
    answer(PacketKind::nack, packet, r, now);
  } else if (medium_.parameters.retransmit_timeout.count() > 0) {
    // The ns-3 line leaves duplicates unanswered, and has no timeout that would make it matter.
    answer(PacketKind::ack, packet, r, now);
  }
}

void Host::finish(std::uint32_t flow, Ps now) {
  receivers_[flow].finish = now;
  medium_.finished.push_back(flow);
}

// Where packets overtake each other, a gap says nothing: each is placed where it belongs.
void Host::receive_early(Packet packet, Receiver& r, Ps now) {
  if (medium_.early[packet.flow()].add(packet.sequence, r.expected)) {
    ++counts_.delivered;
    ++counts_.early;
    counts_.marked += packet.marked();
  }
  answer(PacketKind::ack, packet, r, now);
}

void Host::answer(PacketKind kind, Packet packet, Receiver& r, Ps now) {
  Packet ack(kind, packet.flow(), r.expected);
  if (packet.marked() && now >= r.cnp_again) {
    ack.mark();
    r.cnp_again = now + medium_.parameters.cnp_interval.count();
  }
  acks_.push(ack);
  try_to_send(now);
}

void Host::receive_ack(Packet packet, Ps now) {
  Sender& s = senders_[packet.flow()];
  if (s.done()) return;
  if (packet.sequence > s.acked) {
    s.acked = packet.sequence;
    s.next = std::max(s.next, s.acked);
    s.progress = now;
    s.timeouts = 0;
    if (s.done()) {
      ++finished_;
      available_[s.position] = kNever;
    }
  }
  if (packet.kind() == PacketKind::nack) go_back(s);
  if (packet.marked() && !s.done() && medium_.parameters.dcqcn.enabled) {
    const Ps before = s.rate.next();
    const auto change = s.rate.congestion(medium_.parameters.dcqcn, now);
    rate_timer_moved(packet.flow(), before);
    if (change != RateMachine::Change::none) rate_changed(packet.flow(), change, now);
  }
  try_to_send(now);
}

void Host::set_paused(bool paused, Ps now) {
  if (paused && !paused_) paused_since_ = now;
  if (!paused && paused_) uplink_.paused += now - paused_since_;
  paused_ = paused;
}

// --- sending

void Host::try_to_send(Ps now) {
  if (now > free_at_) {
    send_next(now);
  } else {
    wake_ = free_at_;
  }
}

void Host::send_next(Ps now) {
  const bool acks_wait = paused_ && medium_.parameters.ack_class == AckClass::data;
  std::size_t position = 0;
  if (!acks_.empty() && !acks_wait) {
    put_on_link(acks_.pop(), now);
  } else if (find_flow(now, position)) {
    send_data(position, now);
  } else {
    wait_for_rates(now);
  }
}

bool Host::is_window_full(const Sender& s) const {
  return s.window > 0 && bytes_before(s, s.next) - bytes_before(s, s.acked) >= s.window;
}

bool Host::is_sendable(std::size_t position, Ps now) const {
  return available_[position] <= now && !is_window_full(senders_[flows_[position]]);
}

bool Host::find_flow(Ps now, std::size_t& position) {
  if (finished_ > 0) return find_flow_and_forget_finished(now, position);
  const std::size_t count = flows_.size();
  if (paused_ || count == 0) return false;
  std::size_t at = last_served_ % count;
  for (std::size_t seen = 0; seen < count; ++seen) {
    at = at + 1 == count ? 0 : at + 1;
    if (!is_sendable(at, now)) continue;
    position = at;
    return true;
  }
  return false;
}

// As find_flow(). Of the finished flows it passes on its way, the first by position and all
// finished ones behind that are taken off the list.
bool Host::find_flow_and_forget_finished(Ps now, std::size_t& position) {
  const std::size_t count = flows_.size();
  std::size_t first_finished = count;
  bool found = false;
  std::size_t at = last_served_ % count;
  for (std::size_t seen = 0; seen < count && !found; ++seen) {
    at = at + 1 == count ? 0 : at + 1;
    if (senders_[flows_[at]].done()) {
      first_finished = std::min(first_finished, at);
    } else if (!paused_ && is_sendable(at, now)) {
      position = at;
      found = true;
    }
  }
  std::size_t kept = first_finished;
  for (std::size_t i = first_finished; i < count; ++i) {
    if (senders_[flows_[i]].done()) {
      --finished_;
      continue;
    }
    if (found && i == at) position = kept;
    flows_[kept] = flows_[i];
    available_[kept] = available_[i];
    senders_[flows_[kept]].position = static_cast<std::uint32_t>(kept);
    ++kept;
  }
  flows_.resize(kept);
  available_.resize(kept);
  return found;
}

void Host::send_data(std::size_t position, Ps now) {
  const std::uint32_t flow = flows_[position];
  Sender& s = senders_[flow];
  last_served_ = position;
  const bool is_last = s.next + 1 == s.packets;
  const bool is_short = is_last && medium_.routes[flow].tail_bytes != medium_.bytes_of_kind[0];
  const Packet packet(is_short ? PacketKind::tail : PacketKind::data, flow, s.next);
  put_on_link(packet, now);
  counts_.sent += bytes_before(s, s.next + 1) - bytes_before(s, s.next);
  ++s.next;
  s.available = now + (is_short ? base::transfer_time(base::Bytes{medium_.wire_bytes(packet)},
                                                      base::BitsPerSecond{s.rate.rate()})
                                      .count()
                                : s.gap);
  available_[position] = is_last ? kNever : s.available;
  if (medium_.parameters.dcqcn.byte_counter.count() > 0) {
    const auto change = s.rate.sent(medium_.parameters.dcqcn, medium_.wire_bytes(packet));
    if (change != RateMachine::Change::none) rate_changed(flow, change, now);
  }
  if (medium_.parameters.retransmit_timeout.count() > 0 && !s.watched) {
    s.watched = true;
    s.progress = now;
    add_timer(now + medium_.parameters.retransmit_timeout.count(), TimerKind::retransmit, flow);
  }
}

void Host::put_on_link(Packet packet, Ps now) {
  free_at_ = transmit(medium_, uplink_, packet, now);
  if (next_send_ <= free_at_) next_send_ = kNever;  // it would find the link busy
  wake_ = acks_.empty() && flows_.empty() ? kNever : free_at_;
}

void Host::wait_for_rates(Ps now) {
  if (next_send_ == kNever && !available_.empty()) {
    const Ps soonest = *std::min_element(available_.begin(), available_.end());
    if (soonest > now) next_send_ = soonest;
  }
  wake_ = next_send_;
}

// --- flows

std::int64_t Host::bytes_before(const Sender& s, std::uint32_t packet) const {
  return packet == s.packets ? s.size : std::int64_t{packet} * medium_.parameters.mtu.count();
}

void Host::start_flow(std::uint32_t flow, Ps now) {
  Sender& s = senders_[flow];
  if (s.done()) {  // of no bytes
    finish(flow, now);
    return;
  }
  s.position = static_cast<std::uint32_t>(flows_.size());
  s.available = now;
  flows_.push_back(flow);
  available_.push_back(now);
  try_to_send(now);
}

void Host::go_back(Sender& s) {
  if (s.done()) return;
  counts_.returns += s.next > s.acked;
  s.next = s.acked;
  available_[s.position] = s.available;
}

void Host::add_timer(Ps at, TimerKind kind, std::uint32_t flow) {
  push_heap(timers_, Timer{at, kind, flow});
  timer_at_ = earliest(timers_);
}

void Host::run_timer(Ps now) {
  const Timer timer = pop_heap(timers_);
  timer_at_ = earliest(timers_);
  if (timer.kind == TimerKind::start) return start_flow(timer.flow, now);
  retransmit_timeout(timer.flow, now);
}

void Host::retransmit_timeout(std::uint32_t flow, Ps now) {
  Sender& s = senders_[flow];
  s.watched = !s.done();
  if (s.done()) return;
  const auto timeout = [&] {
    return medium_.parameters.retransmit_timeout.count() << std::min(s.timeouts, kMostDoublings);
  };
  if (s.progress + timeout() <= now) {
    go_back(s);
    s.progress = now;
    ++s.timeouts;
    try_to_send(now);
  }
  add_timer(s.progress + timeout(), TimerKind::retransmit, flow);
}

// --- rates

void Host::run_rate_timer(Ps now) {
  const RateTimer timer = pop_heap(rate_timers_);
  rate_at_ = earliest(rate_timers_);
  Sender& s = senders_[timer.flow];
  if (s.done() || s.rate.next() != now) {  // it has been put off since
    --counts_.events;
    return;
  }
  const auto change = s.rate.advance(medium_.parameters.dcqcn);
  rate_timer_moved(timer.flow, kNever);  // the timer is taken, even if the next is due at once
  rate_changed(timer.flow, change, now);
}

void Host::rate_timer_moved(std::uint32_t flow, Ps before) {
  const Ps at = senders_[flow].rate.next();
  if (at == before || at == kNever) return;
  push_heap(rate_timers_, RateTimer{at, flow});
  rate_at_ = earliest(rate_timers_);
}

void Host::rate_changed(std::uint32_t flow, RateMachine::Change change, Ps now) {
  Sender& s = senders_[flow];
  const base::BitsPerSecond rate{std::max<std::int64_t>(1, s.rate.rate())};
  s.gap = std::max<Ps>(1, base::transfer_time(base::Bytes{medium_.bytes_of_kind[0]}, rate).count());
  if (medium_.parameters.window == WindowKind::variable) {
    const double share = rate / medium_.parameters.rate;
    s.window = std::max<std::int64_t>(
        1, static_cast<std::int64_t>(static_cast<double>(medium_.parameters.window_size.count()) *
                                     share));
  }
  if (change == RateMachine::Change::cut) {
    ++counts_.rate_cuts;
    counts_.first_cut = std::min(counts_.first_cut, now);
  }
  if (keep_rate_changes_) {
    rate_changes_.push_back({base::Picoseconds{now}, static_cast<int>(flow),
                             base::BitsPerSecond{s.rate.target()}, rate});
  }
}

}  // namespace jacquard::systemc
