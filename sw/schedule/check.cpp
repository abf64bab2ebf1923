// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/check.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "jacquard/base/at.hpp"

namespace jacquard::schedule {
namespace {

std::string at_entry(std::size_t entry, const std::string& what) {
  return "entry " + std::to_string(entry) + ": " + what;
}

// The crossbar as the schedule sets it: which column each row has, and since which entry.
struct Crossbar {
  explicit Crossbar(int ports)
      : n(ports), column(size(), kUnmatched), row(size(), kUnmatched), since(size(), 0) {}

  std::size_t size() const { return static_cast<std::size_t>(n); }

  // Applies an entry's changes: all releases first, so that two rows may swap columns.
  // Calls closing(row) before each release. Returns the fault, or "".
  template <class Closing>
  std::string apply(base::Span<const Change> changes, std::size_t entry, Closing&& closing) {
    for (const Change& c : changes) {
      if (c.row < 0 || c.row >= n) return "row " + std::to_string(c.row) + " is no port";
      if (c.column < kUnmatched || c.column >= n) {
        return "column " + std::to_string(c.column) + " is no port";
      }
      const auto r = static_cast<std::size_t>(c.row);
      if (column[r] == kUnmatched) continue;
      closing(c.row);
      base::at(row, column[r]) = kUnmatched;
      column[r] = kUnmatched;
    }
    for (const Change& c : changes) {
      if (c.column == kUnmatched) continue;
      const auto r = static_cast<std::size_t>(c.row);
      const auto j = static_cast<std::size_t>(c.column);
      if (column[r] != kUnmatched) return "row " + std::to_string(c.row) + " is set twice";
      if (row[j] != kUnmatched) {
        return "column " + std::to_string(c.column) + " is set for rows " + std::to_string(row[j]) +
               " and " + std::to_string(c.row);
      }
      column[r] = c.column;
      row[j] = c.row;
      since[r] = entry;
    }
    return "";
  }

  int n;
  std::vector<int> column;
  std::vector<int> row;
  std::vector<std::size_t> since;
};

// First slot of every entry, and the end of the last. False if the sum overflows.
bool entry_starts(const Schedule& schedule, std::vector<std::int64_t>& start) {
  start.assign(1, 0);
  start.reserve(schedule.permutations() + 1);
  for (std::size_t e = 0; e < schedule.permutations(); ++e) {
    std::int64_t next = 0;
    if (schedule.hold(e) < 1 || __builtin_add_overflow(start.back(), schedule.hold(e), &next)) {
      return false;
    }
    start.push_back(next);
  }
  return true;
}

void judge_residue(const std::vector<std::int64_t>& residue, int ports, Verdict& verdict) {
  const auto left = std::find_if(residue.begin(), residue.end(), [](auto r) { return r != 0; });
  verdict.valid = left == residue.end();
  if (verdict.valid) return;
  const auto index = static_cast<int>(left - residue.begin());
  verdict.fault = std::to_string(*left) + " quanta of (" + std::to_string(index / ports) + ", " +
                  std::to_string(index % ports) + ") are never served";
}

Verdict check_direct(const demand::QuantaMatrix& demand, const Schedule& schedule,
                     const std::vector<std::int64_t>& start) {
  Verdict verdict;
  const int n = demand.ports();
  std::vector<std::int64_t> residue(demand.row_major().begin(), demand.row_major().end());
  Crossbar crossbar(n);
  std::size_t now = 0;
  // A circuit is settled once, when it closes: it served min(residue, time), idled the rest, and
  // was useless in each entry that began after its residue had run out.
  const auto settle = [&](int row) {
    const auto r = static_cast<std::size_t>(row);
    std::int64_t& left =
        residue[r * static_cast<std::size_t>(n) + static_cast<std::size_t>(crossbar.column[r])];
    const std::size_t opened = crossbar.since[r];
    const std::int64_t time = start[now] - start[opened];
    const std::int64_t served = std::min(left, time);
    const auto first = start.begin() + static_cast<std::ptrdiff_t>(opened);
    const auto last = start.begin() + static_cast<std::ptrdiff_t>(now);
    verdict.useless_pairs += last - std::lower_bound(first, last, start[opened] + served);
    verdict.served_quanta += served;
    verdict.idle_quanta += time - served;
    left -= served;
  };
  for (; now < schedule.permutations(); ++now) {
    const std::string fault = crossbar.apply(schedule.changes(now), now, settle);
    if (!fault.empty()) {
      verdict.fault = at_entry(now, fault);
      return verdict;
    }
  }
  for (int row = 0; row < n; ++row) {
    if (base::at(crossbar.column, row) != kUnmatched) settle(row);
  }
  judge_residue(residue, n, verdict);
  return verdict;
}

Verdict check_relayed(const demand::QuantaMatrix& demand, const Schedule& schedule) {
  Verdict verdict;
  const int n = demand.ports();
  const auto cell = [n](int a, int b) { return base::cell(a, b, n); };
  std::vector<std::int64_t> stock(demand.row_major().begin(), demand.row_major().end());
  std::vector<std::int64_t> used(static_cast<std::size_t>(n));
  Crossbar crossbar(n);
  const auto fail = [&](std::size_t entry, const std::string& what) {
    verdict.fault = at_entry(entry, what);
    return verdict;
  };
  for (std::size_t e = 0; e < schedule.permutations(); ++e) {
    const std::string fault = crossbar.apply(schedule.changes(e), e, [](int) {});
    if (!fault.empty()) return fail(e, fault);
    std::fill(used.begin(), used.end(), 0);
    for (const Relay& relay : schedule.relays(e)) {
      const auto in_range = [n](int port) { return port >= 0 && port < n; };
      if (!in_range(relay.row) || !in_range(relay.column) || !in_range(relay.destination) ||
          relay.quanta < 1) {
        return fail(e, "a relay names no port or carries nothing");
      }
      if (base::at(crossbar.column, relay.row) != relay.column) {
        return fail(e, "a relay uses circuit " + std::to_string(relay.row) + " -> " +
                           std::to_string(relay.column) + ", which is not set");
      }
      std::int64_t& left = stock[cell(relay.row, relay.destination)];
      if (relay.quanta > left) {
        return fail(e, "port " + std::to_string(relay.row) + " sends " +
                           std::to_string(relay.quanta) + " quanta for " +
                           std::to_string(relay.destination) + " and holds " +
                           std::to_string(left));
      }
      left -= relay.quanta;
      base::at(used, relay.row) += relay.quanta;
    }
    for (const Relay& relay : schedule.relays(e)) {  // arrivals count from the next entry on
      if (relay.column == relay.destination) {
        verdict.served_quanta += relay.quanta;
      } else {
        verdict.relayed_quanta += relay.quanta;
        stock[cell(relay.column, relay.destination)] += relay.quanta;
      }
    }
    for (int row = 0; row < n; ++row) {
      const auto r = static_cast<std::size_t>(row);
      if (crossbar.column[r] == kUnmatched) continue;
      if (used[r] > schedule.hold(e)) {
        return fail(e, "row " + std::to_string(row) + " carries more than its hold");
      }
      verdict.idle_quanta += schedule.hold(e) - used[r];
      verdict.useless_pairs += used[r] == 0;
    }
  }
  judge_residue(stock, n, verdict);
  return verdict;
}

}  // namespace

Verdict check(const demand::QuantaMatrix& demand, const Schedule& schedule) {
  Verdict verdict;
  if (schedule.ports() != demand.ports()) {
    verdict.fault = "the schedule has " + std::to_string(schedule.ports()) + " ports, the demand " +
                    std::to_string(demand.ports());
    return verdict;
  }
  std::vector<std::int64_t> start;
  if (!entry_starts(schedule, start)) {
    verdict.fault = "a hold is below 1, or the holds overflow";
    return verdict;
  }
  return schedule.hops() == 1 ? check_direct(demand, schedule, start)
                              : check_relayed(demand, schedule);
}

}  // namespace jacquard::schedule
