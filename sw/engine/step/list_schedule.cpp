// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/step/list_schedule.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::engine::step {
namespace {

using base::at;
using base::Picoseconds;
using workload::ClassProgram;
using workload::OpKind;
using workload::StepOp;
using workload::StepProgram;

constexpr double kLongestRun = 4e18;  // picoseconds: 46 days

std::uint64_t key_of(int sender, int receiver, std::int32_t tag) {
  return std::uint64_t{static_cast<std::uint16_t>(sender)} << 48 |
         std::uint64_t{static_cast<std::uint16_t>(receiver)} << 32 |
         static_cast<std::uint32_t>(tag);
}

// Of a collective or send: phases that wait for each other take no longer than all chunks in each.
double longest(const CommTime& comm) {
  return static_cast<double>(comm.time.count()) * comm.phase_count() +
         2 * static_cast<double>(comm.receipt.count());
}

std::size_t lowest_bit(std::uint32_t bits) { return static_cast<std::size_t>(__builtin_ctz(bits)); }

std::string name_of(const ClassProgram& of_class, std::size_t op) {
  const StepOp& o = of_class.ops[op];
  return fmt::format("operation {} ({}, layer {}, micro-batch {}) of stage {}", op,
                     workload::name_of(o.label), o.layer, o.micro_batch, of_class.stage);
}

}  // namespace

// Streams as lists.
void ListSchedule::index(const StepProgram& program, const Durations& durations) {
  program_ = &program;
  durations_ = durations;
  const std::size_t classes = program.classes.size();
  first_.assign(1, 0);
  for (const ClassProgram& c : program.classes) first_.push_back(first_.back() + c.ops.size());
  if (outline_ == nullptr) next_.resize(first_.back());
  intervals_.assign(first_.back(), {Picoseconds{0}, Picoseconds{kNotYet}});
  classes_.assign(classes, Class{});
  for (std::size_t c = 0; c < classes; ++c) classes_[c].number = static_cast<int>(c);
  sent_.clear();
  received_.clear();
  if (outline_ != nullptr) return index_by_outline();
  for (std::size_t c = 0; c < classes; ++c) {
    const ClassProgram& of_class = program.classes[c];
    std::array<std::uint32_t, workload::kStreams> last{};
    last.fill(kNone);
    std::uint32_t* next = next_.data() + first_[c];
    const auto count = static_cast<std::uint32_t>(of_class.ops.size());
    Class& state = classes_[c];
    state.ops = of_class.ops.data();
    state.dependencies = of_class.dependencies.data();
    state.next = next;
    state.intervals = intervals_.data() + first_[c];
    for (std::uint32_t i = 0; i < count; ++i) {
      const StepOp& op = of_class.ops[i];
      std::uint32_t& before = at(last, op.stream);
      if (before != kNone && op.kind != OpKind::receive &&
          of_class.ops[before].kind == OpKind::receive) {
        state.receivers |= std::uint32_t{1} << op.stream;
      }
      (before == kNone ? classes_[c].heads[op.stream].op : next[before]) = i;
      before = i;
      if (op.kind == OpKind::send) {
        sent_.push_back({key_of(static_cast<int>(c), op.peer, op.tag), first_[c] + i});
      }
      if (op.kind == OpKind::receive) {
        received_.push_back({key_of(op.peer, static_cast<int>(c), op.tag), first_[c] + i});
      }
      for (std::uint32_t d = 0; d < op.dependencies; ++d) {
        const StepOp& awaited = of_class.ops[of_class.dependencies[op.first_dependency + d]];
        if (awaited.kind == OpKind::receive) state.receivers |= std::uint32_t{1} << op.stream;
      }
    }
    for (const std::uint32_t i : last) {
      if (i != kNone) next[i] = kNone;
    }
  }
}

void ListSchedule::index_by_outline() {
  JQ_CHECK(classes_.size() == 1 && outline_->next.size() == first_.back(), "its program's outline");
  Class& state = classes_[0];
  state.ops = program_->classes[0].ops.data();
  state.dependencies = program_->classes[0].dependencies.data();
  state.next = outline_->next.data();
  state.intervals = intervals_.data();
  for (std::size_t s = 0; s < state.heads.size(); ++s) state.heads[s].op = outline_->first[s];
}

// All durations summed, which no end can be beyond; not asked for where the longest of them, as
// often as there are operations, are few enough.
void ListSchedule::require_short() {
  double most = 0;
  occupied_ = 0;
  for (const Picoseconds work : durations_.works) {
    most = std::max(most, static_cast<double>(work.count()));
  }
  for (const CommTime& comm : durations_.comms) {
    most = std::max(most, longest(comm));
    occupied_ |= comm.dimensions;
    for (const CommTime::Phase& phase : comm.phases) occupied_ |= phase.dimensions;
  }
  if (most * static_cast<double>(first_.back()) <= kLongestRun) return;
  double total = 0;
  for (const ClassProgram& of_class : program_->classes) {
    for (const StepOp& op : of_class.ops) {
      if (op.kind == OpKind::compute) {
        total += static_cast<double>(at(durations_.works, op.work).count());
      } else if (op.kind == OpKind::collective || op.kind == OpKind::send) {
        total += longest(at(durations_.comms, op.work));
      }
    }
  }
  if (total <= kLongestRun) return;
  throw base::ConfigError({program_->source, "", "a step of at most 46 days",
                           fmt::format("operations of {:.3g} days in all", total / 8.64e16), ""});
}

// Where the send of a key is, or would be.
std::uint32_t& ListSchedule::slot_of(std::uint64_t key) {
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = (key * kGolden >> 32) & mask;
  while (slots_[at] != kNone && sent_[slots_[at]].key != key) at = (at + 1) & mask;
  return slots_[at];
}

void ListSchedule::list_sends() {
  std::size_t slots = 2;
  while (slots < 2 * sent_.size()) slots *= 2;
  slots_.assign(slots, kNone);
  for (std::uint32_t i = 0; i < sent_.size(); ++i) {
    std::uint32_t& slot = slot_of(sent_[i].key);
    if (slot == kNone) {
      slot = i;
    } else {
      ++sent_[slot].count;
    }
  }
}

void ListSchedule::fail_unpaired(std::size_t place, int count) const {
  const auto behind = std::upper_bound(first_.begin(), first_.end(), place);
  const auto of_class = static_cast<std::size_t>(behind - first_.begin()) - 1;
  throw base::ConfigError({program_->source,
                           name_of(program_->classes[of_class], place - first_[of_class]),
                           "one send of its tag at the other stage", std::to_string(count), ""});
}

void ListSchedule::pair_messages() {
  list_sends();
  partner_.resize(sent_.empty() ? 0 : first_.back());
  for (const Sent& received : received_) {
    const std::uint32_t slot = slot_of(received.key);
    const int count = slot == kNone ? 0 : sent_[slot].count;
    if (count != 1) fail_unpaired(received.place, count);
    partner_[received.place] = sent_[slot].place;
  }
  if (received_.size() == sent_.size()) return;
  throw base::ConfigError({program_->source, "", "a receive for each send",
                           fmt::format("{} receives, {} sends", received_.size(), sent_.size()),
                           ""});
}

void ListSchedule::wake(Class& state) {
  if (state.awake) return;
  state.awake = true;
  awake_.push_back(state.number);
}

void ListSchedule::end_head(Class& state, Head& head, std::int64_t begin, std::int64_t end) {
  state.intervals[head.op] = {Picoseconds{begin}, Picoseconds{end}};
  head.op = state.next[head.op];
  head.seen = 0;
  head.ready = end;
}

void ListSchedule::wait(Class& state, std::uint32_t stream, std::uint32_t on,
                        const Interval& awaited) {
  Head& head = state.heads[stream];
  head.awaited = &awaited;
  head.on = on;
  state.waiters[on] |= std::uint32_t{1} << stream;
}

// Whether the head has begun, and the next is there.
inline bool ListSchedule::try_head(Class& state, std::uint32_t stream) {
  Head& head = state.heads[stream];
  const StepOp& op = state.ops[head.op];
  const std::uint32_t* dependencies = state.dependencies + op.first_dependency;
  for (; head.seen < op.dependencies; ++head.seen) {
    const std::uint32_t dependency = dependencies[head.seen];
    const Interval& before = state.intervals[dependency];
    if (before.end.count() == kNotYet) {
      wait(state, stream, state.ops[dependency].stream, before);
      return false;
    }
    head.ready = std::max(head.ready, before.end.count());
  }
  switch (op.kind) {
    case OpKind::compute:
      end_head(state, head, head.ready, head.ready + at(durations_.works, op.work).count());
      return true;
    case OpKind::receive: {
      const std::size_t send = partner_[base::index(state.intervals - intervals_.data()) + head.op];
      const std::int64_t arrival = intervals_[send].end.count();
      if (arrival == kNotYet) {
        wait(state, stream, kElsewhere, intervals_[send]);
        return false;
      }
      const StepOp& sent = at(classes_, op.peer).ops[send - at(first_, op.peer)];
      const std::int64_t receipt = at(durations_.comms, sent.work).receipt.count();
      end_head(state, head, head.ready, std::max(arrival, head.ready + receipt) + receipt);
      return true;
    }
    case OpKind::collective: {
      const CommTime& comm = at(durations_.comms, op.work);
      if (comm.dimensions != 0) {
        head.waits = &comm;
        head.next = head.ready;
        head.phase = 0;
        head.before = 0;
        state.waiting |= std::uint32_t{1} << stream;
        return false;
      }
      end_head(state, head, head.ready, head.ready + comm.time.count());
      return true;
    }
    case OpKind::send: {
      end_head(state, head, head.ready, head.ready + at(durations_.comms, op.work).time.count());
      Class& peer = at(classes_, op.peer);
      peer.open |= peer.waiters[kElsewhere];
      if (peer.open != 0) wake(peer);
      return true;
    }
    default:
      end_head(state, head, head.ready, head.ready);
      return true;
  }
}

// All that can begin without waiting for a dimension.
void ListSchedule::advance(Class& state) {
  state.awake = false;
  while (state.open != 0) {
    const auto stream = static_cast<std::uint32_t>(lowest_bit(state.open));
    state.open &= state.open - 1;
    Head& head = state.heads[stream];
    if (head.awaited != nullptr) {
      if (head.awaited->end.count() == kNotYet) continue;
      head.awaited = nullptr;
      state.waiters[head.on] &= ~(std::uint32_t{1} << stream);
    }
    bool moved = false;
    while (head.op != kNone && try_head(state, stream)) moved = true;
    if (moved) state.open |= state.waiters[stream];
  }
  find_best(state);
}

bool ListSchedule::goes_before(const Head& a, const Head& b) const {
  const bool earlier = a.ready != b.ready ? a.ready < b.ready : a.op < b.op;
  return earlier == (order_ == Order::fifo);
}

void ListSchedule::find_best(Class& state) const {
  state.best_stream = -1;
  for (std::uint32_t heads = state.waiting; heads != 0; heads &= heads - 1) {
    const std::size_t s = lowest_bit(heads);
    const Head& head = state.heads[s];
    std::int64_t begin = head.next;
    for (std::uint32_t left = head.waits->dimensions_of(head.phase); left != 0; left &= left - 1) {
      begin = std::max(begin, state.free[lowest_bit(left)]);
    }
    const bool first =
        state.best_stream < 0 || begin < state.best ||
        (begin == state.best && goes_before(head, at(state.heads, state.best_stream)));
    if (!first) continue;
    state.best = begin;
    state.best_stream = static_cast<int>(s);
  }
}

// Whether no message that is still to come could have another collective go first: whatever waits
// for messages stands in streams that first wait for a collective which waits for a dimension.
bool ListSchedule::is_sure(const Class& state) {
  for (std::uint32_t left = state.receivers; left != 0; left &= left - 1) {
    std::size_t s = lowest_bit(left);
    for (std::uint32_t steps = 0; (state.waiting >> s & 1U) == 0; ++steps) {
      const Head& head = state.heads[s];
      if (head.op == kNone) break;
      s = head.on;
      if (s == kElsewhere || steps == workload::kStreams) return false;
    }
  }
  return true;
}

void ListSchedule::rank(const Class& state) {
  first_class_.set(state.number, state.best_stream < 0 ? FirstOf::kNever : state.best);
}

void ListSchedule::fail_stuck() const {
  for (std::size_t c = 0; c < classes_.size(); ++c) {
    for (const Head& head : classes_[c].heads) {
      if (head.op == kNone) continue;
      throw base::ConfigError({program_->source, name_of(program_->classes[c], head.op),
                               "operations that do not wait for each other in a circle",
                               "it never begins", "the order of sends and receives"});
    }
  }
  JQ_CHECK(false, "something is left over");
  throw;  // not reached
}

// The next phase of the collective that can go on first.
void ListSchedule::begin_phase(Class& state) {
  Head& head = at(state.heads, state.best_stream);
  const CommTime& comm = *head.waits;
  const PhaseTimes times = phase_times(comm, head.phase, state.best, head.before);
  for (std::uint32_t left = comm.dimensions_of(head.phase); left != 0; left &= left - 1) {
    state.free[lowest_bit(left)] = times.free;
  }
  if (head.phase == 0) head.begun = state.best;
  if (++head.phase == comm.phase_count()) {
    const std::uint32_t bit = std::uint32_t{1} << static_cast<unsigned>(state.best_stream);
    head.waits = nullptr;
    state.waiting &= ~bit;
    end_head(state, head, head.begun, times.free);
    state.open |= bit | at(state.waiters, state.best_stream);
    advance(state);
    return;
  }
  head.next = times.next;
  head.before = times.free;
  find_best(state);
}

Picoseconds ListSchedule::run(const StepProgram& program, const Durations& durations, Order order,
                              const Outline* outline) {
  sparse_ = false;
  return run_all(program, durations, order, outline);
}

Picoseconds ListSchedule::end_of(const StepProgram& program, const Durations& durations,
                                 Order order, const Outline& outline) {
  sparse_ = true;
  return run_all(program, durations, order, &outline);
}

// Whatever is not known yet begins no earlier than the first of the collectives that wait for a
// dimension, so that one can go on.
Picoseconds ListSchedule::run_all(const StepProgram& program, const Durations& durations,
                                  Order order, const Outline* outline) {
  order_ = order;
  outline_ = outline;
  repeat_ = 0;
  looked_until_ = 0;
  behind_ = 0;
  for (Look& look : looks_) look.of = nullptr;
  index(program, durations);
  require_short();
  if (!received_.empty() || !sent_.empty()) pair_messages();
  first_class_.reset(static_cast<int>(classes_.size()));
  awake_.clear();
  for (Class& state : classes_) {
    state.open = kAll;
    wake(state);
  }
  for (;;) {
    while (!awake_.empty()) {
      Class& state = at(classes_, awake_.back());
      awake_.pop_back();
      advance(state);
      while (state.best_stream >= 0 && is_sure(state)) {
        if (outline_ != nullptr) try_leap();
        begin_phase(state);
      }
      rank(state);
    }
    if (classes_.empty() || first_class_.time() == FirstOf::kNever) break;
    Class& state = at(classes_, first_class_.first());
    begin_phase(state);
    rank(state);
  }
  std::int64_t end = 0;
  for (const Class& state : classes_) {
    for (const Head& head : state.heads) {
      if (head.op != kNone) fail_stuck();
      end = std::max(end, head.ready);
    }
  }
  return Picoseconds{end};
}

}  // namespace jacquard::engine::step
