// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/schedule.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::schedule {

void Schedule::append(const Matching& setting, std::int64_t hold) {
  JQ_CHECK(setting.size() == last_.size(), "a setting has one column per port");
  // Every row is written, the next over it where nothing changed: no branch to guess.
  const std::size_t before = changes_.size();
  changes_.resize(before + setting.size());
  std::size_t end = before;
  for (std::size_t r = 0; r < setting.size(); ++r) {
    changes_[end] = {static_cast<std::int16_t>(r), static_cast<std::int16_t>(setting[r])};
    end += static_cast<std::size_t>(setting[r] != last_[r]);
  }
  changes_.resize(end);
  last_ = setting;
  commit(hold);
}

void Schedule::relay(Relay what) {
  JQ_CHECK(!holds_.empty(), "a relay belongs to a setting");
  if (hops_ == 1) {
    hops_ = 2;
    relay_end_.assign(holds_.size(), 0);
  }
  relays_.push_back(what);
  relay_end_.back() = relays_.size();
}

void Schedule::reserve(std::size_t permutations, std::size_t changes) {
  holds_.reserve(permutations);
  change_end_.reserve(permutations);
  changes_.reserve(changes);
}

namespace {

bool equal_relays(base::Span<const Relay> a, base::Span<const Relay> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Relay& x, const Relay& y) {
    return x.row == y.row && x.column == y.column && x.destination == y.destination &&
           x.quanta == y.quanta;
  });
}

}  // namespace

bool equal(const Schedule& a, const Schedule& b) {
  if (a.ports() != b.ports() || a.permutations() != b.permutations()) return false;
  for (SettingCursor x(a), y(b); !x.done(); x.next(), y.next()) {
    if (x.hold() != y.hold() || x.columns() != y.columns() ||
        !equal_relays(a.relays(x.entry()), b.relays(y.entry()))) {
      return false;
    }
  }
  return true;
}

}  // namespace jacquard::schedule
