// SPDX-License-Identifier: Apache-2.0
#include "systemc/frames/arriving_circuits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "jacquard/base/digest.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/schedule/kept/begun_with.hpp"
#include "systemc/fabric/records.hpp"
#include "systemc/frames/pair_queue.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::ConfigError;
using base::Picoseconds;
using demand::DemandMatrix;
using schedule::kUnmatched;

// A run: queues, plan, and what came of them.
class Run {
 public:
  Run(const ArrivingCircuits::Terms& terms, const Offer& offer, report::FabricRun* trace)
      : terms_(terms),
        p_(terms.parameters),
        ports_(offer.demand.ports()),
        queues_(static_cast<std::size_t>(ports_) * static_cast<std::size_t>(ports_)),
        plan_(p_, terms.guarded),
        finish_(offer.flows.size()),
        sending_(static_cast<std::size_t>(ports_)),
        trace_(trace) {
    add_flows(offer.flows);
  }

  void go() {
    while (const auto at = next_report()) {
      for (PlannedSetting& setting : plan_.begun(*at)) carry(setting);
      decide(*at);
    }
  }

  RunFigures figures(const Offer& offer) const;

 private:
  PairQueue& queue(int i, int j) { return queues_[base::cell(i, j, ports_)]; }

  void add_flows(base::Span<const demand::Flow> flows) {
    for (std::size_t k = 0; k < flows.size(); ++k) order_.push_back(k);
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::size_t a, std::size_t b) { return flows[a].start < flows[b].start; });
    // Of one instant, data come before acknowledgements.
    for (std::size_t k = 0; k < order_.size();) {
      const Picoseconds at = flows[order_[k]].start;
      const std::size_t first = k;
      for (; k < order_.size() && flows[order_[k]].start == at; ++k) {
        const demand::Flow& f = flows[order_[k]];
        finish_[order_[k]] = at;
        if (f.size == Bytes{0}) continue;
        queue(f.source, f.destination).add({at, f.size.count(), static_cast<int>(order_[k])});
        starts_.push_back(at);
      }
      for (std::size_t a = first; a < k; ++a) {
        const demand::Flow& f = flows[order_[a]];
        const std::int64_t acks = p_.framing.acks_as_payload(f.size.count());
        if (acks > 0) queue(f.destination, f.source).add({at, acks, PairQueue::kAcks});
      }
    }
  }

  // Grids of frames, or when the last setting has ended; never before something waits. Nothing:
  // all is sent.
  std::optional<Picoseconds> next_report() {
    Picoseconds at = report_;
    if (terms_.frame) {
      at = std::max(at, scheduler_free_ - p_.report_latency);
    } else {
      at = std::max(at, plan_.last_end());
    }
    for (PlannedSetting& setting : plan_.begun(at)) carry(setting);
    if (plan_.last_end() <= at && !waits(at)) {
      const auto next = std::upper_bound(starts_.begin(), starts_.end(), at);
      if (next == starts_.end()) return std::nullopt;
      at = *next;
    }
    if (!terms_.frame) return at;
    const std::int64_t frame = terms_.frame->count();
    return Picoseconds{(at.count() + frame - 1) / frame * frame};
  }

  bool waits(Picoseconds at) {
    bool any = false;
    for (PairQueue& queue : queues_) any = queue.waiting(at) > 0 || any;
    return any;
  }

  void decide(Picoseconds at) {
    report_ = at + terms_.frame.value_or(Picoseconds{0});
    DemandMatrix demand(ports_);
    const std::int64_t most =
        terms_.frame ? payload_in(*terms_.frame, p_.framing) : demand::kMaxEntry.count();
    for (int i = 0; i < ports_; ++i) {
      std::int64_t port = 0;
      for (int j = 0; j < ports_; ++j) {
        const std::int64_t waiting = queue(i, j).waiting(at);
        port += waiting;
        demand.set(i, j, Bytes{waiting});
      }
      largest_port_ = std::max(largest_port_, port);
    }
    plan_.without_planned(demand);
    for (int i = 0; i < ports_; ++i) {
      for (int j = 0; j < ports_; ++j) {
        demand.set(i, j, Bytes{std::min(demand.at(i, j).count(), most)});
      }
    }
    if (demand.total() == Bytes{0}) return;
    const Picoseconds begins = std::max(at + p_.report_latency, scheduler_free_);
    const demand::QuantaMatrix quanta = quantise(demand, terms_.counting);
    const TimedSchedule schedule = decided(quanta);
    scheduler_free_ = begins + schedule.done;
    ++decisions_;
    const Picoseconds told = begins + p_.grant_latency;
    if (decisions_ == 1) decided_ = told + schedule.ready.back();
    const Picoseconds end =
        terms_.frame ? told + schedule.ready.front() + *terms_.frame : kLongestRunOfCircuits;
    const int planned = plan_.append(schedule, demand, quanta.clock(), told, end);
    if (end > kLongestRunOfCircuits || (planned == 0 && !terms_.frame)) {
      throw ConfigError({"simulate", "", "a run of at most a day of simulated time",
                         "a setting beyond that",
                         "a shorter guard, decision or hold, or less traffic"});
    }
  }

  // With the setting that stands already first, if there is one: then the whole is waited for.
  TimedSchedule decided(const demand::QuantaMatrix& quanta) const {
    TimedSchedule schedule = terms_.decide(quanta);
    if (schedule.schedule.hops() > 1 || schedule.shifts) {
      throw ConfigError({"scheduler", "/name", "a scheduler of one hop where flows arrive",
                         "a schedule over several hops", "holds-first is direct"});
    }
    const bool keeps = p_.keep_settings || terms_.guarded == GuardedPorts::changed;
    if (keeps && !plan_.connected().columns().empty()) {
      schedule.schedule = schedule::begun_with(plan_.connected(), quanta, schedule.schedule);
      std::fill(schedule.ready.begin(), schedule.ready.end(), schedule.done);
    } else if (!terms_.overlap) {
      std::fill(schedule.ready.begin(), schedule.ready.end(), schedule.done);
    }
    return schedule;
  }

  void carry(const PlannedSetting& setting) {
    ++permutations_;
    const Picoseconds far = p_.distances.farthest();
    std::int64_t kept = 0, active = 0;
    for (int i = 0; i < ports_; ++i) {
      const int j = base::at(setting.columns, i);
      if (j == kUnmatched) continue;
      const bool keeps = setting.keeps[static_cast<std::size_t>(i)];
      kept += keeps;
      ++active;
      const Picoseconds from = keeps ? setting.from - setting.guard : setting.from;
      const auto sent =
          queue(i, j).send(from, setting.to, p_.framing, [&](int flow, Picoseconds end) {
            finish_[static_cast<std::size_t>(flow)] = end + far * 2;
          });
      if (sent.bytes == 0) continue;
      ++sends_;
      completion_ = std::max(completion_, sent.end + far * 2);
      base::at(sending_, i) += sent.time;
      if (trace_ != nullptr) {
        trace_->activities.push_back(
            {fmt::format("npu {}", i), fmt::format("sends to {}", j), from, sent.end});
      }
    }
    const Picoseconds saved{active == 0 ? 0 : setting.guard.count() * kept / active};
    guard_ += setting.guard - saved;
    hold_ += setting.to - setting.from + saved;
    for (const int column : setting.columns) hash_.add_signed(column);
    hash_.add_signed(setting.hold);
    hash_.add_signed(setting.from.count());
    if (trace_ != nullptr) {
      trace_->settings.push_back({"", setting.from - setting.guard + far, setting.from + far,
                                  setting.to + far, setting.columns});
    }
  }

  const ArrivingCircuits::Terms& terms_;
  const CircuitParameters& p_;
  int ports_;
  std::vector<PairQueue> queues_;
  FramePlan plan_;
  std::vector<Picoseconds> finish_;   // of each flow
  std::vector<Picoseconds> sending_;  // of each port
  report::FabricRun* trace_;
  std::vector<std::size_t> order_;   // of flows, by start
  std::vector<Picoseconds> starts_;  // of flows that have bytes, ascending
  Picoseconds report_{0}, scheduler_free_{0};
  Picoseconds completion_{0}, decided_{0}, guard_{0}, hold_{0};
  std::int64_t permutations_ = 0, decisions_ = 0, sends_ = 0, largest_port_ = 0;
  base::Digest hash_;
};

RunFigures Run::figures(const Offer& offer) const {
  RunFigures f = figures_of(offer, p_.framing.rate);
  f.completion = completion_;
  std::int64_t longest = 0;
  for (const PairQueue& queue : queues_) {
    JQ_CHECK(queue.empty(), "all that arrives is sent");
    longest = std::max(longest, queue.longest());
  }
  for (std::size_t k = 0; k < offer.flows.size(); ++k) {
    f.flow_times.push_back(finish_[k] - offer.flows[k].start);
  }
  f.bytes_delivered = f.bytes_asked;
  f.events = permutations_ + sends_ + decisions_;
  CircuitFigures own;
  own.decision = decided_;
  own.guard = guard_;
  own.hold = hold_;
  own.without_faults = completion_;
  own.permutations = permutations_;
  own.decisions = decisions_;
  own.schedule_hash = hash_.value().first;
  own.scheduler_events = decisions_;
  own.largest_voq = Bytes{longest};
  own.largest_port = Bytes{largest_port_};
  f.own = own;
  if (trace_ != nullptr) {
    trace_->completion = completion_;
    record_flows(offer, finish_, *trace_);
    for (int i = 0; i < ports_; ++i) {
      trace_->links.push_back(link_record(fmt::format("npu {} up", i), Bytes{0},
                                          base::at(sending_, i), guard_, Picoseconds{0},
                                          completion_));
    }
  }
  return f;
}

}  // namespace

RunFigures ArrivingCircuits::run(const Offer& offer, std::uint64_t, report::FabricRun* trace) {
  if (offer.foresight != nullptr || offer.before != nullptr) {
    throw ConfigError({"circuit", "/frame", "none where exchanges follow each other", "a frame",
                       "circuit.guarded_ports is all there, too"});
  }
  Run run(terms_, offer, trace);
  run.go();
  return run.figures(offer);
}

}  // namespace jacquard::systemc
