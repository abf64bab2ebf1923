// SPDX-License-Identifier: Apache-2.0
// The event loop of faithful mode. docs/engines.md states the rules it follows and why it is fast.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "jacquard/engine/event/cast_sums.hpp"
#include "jacquard/engine/event/driver.hpp"
#include "jacquard/engine/event/limits.hpp"
#include "jacquard/engine/event/phase_queues.hpp"
#include "jacquard/engine/event/plan.hpp"
#include "jacquard/engine/event/simulation_state.hpp"
#include "jacquard/engine/event/totals.hpp"
#include "jacquard/engine/event/wiring.hpp"
#include "jacquard/engine/result.hpp"
#include "jacquard/engine/scenario.hpp"

namespace jacquard::engine {

// The way of a message through the loop is one piece of code: calls would be a third of its time.
#define JQ_HOT [[gnu::always_inline]] inline

template <Taking taking, bool disturbed, template <class> class Queue>
class Simulation final : private Stage {
 public:
  // `driver` may be null; the plan must be driven if not.
  Simulation(const Scenario& scenario, const Wiring& wiring, Plan plan, Driver* driver)
      : rules_(scenario.rules),
        stores_(scenario.rules.forwarding == Forwarding::store_and_forward),
        wiring_(wiring),
        ports_(static_cast<std::size_t>(wiring.ports())),
        plan_(std::move(plan)),
        queues_(plan_, scenario.rules, wiring.queues()),
        links_(plan_.links(wiring)),
        collectives_(plan_.graph.collectives.size(),
                     {base::Picoseconds{INT64_MAX}, base::Picoseconds{0}}),
        npu_ends_(static_cast<std::size_t>(plan_.npus), 0),
        endpoint_(scenario.rules.endpoint_delay.count()),
        driver_(driver),
        progress_(scenario.progress),
        next_report_(progress_ ? kBetweenReports : INT64_MAX) {
    if (wiring.varied()) carried_.resize(static_cast<std::size_t>(wiring.links()));
    if (disturbed) {
      latency_ = wiring.latencies(scenario.disturbance);
      slow_.factors = wiring.slowdowns(scenario.disturbance);
      endpoint_of_.assign(static_cast<std::size_t>(plan_.npus), endpoint_);
      slowdown_.assign(static_cast<std::size_t>(plan_.npus), 1.0);
    }
    start(scenario);
  }

  // False when it had to give up.
  bool run() {
    Event event;
    for (;;) {
      while (queue_.more_now()) {
        queue_.pop(event);
        handle(event);
      }
      if (events_ >= next_report_) {
        next_report_ += kBetweenReports;
        progress_(events_);
      }
      if (conflict_) return false;
      if (driver_ != nullptr && driver_->restless()) {
        driver_->settle(now());
        continue;
      }
      // All that is received at this instant has been: phases and links now see the same state
      // whatever the order of the events.
      if (queues_.any_changed()) {
        begin_phases();
      } else if (taking == Taking::in_turn && !entries_.empty()) {
        enter_links();
      } else {
        if (!queue_.pop(event)) return true;
        if (now() > kLatest) throw_late(plan_.origin);
        handle(event);
      }
    }
  }

  const std::vector<Result::Interval>& collectives() const { return collectives_; }
  const std::vector<std::int64_t>& npu_ends() const { return npu_ends_; }
  std::int64_t events() const { return events_; }
  // What each link carried, where ways are not given by the rounds alone; else none.
  const std::vector<LinkLoad>& carried() const { return carried_; }
  std::size_t units_left() const { return units_left_; }
  const Plan& plan() const { return plan_; }

 private:
  static constexpr std::int64_t kBetweenReports = std::int64_t{1} << 20;  // some 30 ms
  static constexpr std::uint64_t kLinkPassed = std::uint64_t{1} << 32;
  static constexpr auto kLatest = static_cast<std::int64_t>(kLongestRun);
  static constexpr std::uint32_t kLow = std::uint32_t{1} << Event::kShift;

  std::int64_t now() const { return static_cast<std::int64_t>(queue_.now()); }

  JQ_HOT void schedule(std::int64_t time, Event::Kind kind, std::uint32_t number,
                       std::uint32_t who) {
    queue_.push(static_cast<std::uint64_t>(time), {kind << Event::kShift | number, who});
  }

  JQ_HOT void handle(Event event) {
    ++events_;
    const std::uint32_t number = event.what & (kLow - 1);
    switch (event.what >> Event::kShift) {
      case Event::arrival:
        receive(number, event.who);
        break;
      case Event::end:
        finish_unit(number, static_cast<int>(event.who));
        break;
      case Event::eligible:
        if (plan_.units[number].queued) {
          queues_.now_eligible(number, static_cast<int>(event.who), now());
        } else {
          plan_.unit_states[plan_.units[number].base + event.who].waits = UnitState::kBegun;
          begin_phase(number, event.who);
        }
        break;
      default:
        if (number == Event::kWake) {
          driver_->woken(event.who, now());
        } else {
          entries_.push_back(event.who);
        }
    }
  }

  void start(const Scenario& scenario) {
    if (driver_ != nullptr) {
      for (std::size_t c = 0; c < plan_.graph.collectives.size(); ++c) {
        first_left_.push_back(phases_left_.size());
        phases_left_.resize(phases_left_.size() + plan_.ranks(static_cast<int>(c)), 0);
      }
    }
    std::vector<std::int64_t> delay(static_cast<std::size_t>(plan_.npus), 0);
    for (const Disturbance::Npu& npu : scenario.disturbance.npus) {
      const auto i = static_cast<std::size_t>(npu.npu);
      delay[i] = npu.start_delay.count();
      endpoint_of_[i] = std::llround(static_cast<double>(endpoint_) * npu.slowdown);
      slowdown_[i] = npu.slowdown;
    }
    for (std::size_t u = 0; u < plan_.units.size(); ++u) {
      const Unit& unit = plan_.units[u];
      for (std::uint32_t rank = 0; rank < unit.ranks; ++rank) {
        UnitState& state = plan_.unit_states[unit.base + rank];
        units_left_ += state.waits != UnitState::kAbsent;
        state.time = delay[npu(unit.collective, rank)];
        if (driver_ != nullptr && state.waits != UnitState::kAbsent) {
          ++state.waits;
          ++phases_left(unit.collective, rank);
        } else if (state.waits == 0) {
          schedule(state.time, Event::eligible, static_cast<std::uint32_t>(u), rank);
        }
      }
    }
    if (driver_ != nullptr) driver_->begin(*this);
  }

  void issue(int collective, int rank) override {
    queues_.issued(collective, now());
    for (const std::uint32_t number : plan_.units_of[idx(collective)]) {
      UnitState& state =
          plan_.unit_states[plan_.units[number].base + static_cast<std::uint32_t>(rank)];
      if (state.waits == UnitState::kAbsent) continue;
      state.time = std::max(state.time, now());
      if (--state.waits == 0) {
        schedule(state.time, Event::eligible, number, static_cast<std::uint32_t>(rank));
      }
    }
  }
  void may_choose(int collective) override { queues_.may_choose(collective); }
  void wake(std::int64_t time, std::uint32_t token) override {
    schedule(time, Event::entry, Event::kWake, token);
  }
  std::uint32_t& phases_left(int collective, std::uint32_t rank) {
    return phases_left_[first_left_[idx(collective)] + rank];
  }

  std::size_t npu(int collective, std::uint32_t rank) const {
    return static_cast<std::size_t>(plan_.npu_of(collective, static_cast<int>(rank)));
  }
  std::size_t npu(const Sending& sending, std::uint32_t rank) const {
    return sending.npus == nullptr ? rank : static_cast<std::size_t>(sending.npus[rank]);
  }

  // From a receipt to when it has taken effect.
  JQ_HOT std::int64_t lag(const Receipt& receipt, std::uint32_t round, std::uint32_t rank) const {
    std::int64_t reduction = receipt.reduction;
    if (receipt.uneven) reduction = plan_.uneven_reduction[round][rank];
    if (!disturbed) return endpoint_ + reduction;
    const std::size_t at = npu(plan_.sendings[round], rank);
    if (slowdown_[at] == 1.0) return endpoint_ + reduction;
    return endpoint_of_[at] + std::llround(static_cast<double>(reduction) * slowdown_[at]);
  }

  JQ_HOT void receive(std::uint32_t round, std::uint32_t rank) {
    const Receipt& receipt = plan_.receipts[round];
    if (receipt.told) driver_->arrived(plan_.graph.rounds[round].collective, now());
    GateState& gate = plan_.gate_states[receipt.gate_base + rank];
    if (gate.waits != 0) {
      hold(receipt.gate_base + rank, round);
      return;
    }
    const std::int64_t done = std::max(now(), gate.begin) + lag(receipt, round, rank);
    if (receipt.repeat > 1 && ++gate.received < receipt.repeat) {
      gate.begin = done;
      send(round, rank, gate.received, done);
      return;
    }
    release(receipt, round, rank, done);
    if (!opened_.empty()) pass_gates();
  }

  // The last message of a round has been received and taken in.
  void release(const Receipt& receipt, std::uint32_t round, std::uint32_t rank, std::int64_t done) {
    for (std::uint32_t i = receipt.first_release; i < receipt.last_release; ++i) {
      release_gate(plan_.releases[i], rank, done);
    }
    release_unit(receipt, rank, done);
    if (receipt.outside) release_outside(round, rank, done);
  }

  void release_gate(std::uint32_t number, std::uint32_t rank, std::int64_t time) {
    GateState& gate = plan_.gate_states[plan_.gates[number].base + rank];
    gate.begin = std::max(gate.begin, time);
    if (--gate.waits == 0) opened_.push_back({number, rank});
  }

  void release_unit(const Receipt& receipt, std::uint32_t rank, std::int64_t done) {
    UnitState& unit = plan_.unit_states[receipt.unit_base + rank];
    unit.time = std::max(unit.time, done);
    if (--unit.left == 0) schedule(unit.time, Event::end, receipt.unit, rank);
  }

  // The last byte of a message is out of its sender.
  JQ_HOT void leave(std::uint32_t round, std::uint32_t rank, std::uint32_t repetition,
                    std::int64_t time) {
    const Receipt& receipt = plan_.receipts[round];
    if (repetition + 1 == receipt.repeat) leave_last(receipt, rank, time);
  }
  [[gnu::noinline]] void leave_last(const Receipt& receipt, std::uint32_t rank, std::int64_t time) {
    release_unit(receipt, rank, time);
  }

  void release_outside(std::uint32_t round, std::uint32_t rank, std::int64_t done) {
    const int collective = plan_.graph.rounds[round].collective;
    for (const Outside& o : plan_.outside[round]) {
      int there = static_cast<int>(rank);
      if (!o.same_ranks) {
        there = plan_.rank_at(plan_.units[o.unit].collective, plan_.npu_of(collective, there));
      }
      if (there < 0 || !plan_.takes_part(plan_.units[o.unit], there)) continue;
      UnitState& unit =
          plan_.unit_states[plan_.units[o.unit].base + static_cast<std::uint32_t>(there)];
      unit.time = std::max(unit.time, done);
      if (--unit.waits == 0) {
        schedule(unit.time, Event::eligible, o.unit, static_cast<std::uint32_t>(there));
      }
    }
  }

  // What came before its receiver had begun is received when it has.
  void hold(std::uint32_t state, std::uint32_t round) {
    if (held_first_.empty()) held_first_.assign(plan_.gate_states.size(), {0, 0});
    held_.push_back({round, 0});
    const auto place = static_cast<std::uint32_t>(held_.size());  // 0: none
    auto& [first, last] = held_first_[state];
    if (first == 0) {
      first = place;
    } else {
      held_[last - 1].next = place;
    }
    last = place;
    ++holding_;
  }

  void pass_gates() {
    while (!opened_.empty()) {
      const Opened opened = opened_.back();
      opened_.pop_back();
      const Gate& gate = plan_.gates[opened.gate];
      const std::uint32_t at = gate.base + opened.rank;
      const std::int64_t begin = plan_.gate_states[at].begin;
      for (const std::uint32_t round : gate.rounds) begin_round(round, opened.rank, begin);
      if (held_first_.empty() || held_first_[at].first == 0) continue;
      std::uint32_t place = held_first_[at].first;
      held_first_[at] = {0, 0};
      while (place != 0) {
        const Held held = held_[place - 1];
        receive_held(held.round, opened.rank);
        place = held.next;
        --holding_;
      }
      if (holding_ == 0) held_.clear();
    }
  }

  void receive_held(std::uint32_t round, std::uint32_t rank) {
    const Receipt& receipt = plan_.receipts[round];
    GateState& gate = plan_.gate_states[receipt.gate_base + rank];
    const std::int64_t done = std::max(now(), gate.begin) + lag(receipt, round, rank);
    if (receipt.repeat > 1 && ++gate.received < receipt.repeat) {
      gate.begin = done;
      send(round, rank, gate.received, done);
    } else {
      release(receipt, round, rank, done);
    }
  }

  void begin_round(std::uint32_t round, std::uint32_t rank, std::int64_t ready) {
    send(round, rank, 0, ready);
    const Receipt& receipt = plan_.receipts[round];
    if (receipt.repeat == 1 || plan_.sendings[round].lane->receives(static_cast<int>(rank))) return;
    // Whoever receives nothing has nothing to wait for between repetitions.
    for (std::uint32_t k = 1; k < receipt.repeat; ++k) send(round, rank, k, ready);
  }

  JQ_HOT void send(std::uint32_t round, std::uint32_t rank, std::uint32_t repetition,
                   std::int64_t ready) {
    const Sending& sending = plan_.sendings[round];
    const int to = sending.receiver(static_cast<int>(rank));
    if (to == rounds::kNobody) return;
    if constexpr (taking == Taking::at_once) {
      take_links(sending, round, rank, static_cast<std::uint32_t>(to), repetition, ready);
    } else if (sending.lane->is_cast()) {
      put_on_way(CastSums::set_out(sending.lane->entry(to), round, repetition, to, ready), ready);
    } else {
      set_out(sending, round, rank, to, repetition, ready);
    }
  }

  std::int64_t latency(const Sending& sending, std::size_t link) const {
    return disturbed ? latency_[link] : sending.latency;
  }

  // When a message that comes at `head` may enter the link, in which it then stays for `stay`.
  JQ_HOT std::int64_t take_link(std::size_t link, std::int64_t head, std::uint64_t key,
                                std::int64_t stay) {
    std::int64_t start = head;
    if (links_.free[link] > head) {
      start = links_.free[link];
      if (start > kLatest) throw_late(plan_.origin);
      conflict_ |=
          head < links_.entered[link] || (head == links_.entered[link] && key < links_.key[link]);
    }
    links_.free[link] = start + stay;
    links_.entered[link] = head;
    links_.key[link] = key;
    return start;
  }

  JQ_HOT void take_links(const Sending& sending, std::uint32_t round, std::uint32_t rank,
                         std::uint32_t to, std::uint32_t repetition, std::int64_t ready) {
    const std::uint64_t key = key_of(round, repetition);
    if (sending.path == Lane::Path::walked) {
      walk_links(sending, round, rank, to, key, ready);
      return;
    }
    const std::int64_t own =
        sending.uneven == nullptr ? sending.serialisation : sending.uneven[rank];
    const std::size_t link =
        sending.path == Lane::Path::table
            ? static_cast<std::size_t>(sending.lane->links()[rank])
            : npu(sending, rank) * ports_ + static_cast<std::size_t>(sending.port);
    const std::int64_t stay = slow_.held(link, own);
    const std::int64_t start = take_link(link, ready, key, stay);
    leave(round, rank, repetition, start + stay);
    std::int64_t arrival = start + stay + latency(sending, link);
    if (sending.path == Lane::Path::through_switch) {
      const std::size_t down =
          npu(sending, to) * ports_ + static_cast<std::size_t>(sending.port) + 1;
      const std::int64_t tail = arrival;
      const std::int64_t head = stores_ && sending.lane->stores() ? tail : tail - stay;
      const std::int64_t out = slow_.held(down, own);
      const std::int64_t leave = take_link(down, head, key, out);
      arrival = std::max(leave + out, tail) + latency(sending, down);
    }
    schedule(arrival, Event::arrival, round, to);
  }

  // The same along a way of any length. One round's messages may meet on it at one instant.
  [[gnu::noinline]] void walk_links(const Sending& sending, std::uint32_t round, std::uint32_t rank,
                                    std::uint32_t to, std::uint64_t key, std::int64_t ready) {
    if (links_.place.empty()) links_.place.assign(links_.free.size(), 0);
    const int target = static_cast<int>(npu(sending, to));
    if (target == static_cast<int>(npu(sending, rank))) {
      leave(round, rank, repetition_of(key), ready);  // to itself
    }
    Wiring::Hop at = Wiring::Hop::from(static_cast<int>(npu(sending, rank)),
                                       plan_.first_turns[round] + repetition_of(key));
    std::int64_t head = ready;
    std::int64_t tail = ready;
    for (std::uint64_t place = rank; at.to != target || at.at_switch; place += kLinkPassed) {
      at = wiring_.next(at, target, sending.lane->channel());
      const auto link = static_cast<std::size_t>(at.link);
      const std::int64_t stay =
          slow_.held(link, plan_.stay(round, static_cast<int>(rank), at.link_class));
      conflict_ |= links_.free[link] > head && links_.entered[link] == head &&
                   links_.key[link] == key && place < links_.place[link];
      const std::int64_t start = take_link(link, head, key, stay);
      if (place == rank) leave(round, rank, repetition_of(key), start + stay);
      const std::int64_t delay = disturbed ? latency_[link] : plan_.latencies[idx(at.link_class)];
      links_.place[link] = place;
      record(round, rank, link, stay);
      tail = std::max(start + stay, tail) + delay;
      head = stores_ && at.stores ? tail : start + delay;
    }
    arrive(round, repetition_of(key), to, tail);
  }

  // The end of a message is at its receiver at that time. On ways of its own a repetition's may
  // overtake the one before: then it waits for that, as what is received is counted.
  void arrive(std::uint32_t round, std::uint32_t repetition, std::uint32_t to, std::int64_t tail) {
    if (!wiring_.varied() || plan_.receipts[round].repeat == 1) {
      schedule(tail, Event::arrival, round, to);
      return;
    }
    in_order_[std::uint64_t{round} << 32 | to].add(
        repetition, tail, [&](std::int64_t last) { schedule(last, Event::arrival, round, to); });
  }

  void record(std::uint32_t round, std::uint32_t rank, std::size_t link, std::int64_t stay) {
    if (carried_.empty()) return;
    carried_[link].busy_ps += static_cast<double>(stay);
    carried_[link].bytes += plan_.graph.rounds[round].bytes_from(static_cast<int>(rank)).count();
  }

  void set_out(const Sending& sending, std::uint32_t round, std::uint32_t rank, int to,
               std::uint32_t repetition, std::int64_t ready) {
    Transit transit;
    transit.round = round;
    transit.repetition = repetition;
    transit.from = static_cast<int>(rank);
    transit.to = to;
    transit.target = base::at(plan_.graph.collectives, plan_.graph.rounds[round].collective)
                         .npu(sending.lane->target(static_cast<int>(rank)));
    const int at = plan_.in_network(static_cast<int>(npu(sending, rank)));
    if (at == transit.target) {  // to itself: there at once
      leave(round, rank, repetition, ready);
      schedule(ready, Event::arrival, round, static_cast<std::uint32_t>(to));
      return;
    }
    transit.link = Wiring::Hop::from(at, plan_.first_turns[round] + repetition);
    transit.tail = ready;
    put_on_way(transit, ready);
  }

  void put_on_way(const Transit& transit, std::int64_t time) {
    schedule(time, Event::entry, 0, transits_.add(transit));
  }

  std::size_t link_of(const Transit& t) const {
    return static_cast<std::size_t>(plan_.simulated_link(t.link.link, wiring_.ports()));
  }

  void enter_links() {
    const auto before = [this](std::uint32_t a, std::uint32_t b) {
      return goes_before(transits_[a], transits_[b]);
    };
    if (entries_.size() > 1) std::sort(entries_.begin(), entries_.end(), before);
    entering_.swap(entries_);
    for (const std::uint32_t place : entering_) enter_link(place);
    entering_.clear();
  }

  Wiring::Hop next_link(const Transit& t) const {
    const rounds::Channel channel = plan_.sendings[t.round].lane->channel();
    return wiring_.adaptive()
               ? wiring_.next_by_load(t.link, t.target, channel, {links_.free, now()})
               : wiring_.next(t.link, t.target, channel);
  }

  // A cast's message ends its link at a receiver, or at a switch from which others go on.
  void pass_switch(std::uint32_t place, std::int64_t head) {
    const Transit t = transits_[place];
    transits_.remove(place);
    if (t.edge->node < 0) {
      arrive(t.round, t.repetition, static_cast<std::uint32_t>(t.edge->rank), t.tail);
    } else {
      sums_.pass(t, head, [this](const Transit& next, std::int64_t at) { put_on_way(next, at); });
    }
  }

  void enter_link(std::uint32_t place) {
    Transit& t = transits_[place];
    t.link = t.edge != nullptr ? CastSums::hop_of(t) : next_link(t);
    const std::size_t link = link_of(t);
    const std::int64_t stay = slow_.held(link, plan_.stay(t.round, t.from, t.link.link_class));
    const std::int64_t start = std::max(now(), links_.free[link]);
    if (start > kLatest) throw_late(plan_.origin);
    links_.free[link] = start + stay;
    const std::int64_t delay = disturbed ? latency_[link] : plan_.latencies[idx(t.link.link_class)];
    t.tail = std::max(start + stay, t.tail) + delay;
    record(t.round, static_cast<std::uint32_t>(t.from), link, stay);
    if (t.hop == 0) {
      leave(t.round, static_cast<std::uint32_t>(t.from), t.repetition, start + stay);
    }
    const std::int64_t head = stores_ && t.link.stores ? t.tail : start + delay;
    if (t.edge != nullptr) return pass_switch(place, head);
    if (!t.link.at_switch && t.link.to == t.target) {
      arrive(t.round, t.repetition, static_cast<std::uint32_t>(t.to), t.tail);
      transits_.remove(place);
      return;
    }
    ++t.hop;
    schedule(head, Event::entry, 0, place);
  }

  void begin_phases() {
    std::uint32_t unit = 0;
    int rank = 0;
    while (queues_.next(unit, rank)) begin_phase(unit, static_cast<std::uint32_t>(rank));
    if (!queues_.any_chosen()) return;
    queues_.take_chosen(chosen_);
    for (const int collective : chosen_) driver_->chosen(collective);
  }

  void begin_phase(std::uint32_t number, std::uint32_t rank) {
    const Unit& unit = plan_.units[number];
    auto& interval = collectives_[idx(unit.collective)];
    interval.begin = std::min(interval.begin, base::Picoseconds{now()}, std::less<>());
    const std::int64_t begin =
        now() + (disturbed ? endpoint_of_[npu(unit.collective, rank)] : endpoint_);
    UnitState& state = plan_.unit_states[unit.base + rank];
    state.time = begin;
    for (const std::uint32_t gate : unit.gates) release_gate(gate, rank, begin);
    pass_gates();
    if (--state.left == 0) schedule(state.time, Event::end, number, rank);
  }

  void finish_unit(std::uint32_t number, int rank) {
    const Unit& unit = plan_.units[number];
    auto& interval = collectives_[idx(unit.collective)];
    interval.end = base::Picoseconds{now()};
    npu_ends_[npu(unit.collective, static_cast<std::uint32_t>(rank))] = now();
    --units_left_;
    if (unit.queued) queues_.ended(number, rank);
    if (driver_ != nullptr &&
        --phases_left(unit.collective, static_cast<std::uint32_t>(rank)) == 0) {
      driver_->ended(unit.collective, rank, now());
    }
    for (const std::uint32_t next : unit.later) {
      if (!plan_.takes_part(plan_.units[next], rank)) continue;
      UnitState& state =
          plan_.unit_states[plan_.units[next].base + static_cast<std::uint32_t>(rank)];
      state.time = std::max(state.time, now());
      if (--state.waits == 0) {
        schedule(state.time, Event::eligible, next, static_cast<std::uint32_t>(rank));
      }
      break;
    }
  }

  Rules rules_;
  bool stores_;
  const Wiring& wiring_;
  std::size_t ports_;
  Plan plan_;
  PhaseQueues queues_;
  Queue<Event> queue_;
  Links links_;
  std::vector<Result::Interval> collectives_;
  std::vector<std::int64_t> npu_ends_;
  std::int64_t endpoint_;
  std::vector<std::int64_t> latency_;  // per link, disturbed
  SlowLinks<disturbed> slow_;
  std::vector<std::int64_t> endpoint_of_;  // per NPU, disturbed
  std::vector<double> slowdown_;
  std::vector<Opened> opened_;
  std::vector<Held> held_;
  std::size_t holding_ = 0;                                          // of these not yet received
  std::vector<std::pair<std::uint32_t, std::uint32_t>> held_first_;  // and last; per gate state
  Transits transits_;
  std::vector<std::uint32_t> entries_;  // messages that come to a link at this instant
  std::vector<std::uint32_t> entering_;
  Driver* driver_;
  std::vector<std::uint32_t> phases_left_;  // of a driven plan: per collective and rank
  std::vector<std::size_t> first_left_;     // per collective
  std::vector<int> chosen_;
  std::vector<LinkLoad> carried_;
  std::unordered_map<std::uint64_t, InOrder> in_order_;  // by round and receiver
  CastSums sums_;
  std::int64_t events_ = 0;
  const std::function<void(std::int64_t)>& progress_;
  std::int64_t next_report_;
  std::size_t units_left_ = 0;
  bool conflict_ = false;
};

#undef JQ_HOT

}  // namespace jacquard::engine
