// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/report/metric_table.hpp"
#include "sim/cli/config/kinds.hpp"

namespace jacquard::cli {

struct ConfigFieldRow {
  std::string config;
  std::string prefix;
  const config::FieldInfo& field;
};

struct NamedConfigRow {
  std::string config;
  std::string name;
};

struct ListedConfigRow {
  std::string config;
  std::string name;
  std::string source;  // of its figures, as its file says; empty if it does not
};

struct EffectiveConfigRow {
  const ConfigKind& kind;
  const config::Document& effective;
};

const report::MetricTable<ConfigFieldRow>& config_field_metrics();
const report::MetricTable<NamedConfigRow>& config_shipped_metrics();
const report::MetricTable<ListedConfigRow>& config_listed_metrics();
const report::MetricTable<NamedConfigRow>& config_check_metrics();
const report::MetricTable<ConfigKind>& config_schema_metrics();
const report::MetricTable<EffectiveConfigRow>& config_effective_metrics();

}  // namespace jacquard::cli
