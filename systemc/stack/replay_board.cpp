// SPDX-License-Identifier: Apache-2.0
#include "systemc/stack/replay_board.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::ConfigError;
using base::index;
using base::Picoseconds;
using config::show_quantity;
using stack::Placed;
using stack::Sync;

config::Place place_of_stack() { return {"stack", ""}; }

// Of each call that is drawn: how many of its communicator went before.
std::vector<int> nth_of_communicator(const stack::Plan& plan, const StackModel& model) {
  std::map<std::pair<int, int>, int> passed;  // by communicator and first actor
  std::vector<int> nth(plan.calls.size());
  for (std::size_t c = 0; c < plan.calls.size(); ++c) {
    if (!model.is_drawn(static_cast<int>(c))) continue;
    const stack::Call& call = plan.calls[c];
    nth[c] = passed[{plan.template_of(call).communicator, plan.sides_of(call)[0].actor}]++;
  }
  return nth;
}

}  // namespace

ReplayBoard::ReplayBoard(const sc_core::sc_module_name& name, const stack::Stack& stack,
                         const ReplayOptions& options)
    : sc_core::sc_module(name),
      stack_(stack),
      options_(options),
      model_(stack.plan, stack.timeline.reserved),
      routes_(stack.plan, stack.fabric, stack.sizes, stack.seating, place_of_stack()),
      calls_(model_),
      shuffle_(options.event_order),
      ranks_of_(stack::ranks_by_actor(stack.plan)),
      port_busy_(index(stack.fabric.channels * stack.sizes.ports)) {
  for (int rank = 0; rank < stack.plan.ranks; ++rank) {
    NpuProgram::Host host;
    host.now = [] { return now(); };
    host.at = [this, rank](int node, Picoseconds time) { note_due(time, {rank, node}); };
    host.entered = [this](int call) {
      if (calls_.entered(call)) over(call);
      if (model_.is_drawn(call) && calls_.all_entered(call)) known_at_[call] = now();
    };
    host.began = [this, rank](int node, Picoseconds until) {
      if (!options_.keep) return;
      out_.trace.activities.push_back(
          {fmt::format("npu {}", rank), fmt::format("computes node {}", node), now(), until});
    };
    programs_.emplace_back(model_, rank, std::move(host));
  }
  StackSwitches::Shape shape{stack.sizes, stack.clock.guard, stack.clock.flight, 0, options.keep};
  for (int c = 0; c < stack.fabric.channels; ++c) {
    channels_.push_back(std::make_unique<StackSwitches>(fmt::format("channel_{}", c).c_str(), shape,
                                                        *this, c * stack.sizes.ports, *this,
                                                        shuffle_));
  }
  std::vector<Picoseconds> starts(index(stack.plan.ranks));
  for (const LateNpu& late : options.late) base::at(starts, late.rank) = late.by;
  for (int rank = 0; rank < stack.plan.ranks; ++rank) {
    due_at_.emplace(base::at(starts, rank).count(), Due{rank, kStart});
  }
  nth_ = nth_of_communicator(stack.plan, model_);
  calendar_.emplace(stack.timeline.placed, stack.timeline.reserved, stack.clock.sync);
  if (calendar_->next()) slot_time_ = base::times(stack.clock.slot, *calendar_->next());
  SC_HAS_PROCESS(ReplayBoard);
  SC_METHOD(act);
  sensitive << due_;
}

void ReplayBoard::fail(std::exception_ptr why) {
  if (failure_ == nullptr) failure_ = std::move(why);
  sc_core::sc_pause();
}

void ReplayBoard::note_due(Picoseconds time, Due due) {
  due_at_.emplace(time.count(), due);
  if (time <= now()) {
    wake();
  } else {
    due_.notify(until(time));
  }
}

void ReplayBoard::act() {
  ++activations_;
  if (failure_ != nullptr) return;
  if (sc_core::sc_pending_activity_at_current_time()) {
    wake();
    return;
  }
  try {
    happen();
  } catch (...) {
    fail(std::current_exception());
    return;
  }
  std::optional<Picoseconds> next;
  if (!due_at_.empty()) next = Picoseconds{due_at_.begin()->first};
  if (calendar_->next() && !waiting_) next = std::min(next.value_or(slot_time_), slot_time_);
  due_.cancel();
  if (!next) return;
  if (*next > kLongestRunOfCircuits) {
    fail(std::make_exception_ptr(ConfigError(
        {"stack", "", "a step of at most a day", "more than " + show_quantity(now()), ""})));
    return;
  }
  due_.notify(until(*next));
}

// Whatever ends by now, and what may begin because of that.
void ReplayBoard::take_due() {
  const auto is_due = [&] { return !due_at_.empty() && due_at_.begin()->first <= now().count(); };
  while (is_due()) {
    while (is_due()) {
      const Due due = due_at_.begin()->second;
      due_at_.erase(due_at_.begin());
      if (due.rank == kNoRank) {
        if (calls_.arrived(due.node)) over(due.node);
        continue;
      }
      may_compute_.insert(due.rank);
      NpuProgram& program = base::at(programs_, due.rank);
      due.node == kStart ? program.start() : program.ended(due.node);
    }
    for (const int rank : may_compute_) base::at(programs_, rank).compute();
    may_compute_.clear();
  }
}

void ReplayBoard::happen() {
  take_due();
  while (calendar_->next() && slot_time_ <= now()) {
    if (overflows()) {
      run_exchanges(calendar_->at_next().reserved_ends);
      ++out_.overflow_slots;
      slot_time_ = now() + stack_.clock.slot;
      return;
    }
    end_exchanges();
    take_due();
    if (!run_slot()) return;
    const std::int64_t slot = *calendar_->next();
    calendar_->advance();
    plan_next(slot);
  }
}

// Slots behind one that was late are as late.
void ReplayBoard::plan_next(std::int64_t slot) {
  if (waiting_) {
    out_.delayed += now() - slot_time_;
    for (const std::size_t late : waited_for_) base::at(out_.late, late).sent = now();
    waited_for_.clear();
    waiting_ = false;
  }
  if (!calendar_->next()) {
    out_.slots = std::max(out_.slots, slot);
    if (!missed_.empty()) send_missed();
    if (!calendar_->next()) return;
  }
  slot_time_ = base::plus(now(), base::times(stack_.clock.slot, *calendar_->next() - slot));
}

// What was missed, slot by slot as it was planned, nothing else in between.
void ReplayBoard::send_missed() {
  std::stable_sort(missed_.begin(), missed_.end(),
                   [](const Missed& a, const Missed& b) { return a.slot < b.slot; });
  std::vector<Placed> again;
  restricted_.clear();
  std::int64_t slot = out_.slots;
  for (auto first = missed_.begin(); first != missed_.end();) {
    const auto last =
        std::find_if(first, missed_.end(), [&](const Missed& m) { return m.slot != first->slot; });
    std::int64_t end = slot;
    for (auto m = first; m != last; ++m) {
      Placed placed = m->placed;
      placed.start = slot;
      placed.slots =
          static_cast<std::int32_t>(stack_.clock.slots_for(placed.lead + placed.bytes, false));
      end = std::max(end, placed.end());
      again.push_back(placed);
      restricted_.push_back(m->senders);
    }
    slot = end;
    first = last;
  }
  out_.slots_behind = slot - out_.slots;
  missed_.clear();
  behind_ = true;
  calendar_.emplace(std::move(again), std::vector<stack::Reserved>{}, stack_.clock.sync);
}

void ReplayBoard::over(int call) {
  const stack::Call& of = base::at(stack_.plan.calls, call);
  for (const stack::Side& side : stack_.plan.sides_of(of)) {
    for (const int rank : base::at(ranks_of_, side.actor)) {
      base::at(programs_, rank).call_over(call);
    }
  }
}

void ReplayBoard::arrive(int port, const Transfer& transfer) {
  if (failure_ != nullptr) return;
  const Message message = base::at(flying_, transfer.message);
  free_.push_back(transfer.message);
  const int at = stack_.port(message.to) + (port / stack_.sizes.ports) * stack_.sizes.ports;
  if (at != port) {
    lost(transfer, transfer.bytes, Why::wrong_setting);
    return;
  }
  const Bytes bytes{transfer.bytes.count};
  if (message.drawn) {
    out_.bytes_delivered += message.ends;
    out_.bytes_sent_on += bytes - message.ends;
    out_.messages += message.last ? 1 : 0;
    return;
  }
  const auto receipt = base::at(programs_, message.to).receives(message.name, bytes);
  if (receipt == NpuProgram::Receipt::not_meant) {
    fail(std::make_exception_ptr(ConfigError(
        {"stack", "", "messages that arrive in their order, each once",
         fmt::format("one of call {}, round {}, repetition {} at rank {}", message.name.call,
                     message.name.round, message.name.repetition, message.to),
         "jacquard genstack check says more"})));
    return;
  }
  out_.bytes_delivered += bytes;
  if (receipt == NpuProgram::Receipt::whole) {
    ++out_.messages;
    if (calls_.arrived(message.name.call)) over(message.name.call);
  }
  if (waiting_) wake();
}

void ReplayBoard::lost(const Transfer& t, ByteRange bytes, Why why) {
  const char* met = why == Why::wrong_setting ? "a circuit to somebody else" : "no circuit";
  fail(std::make_exception_ptr(
      ConfigError({"stack", "", "circuits that are there while data pass",
                   fmt::format("{} from port {} to port {} that met {} at {}",
                               show_quantity(Bytes{bytes.count}), t.source, t.destination, met,
                               show_quantity(t.head)),
                   "jacquard genstack check says more"})));
}

ReplayOutcome ReplayBoard::outcome() {
  if (failure_ != nullptr) std::rethrow_exception(failure_);
  const std::string hint = "jacquard genstack check says more";
  if (calendar_->next()) {
    const LateMessage* late =
        waited_for_.empty() ? nullptr : &base::at(out_.late, waited_for_.front());
    throw ConfigError(
        {"stack", "", "data that are there at some time",
         late == nullptr ? fmt::format("slot {} that waits for ever", *calendar_->next())
                         : fmt::format("slot {}, in which rank {} sends in call {}, round {}, and "
                                       "has nothing to send: it waits for {}",
                                       late->slot, late->sender, late->call, late->round,
                                       base::at(programs_, late->sender).waits_for()),
         hint});
  }
  for (std::size_t rank = 0; rank < programs_.size(); ++rank) {
    if (!programs_[rank].finished()) {
      throw ConfigError(
          {"stack", "", "slots for all that the plan needs",
           fmt::format("rank {} that waits for {}", rank, programs_[rank].waits_for()), hint});
    }
    out_.ends.push_back(programs_[rank].end());
    out_.step = std::max(out_.step, programs_[rank].end());
  }
  out_.events = activations_;
  for (std::size_t c = 0; c < channels_.size(); ++c) {
    out_.events += channels_[c]->deliveries();
    out_.connections += channels_[c]->changes();
    if (!options_.keep) continue;
    for (report::SettingRecord& setting : channels_[c]->settings(out_.step)) {
      if (channels_.size() > 1)
        setting.crossbar = fmt::format("{} of channel {}", setting.crossbar, c);
      out_.trace.settings.push_back(std::move(setting));
    }
    for (const auto& [port, use] : channels_[c]->outputs()) {
      out_.trace.links.push_back({port, use.bytes, use.carried, Picoseconds{0}, Picoseconds{0},
                                  std::max(out_.step - use.carried, Picoseconds{0})});
    }
  }
  out_.trace.completion = out_.step;
  return std::move(out_);
}

}  // namespace jacquard::systemc
