// SPDX-License-Identifier: Apache-2.0
// What a space has, before anything is searched.
#pragma once

#include <optional>
#include <string>

#include "jacquard/report/metric_table.hpp"
#include "sim/search/session.hpp"

namespace jacquard::searching {

const report::MetricTable<Session>& space_metrics();

struct KnobRow {
  std::string knob;
  std::string layer;
  std::int64_t dimensions = 0;  // 0: not per dimension
  std::string values;
  std::string base;
};
const report::MetricTable<KnobRow>& knob_metrics();

struct ConstraintRow {
  std::string constraint;
  std::optional<bool> base_holds;  // none without a base
};
const report::MetricTable<ConstraintRow>& constraint_metrics();

struct RewardRow {
  std::string reward;
  std::string expression;
  std::optional<double> base_value;  // none where the base cannot be evaluated
};
const report::MetricTable<RewardRow>& reward_metrics();

}  // namespace jacquard::searching
