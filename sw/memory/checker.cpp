// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/checker.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::memory {
namespace {

using Kind = CommandKind;

bool is_column(Kind kind) { return kind == Kind::read || kind == Kind::write; }

std::string told_of(const Command& c) {
  const auto number = [](int n) { return n < 0 ? std::string("*") : std::to_string(n); };
  return fmt::format("{} of bank {}.{} row {} at clock {}", name_of(c.kind), number(c.group),
                     number(c.bank), c.row, c.clock);
}

}  // namespace

std::string Violation::told() const {
  if (early == 0) return fmt::format("{}: {} after {}", rule, told_of(second), told_of(first));
  return fmt::format("{}: {}, {} clock{} too early after {}", rule, told_of(second), early,
                     early == 1 ? "" : "s", told_of(first));
}

// JESD238 (HBM3), JESD235 (HBM2) and JESD79-5 (DDR5): the least clocks between two commands.
std::vector<Checker::Rule> Checker::rules_of(const ClockTiming& t, Clock burst) {
  constexpr Kind ACT = Kind::activate, RD = Kind::read, WR = Kind::write, PRE = Kind::precharge,
                 REF = Kind::refresh, REFB = Kind::refresh_bank;
  constexpr Scope bank = Scope::bank, group = Scope::group, channel = Scope::channel;
  const Clock written = t.tCWL + burst;  // from a write to the end of its data
  return {
      {"tRCDRD", ACT, RD, bank, t.tRCDRD},
      {"tRCDWR", ACT, WR, bank, t.tRCDWR},
      {"tRAS", ACT, PRE, bank, t.tRAS},
      {"tRC", ACT, ACT, bank, t.tRC},
      {"tRC", ACT, REFB, bank, t.tRC},
      {"tRC", ACT, REF, channel, t.tRC},
      {"tRP", PRE, ACT, bank, t.tRP},
      {"tRP", PRE, REFB, bank, t.tRP},
      {"tRP", PRE, REF, channel, t.tRP},
      {"tRTP", RD, PRE, bank, t.tRTP},
      {"tWR", WR, PRE, bank, written + t.tWR},
      {"tCCD_S", RD, RD, channel, t.tCCD_S},
      {"tCCD_S", WR, WR, channel, t.tCCD_S},
      {"tCCD_L", RD, RD, group, t.tCCD_L},
      {"tCCD_L", WR, WR, group, t.tCCD_L},
      {"tCCD_L_WR", WR, WR, group, t.tCCD_L_WR},
      {"tWTR_S", WR, RD, channel, written + t.tWTR_S},
      {"tWTR_L", WR, RD, group, written + t.tWTR_L},
      {"tRTW", RD, WR, channel, t.tRTW},
      {"tRRD_S", ACT, ACT, channel, t.tRRD_S},
      {"tRRD_S", ACT, REFB, channel, t.tRRD_S},
      {"tRRD_L", ACT, ACT, group, t.tRRD_L},
      {"tRFC", REF, ACT, channel, t.tRFC},
      {"tRFC", REF, REF, channel, t.tRFC},
      {"tRFC", REF, REFB, channel, t.tRFC},
      {"tRFC_B", REFB, ACT, bank, t.tRFC_B},
      {"tRFC_B", REFB, REFB, bank, t.tRFC_B},
      {"tRFC_B", REFB, REF, channel, t.tRFC_B},
      {"tRREFD", REFB, ACT, channel, t.tRREFD},
      {"tRREFD", REFB, REFB, channel, t.tRREFD},
  };
}

Checker::Checker(const MemoryConfig& config)
    : organisation_(config.organisation),
      timing_(clocks_of(config.timing, config.organisation)),
      refreshes_(config.controller.refresh != Refresh::none),
      groups_(organisation_.stack_ids * organisation_.bank_groups),
      banks_per_group_(organisation_.banks_per_group),
      burst_(organisation_.burst_clocks()),
      rules_(rules_of(timing_, burst_)),
      open_(base::index(organisation_.banks())),
      // DDR5's REFsb belongs to its fine-granularity mode: a command refreshes half the rows.
      refreshes_due_(organisation_.standard == Standard::ddr5 ? 2 : 1),
      refreshed_(open_.size(), 0) {
  for (auto& by_scope : last_) {
    by_scope[0].resize(open_.size());
    by_scope[1].resize(base::index(groups_));
    by_scope[2].resize(1);
  }
}

void Checker::report(const std::string& rule, const Command& first, const Command& second,
                     Clock early) {
  ++count_;
  if (violations_.size() < kMostKept) violations_.push_back({rule, first, second, early});
}

bool Checker::inside(const Command& c) const {
  const bool all_banks = c.kind == Kind::refresh;
  const bool all_groups =
      all_banks || (c.kind == Kind::refresh_bank && organisation_.standard == Standard::ddr5);
  const auto within = [](std::int64_t value, std::int64_t end) {
    return value >= 0 && value < end;
  };
  return (all_groups ? c.group == -1 : within(c.group, groups_)) &&
         (all_banks ? c.bank == -1 : within(c.bank, banks_per_group_)) &&
         (c.kind != Kind::activate || within(c.row, organisation_.rows())) &&
         (!is_column(c.kind) || within(c.column, organisation_.columns()));
}

void Checker::find_banks(const Command& c) {
  banks_.clear();
  if (c.group >= 0) return banks_.push_back(bank_of(c.group, c.bank));
  for (int group = 0; group < groups_; ++group) {
    for (int bank = 0; bank < banks_per_group_; ++bank) {
      if (c.bank == -1 || c.bank == bank) banks_.push_back(bank_of(group, bank));
    }
  }
}

Checker::Last& Checker::last(Kind kind, Scope scope, int index) {
  return base::at(base::at(base::at(last_, static_cast<int>(kind)), static_cast<int>(scope)),
                  index);
}

// The latest of a kind is the one that binds: every rule asks for a constant distance.
void Checker::hold_pairs(const Command& c) {
  for (const Rule& rule : rules_) {
    if (rule.second != c.kind) continue;
    const Command* worst = nullptr;
    const auto look = [&](int index) {
      const Last& before = last(rule.first, rule.scope, index);
      if (before && (!worst || before->clock > worst->clock)) worst = &*before;
    };
    if (rule.scope == Scope::channel) {
      look(0);
    } else {
      for (const int bank : banks_)
        look(rule.scope == Scope::bank ? bank : bank / banks_per_group_);
    }
    if (worst && c.clock - worst->clock < rule.least) {
      report(rule.name, *worst, c, worst->clock + rule.least - c.clock);
    }
  }
}

void Checker::hold_window(const Command& c) {
  if (c.kind != Kind::activate) return;
  if (activations_.size() == 4) {
    const Clock since = c.clock - activations_.front().clock;
    if (since < timing_.tFAW) report("tFAW", activations_.front(), c, timing_.tFAW - since);
    activations_.pop_front();
  }
  activations_.push_back(c);
}

void Checker::hold_state(const Command& c) {
  for (const int bank : banks_) {
    std::optional<Command>& open = base::at(open_, bank);
    switch (c.kind) {
      case Kind::activate:
        if (open) report("bank open", *open, c, 0);
        open = c;
        break;
      case Kind::read:
      case Kind::write:
        if (!open) report("bank closed", c, c, 0);
        if (open && open->row != c.row) report("row", *open, c, 0);
        break;
      case Kind::precharge:
        open.reset();
        break;
      case Kind::refresh:
      case Kind::refresh_bank:
        if (open) report("bank open", *open, c, 0);
        break;
    }
  }
}

// HBM has a bus for rows and one for columns, a command a clock each. DDR5 has one bus, where
// activations, reads and writes take two clocks.
void Checker::hold_command_bus(const Command& c) {
  const bool one_bus = organisation_.standard == Standard::ddr5;
  const bool two_clocks = one_bus && (c.kind == Kind::activate || is_column(c.kind));
  std::optional<Busy>& bus = !one_bus && is_column(c.kind) ? column_bus_ : row_bus_;
  if (bus && c.clock < bus->until) report("command bus", bus->by, c, bus->until - c.clock);
  bus = Busy{c, c.clock + (two_clocks ? 2 : 1)};
}

void Checker::hold_data_bus(const Command& c) {
  if (!is_column(c.kind)) return;
  const auto begin_of = [this](const Command& column) {
    return column.clock + (column.kind == Kind::read ? timing_.tCL : timing_.tCWL);
  };
  for (const Kind kind : {Kind::read, Kind::write}) {
    const Last& before = last(kind, Scope::channel, 0);
    if (!before) continue;
    const Clock apart = begin_of(c) - begin_of(*before);
    if (apart > -burst_ && apart < burst_) report("data bus", *before, c, burst_ - apart);
  }
}

// Whenever an interval has passed, no bank may lack more than the postponed refreshes.
void Checker::hold_refresh(Clock now, const Command& c) {
  if (!refreshes_) return;
  const Clock due = now / timing_.tREFI;
  if (due == intervals_) return;
  for (int bank = 0; bank < organisation_.banks(); ++bank) {
    const Clock had = base::at(refreshed_, bank);
    const auto owes = [&](Clock intervals) {
      return (intervals - kMostRefreshesOwed) * refreshes_due_ > had;
    };
    if (!owes(due) || owes(intervals_)) continue;  // not, or told already
    Command lacking = c;
    lacking.group = bank / banks_per_group_;
    lacking.bank = bank % banks_per_group_;
    report("refresh owed", lacking, c, 0);
  }
  intervals_ = due;
}

void Checker::remember(const Command& c) {
  const Clock refreshed = c.kind == Kind::refresh        ? refreshes_due_
                          : c.kind == Kind::refresh_bank ? 1
                                                         : 0;
  for (const int bank : banks_) {
    last(c.kind, Scope::bank, bank) = c;
    last(c.kind, Scope::group, bank / banks_per_group_) = c;
    base::at(refreshed_, bank) += refreshed;
  }
  last(c.kind, Scope::channel, 0) = c;
}

void Checker::see(const Command& command) {
  ++seen_;
  if (!inside(command)) return report("address", command, command, 0);
  if (command.clock < now_) report("order", command, command, now_ - command.clock);
  now_ = std::max(now_, command.clock);
  find_banks(command);
  hold_pairs(command);
  hold_window(command);
  hold_state(command);
  hold_command_bus(command);
  hold_data_bus(command);
  remember(command);
  hold_refresh(now_, command);
}

void Checker::finish(Clock now) {
  Command end;
  end.kind = Kind::refresh;
  end.clock = now;
  hold_refresh(std::max(now, now_), end);
}

}  // namespace jacquard::memory
