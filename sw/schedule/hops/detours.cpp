// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/hops/detours.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/schedule/hops/detour_search.hpp"

namespace jacquard::schedule {
namespace {

using demand::QuantaMatrix;

// Of each port the destinations, largest parts first: so that few are cut.
std::vector<std::vector<Relay>> by_row(const RelaySetting& setting) {
  std::vector<std::vector<Relay>> rows(setting.columns.size());
  for (const Relay& r : setting.relays) base::at(rows, r.row).push_back(r);
  for (auto& row : rows) {
    std::stable_sort(row.begin(), row.end(),
                     [](const Relay& a, const Relay& b) { return a.quanta < b.quanta; });
  }
  return rows;
}

void unite_equal(std::vector<Relay>& relays) {
  const auto end_of = [](const Relay& r) { return std::tie(r.row, r.destination); };
  std::sort(relays.begin(), relays.end(),
            [&](const Relay& a, const Relay& b) { return end_of(a) < end_of(b); });
  std::size_t end = 0;
  for (const Relay& r : relays) {
    if (end > 0 && end_of(relays[end - 1]) == end_of(r)) {
      relays[end - 1].quanta += r.quanta;
    } else {
      relays[end++] = r;
    }
  }
  relays.resize(end);
}

void send_over(std::vector<RelaySetting>& settings, const std::vector<Detour>& detours) {
  std::vector<std::vector<Relay>> rows;
  int of = kUnmatched;
  std::vector<std::vector<Relay>> moved(settings.size());
  const auto keep = [&] {
    if (of == kUnmatched) return;
    auto& left = base::at(settings, of).relays;
    left.clear();
    for (const auto& row : rows) left.insert(left.end(), row.begin(), row.end());
  };
  for (const Detour& d : detours) {
    if (d.setting != of) {
      keep();
      of = d.setting;
      rows = by_row(base::at(settings, of));
    }
    const auto over =
        static_cast<std::int16_t>(base::at(base::at(settings, d.first).columns, d.row));
    for (std::int64_t quanta = d.quanta; quanta > 0;) {
      Relay& from = base::at(rows, d.row).back();
      const std::int64_t part = std::min(quanta, from.quanta);
      base::at(moved, d.first).push_back({from.row, over, from.destination, part});
      base::at(moved, d.second).push_back({over, from.column, from.destination, part});
      quanta -= part;
      from.quanta -= part;
      if (from.quanta == 0) base::at(rows, d.row).pop_back();
    }
  }
  keep();
  for (std::size_t t = 0; t < settings.size(); ++t) {
    auto& relays = settings[t].relays;
    relays.insert(relays.end(), moved[t].begin(), moved[t].end());
    unite_equal(relays);
  }
}

// Ports that idle are joined to others that do: their circuits may serve for detours.
void join_idle(Matching& columns) {
  std::vector<bool> taken(columns.size(), false);
  for (const int to : columns) {
    if (to != kUnmatched) taken[base::index(to)] = true;
  }
  int free = 0;
  for (int& to : columns) {
    if (to != kUnmatched) continue;
    while (taken[base::index(free)]) ++free;
    to = free++;
  }
}

std::vector<RelaySetting> settings_of(const QuantaMatrix& demand, const Schedule& direct) {
  const int n = demand.ports();
  std::vector<std::int64_t> left(demand.row_major().begin(), demand.row_major().end());
  std::vector<RelaySetting> settings;
  for (SettingCursor s(direct); !s.done(); s.next()) {
    RelaySetting setting{s.columns(), s.hold(), {}};
    for (int row = 0; row < n; ++row) {
      const int column = base::at(setting.columns, row);
      if (column == kUnmatched) continue;
      std::int64_t& of_pair = left[base::cell(row, column, n)];
      const std::int64_t quanta = std::min(of_pair, s.hold());
      of_pair -= quanta;
      const auto to = static_cast<std::int16_t>(column);
      if (quanta > 0) setting.relays.push_back({static_cast<std::int16_t>(row), to, to, quanta});
    }
    join_idle(setting.columns);
    settings.push_back(std::move(setting));
  }
  return settings;
}

}  // namespace

bool add_detours(std::vector<RelaySetting>& settings, const demand::SlotClock& clock) {
  if (settings.empty()) return false;
  const std::vector<Detour> detours = lower_holds(settings, clock);
  send_over(settings, detours);
  return !detours.empty();
}

Schedule schedule_of(const std::vector<RelaySetting>& settings, int ports, int hops,
                     std::string family) {
  Schedule schedule(ports, hops);
  schedule.set_family(std::move(family));
  for (const RelaySetting& s : settings) {
    Matching columns(base::index(ports), kUnmatched);
    for (const Relay& r : s.relays) base::at(columns, r.row) = r.column;
    if (s.hold == 0) continue;
    schedule.append(columns, s.hold);
    for (const Relay& r : s.relays) {
      if (hops > 1) schedule.relay(r);
    }
  }
  return schedule;
}

Schedule spread_direct(const QuantaMatrix& demand, const Schedule& direct) {
  std::vector<RelaySetting> settings = settings_of(demand, direct);
  if (!add_detours(settings, demand.clock())) return direct;
  return schedule_of(settings, demand.ports(), 2, "direct spread");
}

}  // namespace jacquard::schedule
