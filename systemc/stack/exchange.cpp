// SPDX-License-Identifier: Apache-2.0
#include "systemc/stack/exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

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

Exchange::Exchange(std::vector<ExchangeGroup> groups, const OnDemand& how, Picoseconds known,
                   Picoseconds told, Bytes slot)
    : how_(how), told_(told), slot_(slot) {
  for (ExchangeGroup& of : groups) {
    Group group{std::move(of.ranks), std::move(of.demand), nullptr, nullptr, known, 0, 1, false};
    groups_.push_back(std::move(group));
  }
  for (Group& group : groups_) decide(group, known);
}

// In slots, or where a counter is too narrow, in as many slots as it takes.
void Exchange::decide(Group& group, Picoseconds known) {
  group.cursor.reset();
  group.decided.reset();
  const std::int64_t largest = group.left.largest_entry().count();
  if (largest == 0) return;
  const std::int64_t most = (std::int64_t{1} << how_.bits) - 1;
  const std::int64_t slots = (largest + slot_.count() - 1) / slot_.count();
  group.slots_each = (slots + most - 1) / most;
  demand::Quantisation counting;
  counting.quantum = Bytes{group.slots_each * slot_.count()};
  counting.bits = how_.bits;
  const demand::QuantaMatrix quanta = demand::quantise(group.left, counting);
  group.known = known;
  group.decided = std::make_unique<TimedSchedule>(how_.decide ? how_.decide(quanta)
                                                              : golden(quanta, how_.bits));
  group.cursor = std::make_unique<schedule::SettingCursor>(group.decided->schedule);
  permutations_ += static_cast<std::int64_t>(group.decided->schedule.permutations());
  group.slots_left = 0;
}

bool Exchange::finished() const {
  return std::all_of(groups_.begin(), groups_.end(),
                     [](const Group& group) { return group.left.largest_entry().count() == 0; });
}

// The next setting that still carries something. False: none is left.
bool Exchange::begin_setting(Group& group) {
  while (!group.cursor->done()) {
    const schedule::Matching& columns = group.cursor->columns();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (columns[i] == schedule::kUnmatched) continue;
      if (group.left.at(static_cast<int>(i), columns[i]).count() == 0) continue;
      if (group.slots_left == 0) group.slots_left = group.cursor->hold() * group.slots_each;
      return true;
    }
    group.cursor->next();
    group.slots_left = 0;
  }
  return false;
}

std::vector<Exchange::Wish> Exchange::wishes(Picoseconds now) {
  std::vector<Wish> all;
  for (Group& group : groups_) {
    group.shown = false;
    if (group.cursor == nullptr || !begin_setting(group)) continue;
    const Picoseconds ready = group.decided->ready[group.cursor->entry()];
    if (group.known + ready + told_ > now) continue;
    group.shown = true;
    const schedule::Matching& columns = group.cursor->columns();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (columns[i] == schedule::kUnmatched) continue;
      const Bytes left = group.left.at(static_cast<int>(i), columns[i]);
      if (left.count() == 0) continue;
      all.push_back({group.ranks[i], base::at(group.ranks, columns[i]), left});
    }
  }
  return all;
}

void Exchange::sent(const Wish& wish, Bytes bytes) {
  for (Group& group : groups_) {
    const auto from = std::find(group.ranks.begin(), group.ranks.end(), wish.from);
    if (from == group.ranks.end()) continue;
    const auto to = std::find(group.ranks.begin(), group.ranks.end(), wish.to);
    const int i = static_cast<int>(from - group.ranks.begin());
    const int j = static_cast<int>(to - group.ranks.begin());
    group.left.set(i, j, group.left.at(i, j) - bytes);
    return;
  }
}

// What a schedule leaves, as a circuit found no way through the tiers, is decided on anew.
void Exchange::next(Picoseconds now) {
  for (Group& group : groups_) {
    if (group.cursor == nullptr) continue;
    if (group.shown && --group.slots_left == 0) group.cursor->next();
    if (!begin_setting(group)) decide(group, now);
  }
}

}  // namespace jacquard::systemc
