// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/event/phase_queues.hpp"

#include <algorithm>
#include <tuple>

namespace jacquard::engine {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace

PhaseQueues::PhaseQueues(Plan& plan, const Rules& rules, int dimensions)
    : plan_(plan),
      active_(rules.active_chunks),
      last_first_(rules.order == Order::lifo),
      dimensions_(dimensions),
      states_(index(plan.npus) * index(dimensions)),
      is_chosen_(plan.units.size(), false),
      issued_(plan.graph.collectives.size(), kNever),
      unchosen_of_(plan.graph.collectives.size(), 0) {
  for (const Unit& unit : plan.units) {
    unchosen_before_.push_back(unit.waits_for + (plan.driven ? 1 : 0));
  }
  for (const Unit& unit : plan.units) {
    // Nobody will choose a phase of which every round is empty.
    bool anyone = false;
    for (std::uint32_t rank = 0; rank < unit.ranks && !anyone; ++rank) {
      anyone = plan.takes_part(unit, static_cast<int>(rank));
    }
    unchosen_of_[index(unit.collective)] += anyone;
    if (anyone) continue;
    for (const std::uint32_t waiter : unit.waiters) --unchosen_before_[waiter];
  }
}

void PhaseQueues::issued(int collective, std::int64_t time) {
  if (issued_[index(collective)] == kNever) issued_[index(collective)] = time;
}

void PhaseQueues::may_choose(int collective) {
  for (const std::uint32_t unit : plan_.units_of[index(collective)]) unblock(unit);
}

void PhaseQueues::take_chosen(std::vector<int>& collectives) {
  collectives.clear();
  collectives.swap(chosen_);
}

void PhaseQueues::mark(std::uint32_t unit, int rank) {
  const Unit& u = plan_.units[unit];
  marks_.push_back({plan_.npu_of(u.collective, rank), u.dimension});
}

void PhaseQueues::now_eligible(std::uint32_t unit, int rank, std::int64_t time) {
  UnitState& state = unit_state(unit, rank);
  state.waits = UnitState::kEligible;
  state.time = time;
  if (!is_chosen_[unit] && unchosen_before_[unit] == 0) add_candidate(unit, rank);
  mark(unit, rank);
}

void PhaseQueues::ended(std::uint32_t unit, int rank) {
  const Unit& u = plan_.units[unit];
  --state({plan_.npu_of(u.collective, rank), u.dimension}).running;
  mark(unit, rank);
}

void PhaseQueues::merge_marks() {
  changed_.erase(changed_.begin(), changed_.begin() + static_cast<std::ptrdiff_t>(at_));
  at_ = 0;
  changed_.insert(changed_.end(), marks_.begin(), marks_.end());
  marks_.clear();
  if (!std::is_sorted(changed_.begin(), changed_.end())) {
    std::sort(changed_.begin(), changed_.end());
  }
  changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
}

bool PhaseQueues::next(std::uint32_t& unit, int& rank) {
  if (!marks_.empty()) merge_marks();
  while (at_ < changed_.size()) {
    const bool taken = take(changed_[at_], unit, rank);
    if (taken) return true;
    ++at_;
    if (!marks_.empty()) merge_marks();
  }
  return false;
}

bool PhaseQueues::take(Queue queue, std::uint32_t& unit, int& rank) {
  State& q = state(queue);
  if (q.running == active_) return false;
  if (q.next == q.order.size() && !choose(queue)) return false;
  unit = q.order[q.next];
  rank = plan_.rank_at(plan_.units[unit].collective, queue.npu);
  UnitState& state = unit_state(unit, rank);
  if (state.waits != UnitState::kEligible) return false;
  state.waits = UnitState::kBegun;
  ++q.next;
  ++q.running;
  return true;
}

bool PhaseQueues::goes_before(const Candidate& a, const Candidate& b) const {
  if (a.collective != b.collective) {
    const auto of = [](const Candidate& c) { return std::pair(c.issued, c.collective); };
    return last_first_ ? of(a) > of(b) : of(a) < of(b);
  }
  return std::tie(a.since, a.chunk, a.phase) < std::tie(b.since, b.chunk, b.phase);
}

void PhaseQueues::add_candidate(std::uint32_t unit, int rank) {
  const Unit& u = plan_.units[unit];
  std::vector<Candidate>& heap = state({plan_.npu_of(u.collective, rank), u.dimension}).candidates;
  heap.push_back({issued_[index(u.collective)], u.collective, unit_state(unit, rank).time, u.chunk,
                  u.phase, unit});
  std::push_heap(heap.begin(), heap.end(),
                 [this](const Candidate& a, const Candidate& b) { return goes_before(b, a); });
}

bool PhaseQueues::choose(Queue queue) {
  std::vector<Candidate>& heap = state(queue).candidates;
  const auto pop = [&] {
    std::pop_heap(heap.begin(), heap.end(),
                  [this](const Candidate& a, const Candidate& b) { return goes_before(b, a); });
    const std::uint32_t unit = heap.back().unit;
    heap.pop_back();
    return unit;
  };
  while (!heap.empty() && is_chosen_[heap.front().unit]) pop();
  if (heap.empty()) return false;
  const std::uint32_t chosen = pop();
  is_chosen_[chosen] = true;
  const Unit& unit = plan_.units[chosen];
  for (std::uint32_t rank = 0; rank < unit.ranks; ++rank) {
    if (!plan_.takes_part(unit, static_cast<int>(rank))) continue;
    const int npu = plan_.npu_of(unit.collective, static_cast<int>(rank));
    state({npu, unit.dimension}).order.push_back(chosen);
  }
  for (const std::uint32_t waiter : unit.waiters) unblock(waiter);
  if (--unchosen_of_[index(unit.collective)] == 0 && plan_.driven) {
    chosen_.push_back(unit.collective);
  }
  return true;
}

void PhaseQueues::unblock(std::uint32_t number) {
  if (--unchosen_before_[number] > 0) return;
  // Where nothing before it concerns the NPU it is eligible, and may be chosen from now on.
  const Unit& unit = plan_.units[number];
  for (std::uint32_t rank = 0; rank < unit.ranks; ++rank) {
    if (plan_.unit_states[unit.base + rank].waits != UnitState::kEligible) continue;
    add_candidate(number, static_cast<int>(rank));
    mark(number, static_cast<int>(rank));
  }
}

}  // namespace jacquard::engine
