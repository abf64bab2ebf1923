// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/controller.hpp"

#include <algorithm>
#include <limits>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;
using schedule::kUnmatched;

constexpr std::int64_t kMostRounds = 10'000;
constexpr std::int64_t kMostRetries = 10'000;

Picoseconds grid_of(const CircuitParameters& p) {
  return p.crossbar_clock.count() > 0 ? p.crossbar_clock : p.slot;
}

std::string npu_name(int npu) { return "NPU " + std::to_string(npu); }

}  // namespace

Controller::Controller(const sc_core::sc_module_name& name, Parts parts)
    : sc_core::sc_module(name),
      parts_(parts),
      plans_(parts.parameters.crossbars.switches, grid_of(parts.parameters)),
      reported_(parts.nics.size(), false) {
  record_.connected = parts.connected;
  SC_HAS_PROCESS(Controller);
  SC_METHOD(next_round);
  SC_METHOD(begin_decision);
  sensitive << round_event_;
  dont_initialize();
  SC_METHOD(issue);
  sensitive << issue_event_;
  dont_initialize();
  SC_METHOD(settle);
  sensitive << settle_event_;
  dont_initialize();
}

ControllerRecord Controller::record() const {
  ControllerRecord record = record_;
  record.guard = plans_.last().guards();
  record.hold = plans_.last().holds();
  record.end = plans_.last().last_end();
  for (const Plan& plan : plans_.all()) record.guards.push_back(plan.guards());
  return record;
}

void Controller::fail(std::exception_ptr why) {
  if (failure_ == nullptr) failure_ = std::move(why);
  sc_core::sc_pause();
}

void Controller::guarded(const std::function<void()>& act) {
  ++record_.activations;
  if (failure_ != nullptr) return;
  try {
    act();
  } catch (...) {
    fail(std::current_exception());
  }
}

// When the demand of an NPU is known here: its data are there, and a report has come through.
Picoseconds Controller::report_time(int npu) const {
  const auto k = static_cast<std::size_t>(npu);
  Picoseconds sent = std::max(parts_.faults.ready[k], now());
  for (std::int64_t attempt = 0; attempt < kMostRetries; ++attempt) {
    const auto nth =
        (parts_.index * kMostRounds + static_cast<std::uint64_t>(round_)) * kMostRetries +
        static_cast<std::uint64_t>(attempt);
    if (!message_lost(parts_.fault_config, parts_.seed, "report", npu, nth)) break;
    sent += parts_.fault_config.retry;
    if (sent > kLongestRunOfCircuits) {
      throw base::ConfigError(
          {"faults/retry", "", "reports that come through within a day",
           npu_name(npu) + "'s, lost " + std::to_string(attempt + 1) + " times in a row", ""});
    }
  }
  return sent + parts_.parameters.report_latency;
}

// The demand is decided on when everyone who has something to send has reported, or everyone but
// those too late.
void Controller::next_round() {
  guarded([&] {
    std::vector<Picoseconds> reports(parts_.nics.size());
    std::optional<Picoseconds> first;
    Picoseconds last{0};
    for (std::size_t k = 0; k < parts_.nics.size(); ++k) {
      reports[k] = now();
      if (!parts_.nics[k]->has_waiting()) continue;
      reports[k] = report_time(static_cast<int>(k));
      first = std::min(first.value_or(reports[k]), reports[k]);
      last = std::max(last, reports[k]);
      const Picoseconds there = std::max(parts_.faults.ready[k], now());
      record_.messages_lost += (reports[k] - there).count() / parts_.fault_config.retry.count();
    }
    if (!first) {
      state_ = "nothing";
      return;
    }
    Picoseconds begin = last;
    if (parts_.fault_config.policy != Policy::delay) {
      begin = std::min(last, *first + parts_.fault_config.patience);
    }
    for (std::size_t k = 0; k < reports.size(); ++k) reported_[k] = reports[k] <= begin;
    state_ = "reports";
    round_event_.notify(until(begin));
  });
}

void Controller::begin_decision() {
  guarded([&] {
    const int n = static_cast<int>(parts_.nics.size());
    demand::DemandMatrix demand(n);
    for (int i = 0; i < n; ++i) {
      const Nic& nic = *base::at(parts_.nics, i);
      if (!base::at(reported_, i)) continue;
      for (int j = 0; j < n; ++j) demand.set(i, j, base::Bytes{nic.waiting(j)});
    }
    require_hope();
    const demand::QuantaMatrix quanta = quantise(demand, parts_.counting);
    quanta_ = quanta.clock();
    permutations_ = 0;
    ends_.clear();
    deciding_ = true;
    ++record_.decisions;
    if (record_.decisions == 2) record_.detected = now();
    state_ = "the scheduler";
    parts_.decision.begin(quanta,
                          {[this](const Permutation& p) { guarded([&] { permutation(p); }); },
                           [this] { guarded([&] { decision_done(); }); },
                           [this](std::exception_ptr why) { fail(std::move(why)); }});
  });
}

// Ends a run that cannot: its rounds are few, and no link it needs is down for good.
void Controller::require_hope() {
  if (++round_ > kMostRounds) {
    throw base::ConfigError({"faults", "", "faults that leave the fabric time to deliver",
                             waits_for() + " after " + std::to_string(kMostRounds) + " decisions",
                             ""});
  }
  if (dead_link()) {
    throw base::ConfigError({"faults", "",
                             "links and ports that come back, or spares enough, so that all can "
                             "be delivered",
                             waits_for(), ""});
  }
}

void Controller::permutation(const Permutation& p) {
  if (!p.relays.empty()) require_direct();
  const Picoseconds ready = now() + parts_.parameters.grant_latency;
  for (schedule::Matching& part : parts_.crossbars.split(p.columns)) {
    decided_.push_back({std::move(part), p.hold, ready, p.relays, p.sends_on, permutations_});
    auto& relays = decided_.back().relays;  // by row, as they are looked up
    std::stable_sort(
        relays.begin(), relays.end(),
        [](const schedule::Relay& a, const schedule::Relay& b) { return a.row < b.row; });
  }
  ++permutations_;
  last_ready_ = ready;
  if (parts_.overlap) plan_issue();
}

// What a fault loses on its way over several hops nobody could send again. What parallel switches
// carry comes in another order than it was decided in.
void Controller::require_direct() const {
  const char* const beside = parts_.parameters.slot.count() > 0 ? "where circuit.slotted is true"
                             : parts_.parameters.crossbars.switches > 1
                                 ? "where circuit.division is dealt"
                             : parts_.may_leave_residue ? "beside faults and counted losses"
                                                        : nullptr;
  if (beside == nullptr) return;
  throw base::ConfigError({"scheduler", "/name", std::string("a scheduler of one hop ") + beside,
                           "a schedule over several hops", "holds-first is direct"});
}

// What a setting sends on has come, by the link up and the link down, after the end of the setting
// that it came with, and lies in memory.
Picoseconds Controller::ready_of(const Decided& decided) const {
  if (decided.sends_on == schedule::kNothing) return decided.ready;
  const Picoseconds up_and_down = parts_.clock.distances().farthest() * 2;
  // A picosecond more, so that it has come whatever the order of one instant's events.
  return std::max(decided.ready, base::at(ends_, decided.sends_on) + up_and_down +
                                     parts_.parameters.forward + Picoseconds{1});
}

// One that changes nothing needs none.
Picoseconds Controller::guard_of(const Decided& decided) const {
  const bool kept = parts_.parameters.keep_settings && record_.connected.has(decided.columns);
  return kept ? Picoseconds{0} : parts_.parameters.crossbars.guard;
}

void Controller::decision_done() {
  deciding_ = false;
  const Picoseconds ready = now() + parts_.parameters.grant_latency;
  if (!parts_.overlap) {
    for (Decided& d : decided_) d.ready = ready;
    last_ready_ = ready;
    plans_.not_before(ready);
  }
  if (record_.decisions == 1) record_.decided = decided_.empty() ? ready : last_ready_;
  if (record_.decisions == 2) record_.replanned = ready;
  plan_issue();
}

// The front is issued so that it is known everywhere when it starts.
void Controller::plan_issue() {
  if (decided_.empty()) {
    if (deciding_) return;
    // Until the last bit has come or been missed, and whoever missed it has said so.
    const Picoseconds path = parts_.clock.distances().farthest() * 2 + parts_.parameters.slack;
    const Picoseconds heard =
        plans_.last().last_end() + path + parts_.parameters.report_latency + Picoseconds{1};
    settle_event_.notify(until(std::max(heard, now() + Picoseconds{1})));
    return;
  }
  const Picoseconds when = next_start(Picoseconds{0}).at - parts_.parameters.grant_latency;
  issue_event_.notify(until(when));
}

Controller::Start Controller::next_start(Picoseconds earliest) const {
  const Decided& front = decided_.front();
  const int number = plans_.free_first();
  const Picoseconds guard = guard_of(front);
  const Picoseconds ready = std::max(ready_of(front), earliest);
  return {number, guard, base::at(plans_.all(), number).start_of(ready, guard)};
}

// Of parallel switches: of what was known before, the longest, so that all end at about the same
// time. What is known at this very instant counts only where it is first, whatever the order of the
// instant's events.
Controller::Decided Controller::take_next(Picoseconds start) {
  auto next = decided_.begin();
  if (plans_.all().size() > 1) {
    for (auto it = decided_.begin(); it != decided_.end() && it->ready < start; ++it) {
      if (it->hold > next->hold) next = it;
    }
  }
  Decided taken = std::move(*next);
  decided_.erase(next);
  return taken;
}

void Controller::issue() {
  guarded([&] { issue_front(); });
}

void Controller::issue_front() {
  if (decided_.empty()) return;
  const Picoseconds earliest = now() + parts_.parameters.grant_latency;
  const Start start = next_start(earliest);
  if (start.at > earliest) {  // the plan has changed since this was called for
    plan_issue();
    return;
  }
  const Picoseconds up = wait_for_links(now());
  if (up == kForever) {
    throw base::ConfigError({"faults/policy", "",
                             "skip or spare where a link dies for good, as delay waits for it",
                             waits_for(), ""});
  }
  if (up > now()) {
    plans_.not_before(up);
    decided_.front().ready = up + parts_.parameters.grant_latency;
    plan_issue();
    return;
  }
  const Decided front = take_next(start.at);
  const Picoseconds hold = window(front.hold);
  if (base::plus(start.at, hold) > kLongestRunOfCircuits) {
    throw base::ConfigError({"simulate", "", "a run of at most a day of simulated time",
                             "setting " + std::to_string(record_.permutations + 1) +
                                 ", which is held for " + config::show_quantity(hold) + " from " +
                                 config::show_quantity(start.at) + " on",
                             "a shorter guard, decision or hold, or a smaller demand"});
  }
  Plan& plan = plans_.of(start.number);
  plan.take(start.at, hold, start.guard);
  ++record_.permutations;
  ends_.resize(std::max(ends_.size(), front.permutation + 1), plan.last_end());
  ends_[front.permutation] = plan.last_end();
  const Picoseconds connects = parts_.clock.connects_at(start.at);
  record_.connected.take(front.columns);
  parts_.crossbars.apply(
      {front.columns, connects - start.guard, connects, connects + hold, start.number}, front.hold);
  grant_all(front, start);
  if (parts_.keep) {
    record_.columns.push_back(front.columns);
    record_.holds.push_back(front.hold);
    record_.ready.push_back(front.ready);
    record_.starts.push_back(start.at);
    record_.switches.push_back(start.number);
  }
  ++announcement_;
  plan_issue();
}

// With policy delay, a setting is not issued while the controller knows of a link that is down.
Picoseconds Controller::wait_for_links(Picoseconds time) const {
  if (parts_.fault_config.policy != Policy::delay) return time;
  const Picoseconds notice = parts_.parameters.report_latency;
  if (time < notice) return time;
  Picoseconds until = time;
  for (const auto& outages : parts_.faults.outages) {
    const Picoseconds up = up_again(time - notice, outages);
    if (up == kForever) return kForever;
    if (up > time - notice) until = std::max(until, up + notice);
  }
  return until;
}

// The payload of `hold` quanta, or the most there is.
std::int64_t Controller::payload_of(std::int64_t hold) const {
  std::int64_t payload = 0;
  const bool wraps = __builtin_mul_overflow(hold, quanta_.quantum.count(), &payload);
  return wraps ? std::numeric_limits<std::int64_t>::max() : payload;
}

// How long a setting of `hold` slots lasts at the fabric: its data, and what those may be late.
Picoseconds Controller::window(std::int64_t hold) const {
  const CircuitParameters& p = parts_.parameters;
  if (p.slot.count() > 0) {
    const Picoseconds last = p.framing.time(p.slot_bytes.count()) + p.slack;
    return base::plus(base::times(p.slot, hold - 1), last);
  }
  if (p.crossbar_clock.count() > 0) return base::times(slot_in_clocks(), hold);
  return base::plus(p.framing.time(payload_of(hold)), p.slack);
}

// What a quantum takes, in whole clocks of a crossbar in hardware.
Picoseconds Controller::slot_in_clocks() const {
  const CircuitParameters& p = parts_.parameters;
  const std::int64_t clock = p.crossbar_clock.count();
  const std::int64_t clocks = (p.framing.time(quanta_.quantum.count()).count() + clock - 1) / clock;
  if (clocks >= std::int64_t{1} << kCrossbarGuardBits) {
    throw base::ConfigError(
        {"circuit/crossbar", "", "model for slots of so many clocks, or a smaller demand",
         std::to_string(clocks) + " clocks in a slot of " + config::show_quantity(quanta_.quantum),
         ""});
  }
  return Picoseconds{clocks * clock};
}

// Of a circuit over several hops: how much for each destination.
std::vector<Portion> Controller::portions_of(const Decided& decided, int row) const {
  struct ByRow {
    bool operator()(const schedule::Relay& relay, int of) const { return relay.row < of; }
    bool operator()(int of, const schedule::Relay& relay) const { return of < relay.row; }
  };
  const auto own = std::equal_range(decided.relays.begin(), decided.relays.end(), row, ByRow{});
  std::vector<Portion> portions;
  for (auto relay = own.first; relay != own.second; ++relay) {
    portions.push_back({relay->destination, payload_of(relay->quanta)});
  }
  return portions;
}

void Controller::grant_all(const Decided& decided, const Start& start) {
  const CircuitParameters& p = parts_.parameters;
  const std::int64_t bursts = p.slot.count() > 0 ? decided.hold : 1;
  const std::int64_t payload = p.slot.count() > 0 ? p.slot_bytes.count() : payload_of(decided.hold);
  for (int i = 0; i < static_cast<int>(parts_.nics.size()); ++i) {
    const int j = base::at(decided.columns, i);
    if (j == kUnmatched) continue;
    const auto nth = parts_.index * 1'000'000 + announcement_;
    if (message_lost(parts_.fault_config, parts_.seed, "grant", i, nth)) {
      ++record_.messages_lost;
      continue;
    }
    const Picoseconds first = parts_.clock.sends_at(i, start.at, announcement_);
    if (!decided.relays.empty()) {
      parts_.nics[static_cast<std::size_t>(i)]->grant({first, j, payload, portions_of(decided, i)});
      continue;
    }
    for (std::int64_t b = 0; b < bursts; ++b) {
      base::at(parts_.nics, i)
          ->grant({first + base::times(p.slot, b), j, payload, {}, start.number});
    }
  }
}

void Controller::settle() {
  guarded([&] {
    bool left = false;
    for (const auto& nic : parts_.nics) {
      nic->reclaim();
      left = left || nic->has_waiting();
    }
    if (left && !parts_.may_leave_residue) {
      throw base::ConfigError(
          {"schedule", "", "a schedule that covers the demand", waits_for(), ""});
    }
    next_round();
  });
}

std::optional<Controller::Waiting> Controller::first_waiting() const {
  for (const auto& nic : parts_.nics) {
    for (int j = 0; j < static_cast<int>(parts_.nics.size()); ++j) {
      if (nic->waiting(j) > 0) return Waiting{nic->index(), j};
    }
  }
  return std::nullopt;
}

// The NPU whose link is down for good while something waits to pass it.
std::optional<Controller::DeadLink> Controller::dead_link() const {
  const auto& all = parts_.faults.outages;
  if (std::all_of(all.begin(), all.end(), [](const auto& own) { return own.empty(); })) return {};
  for (const auto& nic : parts_.nics) {
    for (int j = 0; j < static_cast<int>(parts_.nics.size()); ++j) {
      if (nic->waiting(j) == 0) continue;
      for (const int npu : {nic->index(), j}) {
        const auto& outages = base::at(parts_.faults.outages, npu);
        if (!outages.empty() && outages.back().to == kForever && outages.back().from <= now()) {
          return DeadLink{{nic->index(), j}, npu};
        }
      }
    }
  }
  return std::nullopt;
}

std::string Controller::waits_for() const {
  const std::optional<DeadLink> dead = dead_link();
  const std::optional<Waiting> waiting = dead ? dead->waiting : first_waiting();
  if (!waiting) return std::string("the controller waiting for ") + state_;
  const auto& nic = *base::at(parts_.nics, waiting->source);
  return npu_name(waiting->source) + " with " +
         config::show_quantity(base::Bytes{nic.waiting(waiting->destination)}) + " left for " +
         npu_name(waiting->destination) +
         (dead ? ", as the link of " + npu_name(dead->npu) + " is down for good" : "");
}

}  // namespace jacquard::systemc
