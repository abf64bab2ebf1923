// SPDX-License-Identifier: Apache-2.0
// Where a stretch of operations ran as the one before it did, so will those that follow: these are
// not run, but set down. What a schedule decides depends on differences of times alone.
#include <algorithm>

#include "jacquard/engine/step/list_schedule.hpp"

namespace jacquard::engine::step {
namespace {

using base::Picoseconds;

std::int64_t beyond(std::int64_t time, std::int64_t at) {
  return std::max<std::int64_t>(0, time - at);
}

}  // namespace

// Of its stretch, the operation that a head waits for; relative to the stretch's first.
std::int64_t ListSchedule::awaited_in(const Class& state, const Head& head, std::int64_t base) {
  return head.awaited == nullptr ? 0 : head.awaited - state.intervals - base;
}

void ListSchedule::look(const Repeat& repeat, std::uint32_t stretch, Look& seen) const {
  const Class& state = classes_[0];
  seen.of = &repeat;
  seen.stretch = stretch;
  seen.at = state.best;
  seen.best_stream = state.best_stream;
  seen.heads = state.heads;
  seen.free = state.free;
  const std::uint32_t base = repeat.first + stretch * repeat.length;
  std::uint32_t high = base;
  for (const Head& head : state.heads) {
    if (head.op != kNone && head.op < repeat.end()) high = std::max(high, head.op);
  }
  seen.low = std::min(base, repeat.reach);
  seen.high = high - base;
}

// Whether the operations around both stretches have ended as early before what comes next.
bool ListSchedule::ends_alike(const Look& before, const Look& now) const {
  if (before.low != now.low || before.high != now.high) return false;
  const Class& state = classes_[0];
  const std::uint32_t length = now.of->length;
  const std::uint32_t base = now.of->first + now.stretch * length;
  for (std::uint32_t i = base - now.low; i < base + now.high; ++i) {
    const std::uint32_t then = i - length;
    const bool ended = now.has_ended(i, state.ops[i].stream);
    if (ended != before.has_ended(then, state.ops[then].stream)) return false;
    if (ended && beyond(state.intervals[i].end.count(), now.at) !=
                     beyond(state.intervals[then].end.count(), before.at)) {
      return false;
    }
  }
  return true;
}

bool ListSchedule::moves(const Head& head, const Look& before) const {
  const Head& then = before.heads[static_cast<std::size_t>(&head - classes_[0].heads.data())];
  const Repeat& repeat = *before.of;
  return head.op != kNone && then.op != kNone && then.op >= repeat.first &&
         head.op == then.op + repeat.length && head.op < repeat.end();
}

bool ListSchedule::as_before(const Head& head, const Look& before, const Look& now) const {
  const Head& then = before.heads[static_cast<std::size_t>(&head - classes_[0].heads.data())];
  const Class& state = classes_[0];
  if (head.waits != then.waits || head.seen != then.seen) return false;
  const std::int64_t later = now.at - before.at;
  if (head.waits == nullptr) {
    const std::int64_t base = now.of->first + std::int64_t{now.stretch} * now.of->length;
    if (head.awaited == nullptr || then.awaited == nullptr) return false;
    return beyond(head.ready, now.at) == beyond(then.ready, before.at) &&
           awaited_in(state, head, base) ==
               awaited_in(state, then, base - static_cast<std::int64_t>(now.of->length));
  }
  if (head.phase != then.phase || head.ready != then.ready + later) return false;
  if (head.next != then.next + later) return false;
  return head.phase == 0 ||
         (head.before == then.before + later && head.begun == then.begun + later);
}

// How many stretches ahead all will be as now; 0 where they are not as one before.
std::uint32_t ListSchedule::stretches_alike(const Look& before, const Look& now) const {
  const Class& state = classes_[0];
  const Repeat& repeat = *now.of;
  if (before.of != now.of || before.stretch + 1 != now.stretch) return 0;
  if (before.best_stream != now.best_stream) return 0;
  for (std::uint32_t left = occupied_; left != 0; left &= left - 1) {
    const auto d = static_cast<std::size_t>(__builtin_ctz(left));
    if (beyond(before.free[d], before.at) != beyond(now.free[d], now.at)) return 0;
  }
  std::uint32_t most = repeat.count;
  std::uint32_t moving = 0;
  for (std::size_t s = 0; s < state.heads.size(); ++s) {
    const Head& head = state.heads[s];
    if (!moves(head, before)) continue;
    if (!as_before(head, before, now)) return 0;
    moving |= std::uint32_t{1} << s;
    most = std::min(most, (repeat.end() - head.op) / repeat.length);
  }
  if (most < 2) return 0;
  --most;  // a stretch ahead of the last is run, as what follows may begin meanwhile
  for (std::size_t s = 0; s < state.heads.size(); ++s) {
    const Head& head = state.heads[s];
    if ((moving >> s & 1U) != 0) continue;
    if ((repeat.streams >> s & 1U) != 0 && head.ready > now.at) return 0;
    if (head.op != before.heads[s].op) return 0;
    if (head.op == kNone) continue;
    if (head.waits != nullptr || head.awaited == nullptr) return 0;
    // It waits for what will not have run.
    const auto awaited = static_cast<std::uint32_t>(head.awaited - state.intervals);
    const std::size_t stream = state.ops[awaited].stream;
    if ((moving >> stream & 1U) == 0) return 0;
    if (awaited < state.heads[stream].op) return 0;
    most = std::min(most, (awaited - state.heads[stream].op) / repeat.length);
  }
  return moving == 0 || !ends_alike(before, now) ? 0 : most;
}

void ListSchedule::leap(const Look& before, const Look& now, std::uint32_t stretches) {
  Class& state = classes_[0];
  const std::uint32_t length = now.of->length;
  const std::int64_t later = now.at - before.at;
  const std::uint32_t ops = stretches * length;
  const std::int64_t all = stretches * later;
  std::array<std::uint32_t, workload::kStreams> from{}, to{};
  std::uint32_t low = kNone, high = 0;
  for (std::size_t s = 0; s < state.heads.size(); ++s) {
    Head& head = state.heads[s];
    if (!moves(head, before)) continue;
    from[s] = head.op;
    to[s] = head.op + ops;
    low = std::min(low, from[s]);
    high = std::max(high, to[s]);
  }
  std::uint32_t set_from = low;
  if (sparse_) {  // what is run next waits for none before
    const std::uint32_t next = low + ops;
    const std::uint32_t seen = next - std::min(next, length + now.of->reach);
    set_from = std::max(low, std::min(now.of->needed, seen));
  }
  for (std::uint32_t i = set_from; i < high; ++i) {
    const std::size_t s = state.ops[i].stream;
    if (i < from[s] || i >= to[s]) continue;
    const std::uint32_t ahead = sparse_ ? (i - from[s]) / length + 1 : 1;
    const Interval& like = state.intervals[i - ahead * length];
    const Picoseconds by{ahead * later};
    state.intervals[i] = {like.begin + by, like.end + by};
  }
  for (std::size_t s = 0; s < state.heads.size(); ++s) {
    Head& head = state.heads[s];
    if (to[s] == 0) continue;
    head.op = to[s];
    head.ready += all;
    if (head.awaited != nullptr) head.awaited += ops;
    if (head.waits == nullptr) continue;
    head.next += all;
    if (head.phase == 0) continue;
    head.before += all;
    head.begun += all;
  }
  for (std::int64_t& free : state.free) free = std::max(free, now.at) + all;
  state.best += all;
}

// By the stretch of the stream that is furthest behind.
void ListSchedule::try_leap() {
  const Class& state = classes_[0];
  if (state.best_stream < 0) return;
  if (state.heads[behind_].op < looked_until_) return;
  std::uint32_t behind = kNone;
  for (std::size_t s = 0; s < state.heads.size(); ++s) {
    if (state.heads[s].op >= behind) continue;
    behind = state.heads[s].op;
    behind_ = s;
  }
  const std::vector<Repeat>& repeats = outline_->repeats;
  while (repeat_ < repeats.size() && behind >= repeats[repeat_].end()) ++repeat_;
  if (behind < looked_until_ || repeat_ == repeats.size()) return;
  const Repeat& repeat = repeats[repeat_];
  if (behind < repeat.first) {
    looked_until_ = repeat.first;
    return;
  }
  const std::uint32_t stretch = (behind - repeat.first) / repeat.length;
  looked_until_ = repeat.first + (stretch + 1) * repeat.length;
  const Look& before = looks_[now_];
  now_ = 1 - now_;
  Look& now = looks_[now_];
  look(repeat, stretch, now);
  if (const std::uint32_t stretches = stretches_alike(before, now); stretches > 0) {
    leap(before, now, stretches);
    now.of = nullptr;
  }
}

}  // namespace jacquard::engine::step
