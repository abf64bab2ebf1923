// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/hops/shift_relays.hpp"

#include <algorithm>
#include <utility>

namespace jacquard::schedule {
namespace {

using demand::QuantaMatrix;

struct Shift {
  int digit;
  int by;
};

// The shift that brings port 0 to that column.
std::optional<Shift> shift_to(const PortShape& shape, int column) {
  for (int k = 0; k < shape.digits(); ++k) {
    const int by = column < 0 ? 0 : shape.digit(column, k);
    if (by > 0 && shape.shifted(0, k, by) == column) return Shift{k, by};
  }
  return std::nullopt;
}

Relay relay(int row, int column, int destination, std::int64_t quanta) {
  return {static_cast<std::int16_t>(row), static_cast<std::int16_t>(column),
          static_cast<std::int16_t>(destination), quanta};
}

}  // namespace

ShiftRelays::ShiftRelays(const QuantaMatrix& demand, const PortShape& shape)
    : shape_(shape),
      ports_(demand.ports()),
      at_(demand.row_major().begin(), demand.row_major().end()),
      lots_(demand) {
  JQ_CHECK(shape.ports() == ports_, "a shape of the demand's ports");
}

std::int64_t ShiftRelays::own_hold() const {
  std::int64_t most = 0;
  for (int port = 0; port < ports_; ++port) {
    most = std::max(most, at_[base::cell(port, port, ports_)]);
  }
  return most;
}

std::optional<ShiftRelays::Setting> ShiftRelays::own() {
  if (own_hold() == 0) return std::nullopt;
  std::vector<Relay> relays;
  for (int port = 0; port < ports_; ++port) {
    const std::int64_t quanta = std::exchange(at_[base::cell(port, port, ports_)], 0);
    if (quanta > 0) relays.push_back(relay(port, port, port, quanta));
  }
  return carried_by(std::move(relays));
}

ShiftRelays::Setting ShiftRelays::next(const Matching& columns) {
  JQ_CHECK(static_cast<int>(columns.size()) == ports_, "a setting has a column per port");
  std::vector<Relay> relays;
  const std::optional<Shift> shift = shift_to(shape_, columns.front());
  for (int port = 0; shift && port < ports_; ++port) {
    const int next = shape_.shifted(port, shift->digit, shift->by);
    if (base::at(columns, port) != next) continue;
    const int digit = shape_.digit(next, shift->digit);
    for (int to = 0; to < ports_; ++to) {
      std::int64_t& here = at_[base::cell(port, to, ports_)];
      if (here == 0 || shape_.digit(to, shift->digit) != digit) continue;
      relays.push_back(relay(port, next, to, here));
      if (next != to) at_[base::cell(next, to, ports_)] += here;
      here = 0;
    }
  }
  return carried_by(std::move(relays));
}

ShiftRelays::Setting ShiftRelays::carried_by(std::vector<Relay> relays) {
  Setting setting{Matching(base::index(ports_), kUnmatched), std::move(relays)};
  for (const Relay& r : setting.relays) base::at(setting.columns, r.row) = r.column;
  setting.sends_on = lots_.carry(setting.relays);
  return setting;
}

Schedule with_relays(const QuantaMatrix& demand, const PortShape& shape, const Schedule& settings) {
  const bool several = shape.digits() > 1;
  Schedule schedule(demand.ports(), std::max(1, shape.digits()));
  schedule.set_family("shifts " + text_of(shape));
  ShiftRelays relays(demand, shape);
  const auto append = [&](const ShiftRelays::Setting& setting, std::int64_t hold) {
    schedule.append(setting.columns, hold);
    if (!several) return;
    for (const Relay& one : setting.relays) schedule.relay(one);
  };
  const std::int64_t own_hold = relays.own_hold();
  if (const auto own = relays.own()) append(*own, own_hold);
  for (SettingCursor s(settings); !s.done(); s.next()) append(relays.next(s.columns()), s.hold());
  return schedule;
}

}  // namespace jacquard::schedule
