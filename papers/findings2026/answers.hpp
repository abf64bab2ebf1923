// SPDX-License-Identifier: Apache-2.0
// What the commands of a finding answered: the rows of each, by its name.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "jacquard/report/metric.hpp"

namespace jacquard::studies::findings2026 {

using Rows = std::vector<report::Row>;

class Answers {
 public:
  void put(const std::string& run, Rows rows) { rows_[run] = std::move(rows); }

  bool has(const std::string& run) const { return rows_.count(run) > 0; }
  const Rows& rows(const std::string& run) const;
  // The first row that has this key. There must be one.
  const report::Row& with(const std::string& run, const std::string& key) const;
  double number(const std::string& run, const std::string& key) const;
  // The first row in which all of these texts stand under their keys. There must be one.
  const report::Row& where(const std::string& run,
                           const std::vector<std::pair<std::string, std::string>>& texts) const;

 private:
  std::map<std::string, Rows> rows_;
};

}  // namespace jacquard::studies::findings2026
