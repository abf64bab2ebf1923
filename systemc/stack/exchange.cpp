// SPDX-License-Identifier: Apache-2.0
#include "systemc/stack/exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "jacquard/base/bandwidth.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/core/core_names.hpp"
#include "jacquard/workload/expert_demand.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::index;
using base::Picoseconds;
using demand::DemandMatrix;

constexpr Picoseconds kGoldenClock{1'000};
constexpr int kDiagonalsPerClock = 4;

TimedSchedule golden(const demand::QuantaMatrix& demand, int bits) {
  const schedule::CoreShape shape{schedule::CoreKind::ladder, demand.ports(), bits,
                                  std::min(kDiagonalsPerClock, demand.ports())};
  schedule::CoreInputs options;
  options.top_offset = 1;
  const auto core = schedule::make_golden_core(shape);
  return at_clocks(schedule::run_core(*core, demand, options), kGoldenClock);
}

DemandMatrix drawn(int ranks, Bytes each, int nth, const OnDemand& how) {
  workload::ExpertTraffic traffic;
  traffic.ranks = ranks;
  traffic.experts = ranks;
  traffic.tokens = each.count();
  base::Rng rng(how.seed, "routing of a placeholder", static_cast<std::uint64_t>(nth / 2));
  const DemandMatrix there = workload::expert_demand(traffic, how.routing, rng(), {"stack", ""});
  DemandMatrix demand(ranks);
  for (int i = 0; i < ranks; ++i) {
    for (int j = 0; j < ranks; ++j) {
      if (i != j) demand.set(i, j, nth % 2 == 0 ? there.at(i, j) : there.at(j, i));
    }
  }
  return demand;
}

}  // namespace

std::vector<ExchangeGroup> exchange_groups(const stack::Plan& plan, int call, int nth,
                                           const OnDemand& how) {
  const stack::Call& of = base::at(plan.calls, call);
  const rounds::Collective& collective = base::at(plan.rounds.collectives, of.of);
  std::vector<bool> takes_part(plan.actors.size());
  for (const stack::Side& side : plan.sides_of(of)) takes_part[index(side.actor)] = true;
  std::map<int, std::vector<int>> by_first;
  for (int rank = 0; rank < collective.shape.size(); ++rank) {
    const int npu = collective.npu(rank);
    if (!takes_part[index(base::at(plan.actor_of, npu))]) continue;
    by_first[collective.rank_of(rank, 0)].push_back(npu);
  }
  std::vector<ExchangeGroup> groups;
  for (auto& [first, ranks] : by_first) {
    const int size = static_cast<int>(ranks.size());
    if (size > schedule::kMostCorePorts) {
      throw base::ConfigError(
          {"stack", "",
           fmt::format("groups of at most {} ranks, as a scheduler has ports",
                       schedule::kMostCorePorts),
           fmt::format("{} in call {}, whose demand only the run knows", size, call), ""});
    }
    groups.push_back({std::move(ranks), drawn(size, collective.bytes, nth, how)});
  }
  return groups;
}

// Data that are told in a slot's time are there at its end; else they are on their way still.
Exchange::Exchange(std::vector<ExchangeGroup> groups, const OnDemand& how, Picoseconds known,
                   Picoseconds told, const stack::SlotClock& slots)
    : how_(how),
      told_(told),
      slots_(slots),
      slot_(slots.capacity(1, false)),
      relay_(how.forward +
             (slots.sync == stack::Sync::on_dependency ? slots.flight : Picoseconds{0})) {
  for (ExchangeGroup& of : groups) {
    Group group{std::move(of.ranks),
                std::move(of.demand),
                nullptr,
                nullptr,
                known,
                Bytes{1},
                0,
                {},
                {},
                false};
    groups_.push_back(std::move(group));
  }
  for (Group& group : groups_) decide(group, known);
}

// In slots, or where a counter is too narrow, in as many slots as it takes. Without counters in
// bytes: a setting is rounded up to whole slots, so that half a slot is lost in the mean.
demand::QuantaMatrix Exchange::counted(const DemandMatrix& left) const {
  demand::Quantisation counting;
  counting.bits = how_.bits;
  counting.quantum = Bytes{1};
  counting.forward = relay_;
  if (how_.bits) {
    const std::int64_t most = (std::int64_t{1} << *how_.bits) - 1;
    const std::int64_t slots = (left.largest_entry().count() + slot_.count() - 1) / slot_.count();
    counting.quantum = Bytes{(slots + most - 1) / most * slot_.count()};
  } else {
    counting.rate = base::in_bits(base::mean_rate(slot_, slots_.slot));
    counting.guard = Picoseconds{slots_.slot.count() / 2};
  }
  return demand::quantise(left, counting);
}

void Exchange::decide(Group& group, Picoseconds known) {
  group.cursor.reset();
  group.decided.reset();
  if (group.left.largest_entry().count() == 0) return;
  const demand::QuantaMatrix quanta = counted(group.left);
  group.quantum = quanta.clock().quantum;
  group.known = known;
  group.decided = std::make_unique<TimedSchedule>(how_.decide ? how_.decide(quanta)
                                                              : golden(quanta, *how_.bits));
  const schedule::Schedule& schedule = group.decided->schedule;
  group.cursor = std::make_unique<schedule::SettingCursor>(schedule);
  group.ended.assign(schedule.permutations(), known);
  permutations_ += static_cast<std::int64_t>(schedule.permutations());
  group.slots_left = 0;
}

bool Exchange::finished() const {
  return std::all_of(groups_.begin(), groups_.end(),
                     [](const Group& group) { return group.left.largest_entry().count() == 0; });
}

// What lies at ports now: what comes in this setting is for later ones. Of one hop a circuit may
// use all of its slots.
void Exchange::load_setting(Group& group) const {
  const schedule::SettingCursor& at = *group.cursor;
  const schedule::Schedule& schedule = group.decided->schedule;
  const Bytes held{at.hold() * group.quantum.count()};
  group.slots_left = (held.count() + slot_.count() - 1) / slot_.count();
  group.carried.clear();
  for (const schedule::Relay& relay : schedule.relays(at.entry())) {
    const Bytes most{relay.quanta * group.quantum.count()};
    const Bytes bytes = std::min(most, group.left.at(relay.row, relay.destination));
    if (bytes.count() > 0) {
      group.carried.push_back({relay.row, relay.column, relay.destination, bytes});
    }
  }
  std::stable_sort(group.carried.begin(), group.carried.end(),
                   [](const Carried& a, const Carried& b) { return a.from < b.from; });
  if (schedule.hops() > 1) return;
  for (int i = 0; i < schedule.ports(); ++i) {
    const int j = base::at(at.columns(), i);
    if (j == schedule::kUnmatched || group.left.at(i, j).count() == 0) continue;
    group.carried.push_back({i, j, j, group.left.at(i, j)});
  }
}

void Exchange::end_setting(Group& group, Picoseconds now) const {
  base::at(group.ended, group.cursor->entry()) = now;
  group.cursor->next();
  group.slots_left = 0;
}

// The next setting that still carries something. False: none is left.
bool Exchange::begin_setting(Group& group, Picoseconds now) const {
  for (; !group.cursor->done(); end_setting(group, now)) {
    if (group.slots_left == 0) load_setting(group);
    const auto carries = [](const Carried& one) { return one.left.count() > 0; };
    if (std::any_of(group.carried.begin(), group.carried.end(), carries)) return true;
  }
  return false;
}

std::vector<Exchange::Wish> Exchange::wishes(Picoseconds now) {
  std::vector<Wish> all;
  for (Group& group : groups_) {
    group.shown = false;
    if (group.cursor == nullptr || !begin_setting(group, now)) continue;
    const TimedSchedule& decided = *group.decided;
    const std::size_t entry = group.cursor->entry();
    if (group.known + decided.ready[entry] + told_ > now) continue;
    const int sends_on = decided.sends_on.empty() ? schedule::kNothing : decided.sends_on[entry];
    if (sends_on != schedule::kNothing && base::at(group.ended, sends_on) + relay_ > now) continue;
    group.shown = true;
    const auto same = [&](const Carried& one) {
      return !all.empty() && all.back().from == base::at(group.ranks, one.from);
    };
    for (const Carried& one : group.carried) {
      if (one.left.count() == 0) continue;
      if (!same(one)) {
        all.push_back({base::at(group.ranks, one.from), base::at(group.ranks, one.to), Bytes{0}});
      }
      all.back().left += one.left;
    }
  }
  return all;
}

std::vector<Exchange::Part> Exchange::sent(const Wish& wish, Bytes bytes) {
  std::vector<Part> parts;
  for (Group& group : groups_) {
    if (std::find(group.ranks.begin(), group.ranks.end(), wish.from) == group.ranks.end()) continue;
    for (Carried& one : group.carried) {
      if (base::at(group.ranks, one.from) != wish.from) continue;
      const Bytes part = std::min(bytes, one.left);
      if (part.count() == 0) continue;
      bytes -= part;
      one.left -= part;
      const auto add = [&](int at, Bytes what) {
        group.left.set(at, one.destination, group.left.at(at, one.destination) + what);
      };
      add(one.from, Bytes{-part.count()});
      if (one.to != one.destination) add(one.to, part);
      parts.push_back({base::at(group.ranks, one.destination), part});
    }
    break;
  }
  return parts;
}

// What a schedule leaves, as a circuit found no way through the tiers, is decided on anew.
void Exchange::next(Picoseconds now) {
  for (Group& group : groups_) {
    if (group.cursor == nullptr) continue;
    if (group.shown && --group.slots_left == 0) end_setting(group, now);
    if (begin_setting(group, now)) continue;
    const bool relayed = group.decided->schedule.hops() > 1;
    decide(group, relayed ? now + relay_ : now);
  }
}

}  // namespace jacquard::systemc
