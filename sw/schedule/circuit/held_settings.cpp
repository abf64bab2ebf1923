// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/circuit/held_settings.hpp"

#include <algorithm>

namespace jacquard::schedule {

HeldSettings::HeldSettings(const demand::QuantaMatrix& demand, const Schedule& schedule)
    : ports_(demand.ports()),
      demand_(demand.row_major().begin(), demand.row_major().end()),
      served_(demand_.size()) {
  for (SettingCursor setting(schedule); !setting.done(); setting.next()) {
    add_empty();
    hold(size() - 1, setting.hold());
    for (int row = 0; row < ports_; ++row) {
      const int column = base::at(setting.columns(), row);
      if (column != kUnmatched) connect(size() - 1, row, column);
    }
  }
}

std::int64_t HeldSettings::slots() const {
  std::int64_t sum = 0;
  for (const HeldSetting& setting : settings_) sum += setting.hold;
  return sum;
}

void HeldSettings::connect(int k, int row, int column) {
  HeldSetting& setting = base::at(settings_, k);
  base::at(setting.columns, row) = column;
  base::at(setting.rows, column) = row;
  served_[base::cell(row, column, ports_)] += setting.hold;
}

void HeldSettings::disconnect(int k, int row) {
  HeldSetting& setting = base::at(settings_, k);
  const int column = setting.column(row);
  served_[base::cell(row, column, ports_)] -= setting.hold;
  base::at(setting.columns, row) = kUnmatched;
  base::at(setting.rows, column) = kUnmatched;
}

void HeldSettings::hold(int k, std::int64_t slots) {
  HeldSetting& setting = base::at(settings_, k);
  const std::int64_t more = slots - setting.hold;
  if (more == 0) return;
  for (int row = 0; row < ports_; ++row) {
    const int column = setting.column(row);
    if (column != kUnmatched) served_[base::cell(row, column, ports_)] += more;
  }
  setting.hold = slots;
}

void HeldSettings::tighten(int k) {
  std::int64_t longest = 0;
  for (int row = 0; row < ports_; ++row) {
    const int column = at(k).column(row);
    if (column == kUnmatched) continue;
    const std::int64_t need = left(row, column) + at(k).hold;
    if (need <= 0) disconnect(k, row);
    longest = std::max(longest, need);
  }
  hold(k, longest);
}

Schedule HeldSettings::schedule() const {
  std::vector<const HeldSetting*> order;
  for (const HeldSetting& setting : settings_) {
    if (setting.hold > 0) order.push_back(&setting);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const HeldSetting* a, const HeldSetting* b) { return a->hold > b->hold; });
  Schedule schedule(ports_);
  for (const HeldSetting* setting : order) schedule.append(setting->columns, setting->hold);
  return schedule;
}

}  // namespace jacquard::schedule
