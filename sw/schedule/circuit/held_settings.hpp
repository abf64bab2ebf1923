// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// A setting that can be asked from both sides.
struct HeldSetting {
  explicit HeldSetting(int ports)
      : columns(static_cast<std::size_t>(ports), kUnmatched), rows(columns) {}
  int column(int row) const { return base::at(columns, row); }
  int row(int column) const { return base::at(rows, column); }

  Matching columns;       // of each row, or kUnmatched
  std::vector<int> rows;  // of each column, or kUnmatched
  std::int64_t hold = 0;
};

// Settings in no order that together serve a demand: a pair is served by the holds of all settings
// it is in. Changing one setting changes what the others must carry, which need() tells.
class HeldSettings {
 public:
  HeldSettings(const demand::QuantaMatrix& demand, const Schedule& schedule);

  int ports() const { return ports_; }
  int size() const { return static_cast<int>(settings_.size()); }
  const HeldSetting& at(int k) const { return base::at(settings_, k); }
  std::int64_t slots() const;

  // Quanta of a pair that its settings leave over (below 0: more than it has).
  std::int64_t left(int row, int column) const {
    const std::size_t k = base::cell(row, column, ports_);
    return demand_[k] - served_[k];
  }

  void add_empty() { settings_.emplace_back(ports_); }
  void connect(int k, int row, int column);
  void disconnect(int k, int row);
  void hold(int k, std::int64_t slots);
  // Drops pairs that the other settings serve already, and cuts the hold to what the rest need.
  void tighten(int k);

  // The settings that are held, longest first.
  Schedule schedule() const;

 private:
  int ports_;
  std::vector<std::int64_t> demand_;
  std::vector<std::int64_t> served_;
  std::vector<HeldSetting> settings_;
};

}  // namespace jacquard::schedule
