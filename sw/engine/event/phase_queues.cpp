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
      order_(index(dimensions)),
      candidates_(index(dimensions)),
      candidate_(plan.units.size(), false) {
  for (const Unit& unit : plan.units) unchosen_before_.push_back(unit.waits_for);
  for (const Unit& unit : plan.units) {
    // Nobody will choose a phase of which every round is empty.
    bool anyone = false;
    for (std::uint32_t rank = 0; rank < unit.ranks && !anyone; ++rank) {
      anyone = plan.takes_part(unit, static_cast<int>(rank));
    }
    if (anyone) continue;
    for (const std::uint32_t waiter : unit.waiters) --unchosen_before_[waiter];
  }
}

void PhaseQueues::mark(std::uint32_t unit, int rank) {
  const Unit& u = plan_.units[unit];
  marks_.push_back({plan_.npu_of(u.collective, rank), u.dimension});
}

void PhaseQueues::now_eligible(std::uint32_t unit, int rank, std::int64_t time) {
  UnitState& state = unit_state(unit, rank);
  state.waits = UnitState::kEligible;
  state.time = time;
  if (!candidate_[unit]) {
    candidate_[unit] = true;
    candidates_[index(plan_.units[unit].dimension)].push_back(unit);
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
  const std::vector<std::uint32_t>& order = order_[index(queue.dimension)];
  while (q.running < active_) {
    if (q.next == order.size() && !choose(queue)) return false;
    unit = order[q.next];
    rank = plan_.rank_at(plan_.units[unit].collective, queue.npu);
    if (rank >= 0 && plan_.takes_part(plan_.units[unit], rank)) {
      UnitState& state = unit_state(unit, rank);
      if (state.waits != UnitState::kEligible) return false;
      state.waits = UnitState::kBegun;
      ++q.next;
      ++q.running;
      return true;
    }
    ++q.next;
  }
  return false;
}

bool PhaseQueues::goes_before(std::uint32_t a, std::int64_t a_since, std::uint32_t b,
                              std::int64_t b_since) const {
  const int first = plan_.units[a].collective;
  const int second = plan_.units[b].collective;
  if (first != second) return last_first_ ? first > second : first < second;
  if (a_since != b_since) return a_since < b_since;
  const auto place = [&](std::uint32_t u) {
    return std::pair(plan_.units[u].chunk, plan_.units[u].phase);
  };
  return place(a) < place(b);
}

bool PhaseQueues::choose(Queue queue) {
  std::vector<std::uint32_t>& candidates = candidates_[index(queue.dimension)];
  std::size_t best = candidates.size();
  std::int64_t best_since = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::uint32_t unit = candidates[i];
    if (unchosen_before_[unit] > 0) continue;
    const int rank = plan_.rank_at(plan_.units[unit].collective, queue.npu);
    if (rank < 0) continue;
    const UnitState& state = unit_state(unit, rank);
    if (state.waits != UnitState::kEligible) continue;
    if (best == candidates.size() || goes_before(unit, state.time, candidates[best], best_since)) {
      best = i;
      best_since = state.time;
    }
  }
  if (best == candidates.size()) return false;
  const std::uint32_t chosen = candidates[best];
  candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(best));
  order_[index(queue.dimension)].push_back(chosen);
  for (const std::uint32_t waiter : plan_.units[chosen].waiters) {
    if (--unchosen_before_[waiter] > 0 || !candidate_[waiter]) continue;
    // It was eligible where nothing before it concerns the NPU, and may be chosen from now on.
    const Unit& unit = plan_.units[waiter];
    for (std::uint32_t rank = 0; rank < unit.ranks; ++rank) {
      if (plan_.unit_states[unit.base + rank].waits == UnitState::kEligible) {
        mark(waiter, static_cast<int>(rank));
      }
    }
  }
  return true;
}

}  // namespace jacquard::engine
