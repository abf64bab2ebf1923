// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// What a crossbar connects that leaves a circuit alone until one of its two ports gets another.
class Connected {
 public:
  // `columns`: of each input, as it stands. Empty: nothing of any size.
  explicit Connected(Matching columns = {}) : columns_(std::move(columns)) {}

  const Matching& columns() const { return columns_; }
  // Whether every circuit of this setting is connected already.
  bool has(const Matching& setting) const;
  void take(const Matching& setting);

 private:
  Matching columns_;
};

}  // namespace jacquard::schedule
