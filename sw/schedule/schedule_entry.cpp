// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/schedule_entry.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::schedule {
namespace {

[[noreturn]] void fail(const std::string& source, std::size_t entry, const std::string& expected,
                       const std::string& found) {
  throw base::ConfigError({source, "/entries/" + std::to_string(entry), expected, found, ""});
}

std::int64_t end_of(const ScheduleEntry& entry, std::int64_t start) {
  std::int64_t end = 0;
  return __builtin_add_overflow(start, entry.slots, &end) ? INT64_MAX : end;
}

bool is_matching(const Matching& columns) {
  std::vector<bool> taken(columns.size(), false);
  for (const int column : columns) {
    if (column == kUnmatched) continue;
    if (column < 0 || base::index(column) >= columns.size() || taken[base::index(column)]) {
      return false;
    }
    taken[base::index(column)] = true;
  }
  return true;
}

void check(const std::vector<ScheduleEntry>& entries, const std::string& source) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const ScheduleEntry& entry = entries[i];
    if (entry.slots < 1) fail(source, i, "at least one slot", std::to_string(entry.slots));
    if (!is_matching(entry.permutation)) {
      fail(source, i, "a column once at most, below the number of ports", "another permutation");
    }
    if ((entry.switch_number == ScheduleEntry::kGlobal) !=
        (entries.front().switch_number == ScheduleEntry::kGlobal)) {
      fail(source, i, "entries of single switches, or global ones", "both");
    }
    if (entry.start_slot && *entry.start_slot < 0) {
      fail(source, i, "a start at slot 0 or later", std::to_string(*entry.start_slot));
    }
    for (const int other : entry.after) {
      if (other < 0 || static_cast<std::size_t>(other) >= entries.size()) {
        fail(source, i, "indices of entries in `after`", std::to_string(other));
      }
    }
  }
}

// Places each entry as soon as all that it waits for are placed.
class Placement {
 public:
  Placement(const std::vector<ScheduleEntry>& entries, const std::string& source)
      : entries_(entries),
        source_(source),
        waits_(entries.size(), 0),
        dependents_(entries.size()),
        free_(entries.size(), 0) {
    std::map<int, std::size_t> last;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      for (const int other : entries[i].after) add_wait(i, static_cast<std::size_t>(other));
      const auto [before, is_first] = last.try_emplace(entries[i].switch_number, i);
      if (!is_first && !entries[i].start_slot) add_wait(i, before->second);
      before->second = i;
    }
  }

  std::vector<std::int64_t> starts() && {
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < waits_.size(); ++i) {
      if (waits_[i] == 0) ready.push_back(i);
    }
    for (std::size_t k = 0; k < ready.size(); ++k) {
      const std::int64_t end = place(ready[k]);
      for (const std::size_t later : dependents_[ready[k]]) {
        free_[later] = std::max(free_[later], end);
        if (--waits_[later] == 0) ready.push_back(later);
      }
    }
    const auto stuck = std::find_if(waits_.begin(), waits_.end(), [](int n) { return n > 0; });
    if (stuck != waits_.end()) {
      fail(source_, static_cast<std::size_t>(stuck - waits_.begin()),
           "entries that do not follow each other in a cycle", "one that waits for such a cycle");
    }
    return std::move(free_);
  }

 private:
  void add_wait(std::size_t entry, std::size_t other) {
    ++waits_[entry];
    dependents_[other].push_back(entry);
  }

  // Its end.
  std::int64_t place(std::size_t i) {
    const std::int64_t start = entries_[i].start_slot.value_or(free_[i]);
    if (start < free_[i]) {
      fail(source_, i, "a start at slot " + std::to_string(free_[i]) + " or later, as `after` says",
           std::to_string(start));
    }
    free_[i] = start;
    const std::int64_t end = end_of(entries_[i], start);
    if (end == INT64_MAX) fail(source_, i, "slots below 2^63", "more");
    return end;
  }

  const std::vector<ScheduleEntry>& entries_;
  const std::string& source_;
  std::vector<int> waits_;
  std::vector<std::vector<std::size_t>> dependents_;
  std::vector<std::int64_t> free_;  // from when on; of those placed, their start
};

// Indices of the entries, by switch and start.
std::vector<std::size_t> in_order(const std::vector<ScheduleEntry>& entries,
                                  const std::vector<std::int64_t>& starts) {
  std::vector<std::size_t> order(entries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(entries[a].switch_number, starts[a]) <
           std::pair(entries[b].switch_number, starts[b]);
  });
  return order;
}

void require_apart(const std::vector<ScheduleEntry>& entries,
                   const std::vector<std::int64_t>& starts, const std::string& source) {
  const std::vector<std::size_t> order = in_order(entries, starts);
  for (std::size_t k = 1; k < order.size(); ++k) {
    const std::size_t before = order[k - 1];
    if (entries[before].switch_number != entries[order[k]].switch_number) continue;
    const std::int64_t end = end_of(entries[before], starts[before]);
    if (starts[order[k]] >= end) continue;
    fail(source, order[k], "one entry of a switch at a time",
         "entry " + std::to_string(before) + ", which ends at slot " + std::to_string(end));
  }
}

}  // namespace

std::vector<std::int64_t> start_slots(const std::vector<ScheduleEntry>& entries,
                                      const std::string& source) {
  check(entries, source);
  std::vector<std::int64_t> starts = Placement(entries, source).starts();
  require_apart(entries, starts, source);
  return starts;
}

std::vector<ScheduleEntry> entries_of(const Schedule& schedule, int switch_number) {
  std::vector<ScheduleEntry> entries;
  std::int64_t start = 0;
  for (SettingCursor s(schedule); !s.done(); s.next()) {
    ScheduleEntry& entry = entries.emplace_back();
    entry.switch_number = switch_number;
    entry.start_slot = start;
    entry.permutation = s.columns();
    entry.slots = s.hold();
    start += s.hold();
  }
  return entries;
}

Schedule schedule_of(const std::vector<ScheduleEntry>& entries, int ports, int switch_number,
                     const std::string& source) {
  const std::vector<std::int64_t> starts = start_slots(entries, source);
  Schedule schedule(ports);
  std::int64_t now = 0;
  for (const std::size_t i : in_order(entries, starts)) {
    if (entries[i].switch_number != switch_number) continue;
    if (entries[i].permutation.size() != static_cast<std::size_t>(ports)) {
      fail(source, i, "a permutation of " + std::to_string(ports) + " ports",
           std::to_string(entries[i].permutation.size()));
    }
    if (starts[i] > now) {
      schedule.append(Matching(static_cast<std::size_t>(ports), kUnmatched), starts[i] - now);
    }
    schedule.append(entries[i].permutation, entries[i].slots);
    now = starts[i] + entries[i].slots;
  }
  return schedule;
}

}  // namespace jacquard::schedule
