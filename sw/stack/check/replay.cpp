// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/check/replay.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/stack/check/carried.hpp"
#include "jacquard/stack/check/words.hpp"

namespace jacquard::stack::check {

using base::index;

Replay::Replay(const Stack& stack, const Routes* routes, const Goals& goals, const Marks& marks)
    : stack_(stack),
      routes_(routes),
      goals_(goals),
      marks_(marks),
      program_(stack.plan),
      runs_(stack.plan.calls.size()),
      begun_(stack.plan.calls.size()),
      ended_(stack.plan.calls.size()),
      reservations_(stack.plan.calls.size()) {
  for (const Reserved& reserved : stack.timeline.reserved) {
    ++base::at(reservations_, reserved.call);
  }
}

Ledger Replay::run() {
  const Timeline& timeline = stack_.timeline;
  constexpr std::int64_t kNever = Program::kNever;
  std::size_t placed = 0;
  std::size_t reserved = 0;
  while (true) {
    const std::int64_t of_placed =
        placed < timeline.placed.size() ? timeline.placed[placed].start : kNever;
    const std::int64_t of_reserved =
        reserved < timeline.reserved.size() ? timeline.reserved[reserved].start : kNever;
    const std::int64_t of_coming = coming_.empty() ? kNever : coming_.top().slot;
    const std::int64_t slot = std::min({of_placed, of_reserved, of_coming});
    if (slot == kNever) break;
    advance(base::times(stack_.clock.slot, slot).count());
    while (reserved < timeline.reserved.size() && timeline.reserved[reserved].start == slot) {
      reserve(timeline.reserved[reserved++]);
    }
    while (placed < timeline.placed.size() && timeline.placed[placed].start == slot) {
      coming_.push({slot, static_cast<std::int32_t>(placed++), 0});
    }
    while (!coming_.empty() && coming_.top().slot == slot) {
      const Coming coming = coming_.top();
      coming_.pop();
      send(coming);
    }
  }
  advance(kNever);
  finish();
  return std::move(ledger_);
}

// All that arrives or ends until `time`.
void Replay::advance(std::int64_t time) {
  while (true) {
    const std::int64_t arrival = events_.empty() ? Program::kNever : events_.top().time;
    const std::int64_t now = std::min(arrival, program_.next());
    if (now > time || now == Program::kNever) return;
    while (!events_.empty() && events_.top().time == now) {
      const Event event = events_.top();
      events_.pop();
      if (event.kind == Event::Kind::released) {
        if (--base::at(reservations_, event.call) == 0) program_.end_call(event.call, now);
        continue;
      }
      std::unique_ptr<CallRun>& run = base::at(runs_, event.call);
      run->arrive(event.transfer, ledger_);
      if (!run->has_arrived()) continue;
      run->judge(ledger_);
      run.reset();
      ended_[index(event.call)] = true;
      program_.end_call(event.call, now);
    }
    program_.end_until(now);
    program_.settle(now);
  }
}

void Replay::require_ready(std::int32_t call, std::int64_t slot) {
  if (program_.is_ready(call)) return;
  ledger_.faults.add(FaultKind::early, [&] {
    const Side side = program_.awaited(call);
    const Actor& actor = base::at(stack_.plan.actors, side.actor);
    const std::int32_t of = base::at(actor.nodes, side.node).call;
    return fmt::format(
        "slot {}: {} begins, but {} still waits for {}", slot, call_in_words(stack_.plan, call),
        actor.name,
        of == Node::kNone ? fmt::format("its node {}", side.node) : call_in_words(stack_.plan, of));
  });
}

void Replay::begin(std::int32_t call, std::int64_t slot) {
  begun_[index(call)] = true;
  require_ready(call, slot);
  const std::int32_t before = program_.begin_call(call);
  if (before < 0) return;
  ledger_.faults.add(FaultKind::order, [&] {
    return fmt::format("slot {}: {} begins before {}, of the same communicator", slot,
                       call_in_words(stack_.plan, call), call_in_words(stack_.plan, before));
  });
}

void Replay::reserve(const Reserved& reserved) {
  if (!begun_[index(reserved.call)]) begin(reserved.call, reserved.start);
  base::Picoseconds end = base::times(stack_.clock.slot, reserved.start + reserved.slots);
  if (stack_.clock.sync == Sync::on_dependency) end = base::plus(end, stack_.clock.flight);
  events_.push({end.count(), Event::Kind::released, reserved.call, 0});
}

void Replay::send(const Coming& coming) {
  const Placed& placed = base::at(stack_.timeline.placed, coming.placed);
  if (coming.repetition + 1 < placed.repetitions) {
    coming_.push({coming.slot + placed.slots, coming.placed, coming.repetition + 1});
  }
  const std::int32_t call = placed.call;
  const int repetition = placed.first_repetition + coming.repetition;
  if (ended_[index(call)]) {
    ++ledger_.duplicates;
    ledger_.faults.add(FaultKind::twice, [&] {
      return fmt::format("slot {}: {} is sent again", coming.slot,
                         round_in_words(stack_.plan, call, placed.round, repetition));
    });
    return;
  }
  std::unique_ptr<CallRun>& run = base::at(runs_, call);
  if (run == nullptr) {
    begin(call, coming.slot);
    run = std::make_unique<CallRun>(
        stack_, routes_, call, base::at(goals_.goals, base::at(stack_.plan.calls, call).of).get(),
        marks_);
  }
  const std::int32_t transfer = run->send(placed, repetition, ledger_);
  if (transfer < 0) return;
  events_.push({arrival_of(stack_.clock, placed, coming.repetition).count(), Event::Kind::arrives,
                call, transfer});
}

void Replay::finish() {
  const Plan& plan = stack_.plan;
  for (std::size_t c = 0; c < plan.calls.size(); ++c) {
    const auto call = static_cast<std::int32_t>(c);
    if (runs_[c] != nullptr) {
      runs_[c]->judge(ledger_);
    } else if (!ended_[c] && !begun_[c] && plan.calls[c].kind != Call::Kind::barrier) {
      const auto& goal = base::at(goals_.goals, plan.calls[c].of);
      if (goal != nullptr) ledger_.bytes_expected += goal->bytes();
      ledger_.faults.add(FaultKind::missing, [&] {
        return fmt::format("{} is not in any slot", call_in_words(plan, call));
      });
    }
  }
  const std::int64_t claimed = stack_.timeline.step.count();
  if (ledger_.faults.all() > 0 || program_.step() == claimed) return;
  ledger_.faults.add(FaultKind::claim, [&] {
    return fmt::format("the step ends at {} ps; the stack says {} ps", program_.step(), claimed);
  });
}

}  // namespace jacquard::stack::check
