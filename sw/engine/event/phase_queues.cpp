// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/event/phase_queues.hpp"

#include <algorithm>

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
  const Unit& u = plan_.units[unit];
  if (!is_chosen_[unit]) {
    this->state({plan_.npu_of(u.collective, rank), u.dimension}).candidates.push_back(unit);
  }
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

bool PhaseQueues::goes_before(std::uint32_t a, std::int64_t a_since, std::uint32_t b,
                              std::int64_t b_since) const {
  const int first = plan_.units[a].collective;
  const int second = plan_.units[b].collective;
  if (first != second) {
    const auto place = [this](int c) { return std::pair(issued_[index(c)], c); };
    return last_first_ ? place(first) > place(second) : place(first) < place(second);
  }
  if (a_since != b_since) return a_since < b_since;
  const auto place = [&](std::uint32_t u) {
    return std::pair(plan_.units[u].chunk, plan_.units[u].phase);
  };
  return place(a) < place(b);
}

bool PhaseQueues::choose(Queue queue) {
  std::vector<std::uint32_t>& candidates = state(queue).candidates;
  std::size_t best = candidates.size();
  std::int64_t best_since = 0;
  std::size_t kept = 0;
  for (const std::uint32_t unit : candidates) {
    if (is_chosen_[unit]) continue;
    candidates[kept] = unit;
    const std::size_t at = kept++;
    if (unchosen_before_[unit] > 0) continue;
    const std::int64_t since =
        unit_state(unit, plan_.rank_at(plan_.units[unit].collective, queue.npu)).time;
    if (best == candidates.size() || goes_before(unit, since, candidates[best], best_since)) {
      best = at;
      best_since = since;
    }
  }
  const bool found = best != candidates.size();
  candidates.resize(kept);
  if (!found) return false;
  const std::uint32_t chosen = candidates[best];
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
    if (plan_.unit_states[unit.base + rank].waits == UnitState::kEligible) {
      mark(number, static_cast<int>(rank));
    }
  }
}

}  // namespace jacquard::engine
