// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/config/rows.hpp"

namespace jacquard::cli {

using report::Columns;
using report::Metric;
using report::MetricTable;
using report::Unit;

const MetricTable<ConfigFieldRow>& config_field_metrics() {
  using R = ConfigFieldRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "field", "A key of a kind of configuration.",
      {
          M("config", Unit::text, &R::config, "The kind."),
          M(
              "key", Unit::text, [](const R& r) { return r.prefix + r.field.key; },
              "The key, with dots where it is within an object."),
          M(
              "default", Unit::text,
              [](const R& r) {
                const config::Document& usual = r.field.default_value;
                return usual.is_null() || usual.is_discarded() ? "none" : usual.dump();
              },
              "Without it."),
          M(
              "value", Unit::text, [](const R& r) { return r.field.expected; }, "What it takes."),
          M(
              "meaning", Unit::text, [](const R& r) { return r.field.doc; }, "What it says."),
      },
      Columns::all);
  return table;
}

const MetricTable<NamedConfigRow>& config_shipped_metrics() {
  using M = Metric<NamedConfigRow>;
  static const MetricTable<NamedConfigRow> table(
      "shipped", "A configuration that is shipped.",
      {M("config", Unit::text, &NamedConfigRow::config, "Its kind."),
       M("name", Unit::text, &NamedConfigRow::name, "Its name, as commands take it.")},
      Columns::all);
  return table;
}

const MetricTable<ListedConfigRow>& config_listed_metrics() {
  using M = Metric<ListedConfigRow>;
  static const MetricTable<ListedConfigRow> table(
      "listed", "A noun that is shipped, and where its figures come from.",
      {M("config", Unit::text, &ListedConfigRow::config, "Its kind."),
       M("name", Unit::text, &ListedConfigRow::name, "Its name, as commands take it."),
       M("source", Unit::text, &ListedConfigRow::source,
         "Of its figures, as its file says; empty if it does not.")},
      Columns::all);
  return table;
}

const MetricTable<NamedConfigRow>& config_check_metrics() {
  using M = Metric<NamedConfigRow>;
  static const MetricTable<NamedConfigRow> table(
      "check", "A configuration without a fault.",
      {M("config", Unit::text, &NamedConfigRow::config, "Its kind."),
       M("name", Unit::text, &NamedConfigRow::name, "Name or file, as it was given."),
       M(
           "valid", Unit::flag, [](const NamedConfigRow&) { return true; },
           "True: a fault is an error.")},
      Columns::all);
  return table;
}

const MetricTable<ConfigKind>& config_schema_metrics() {
  using M = Metric<ConfigKind>;
  static const MetricTable<ConfigKind> table(
      "schema", "The JSON Schema of a kind of configuration.",
      {M("config", Unit::text, &ConfigKind::name, "The kind."),
       M(
           "schema", Unit::any, [](const ConfigKind& k) { return k.schema(); }, "Draft 2020-12.")},
      Columns::all);
  return table;
}

const MetricTable<EffectiveConfigRow>& config_effective_metrics() {
  using R = EffectiveConfigRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "effective", "A configuration with its defaults.",
      {M(
           "config", Unit::text, [](const R& r) { return r.kind.name; }, "Its kind."),
       M(
           report::kFurtherKeys, Unit::any, [](const R& r) { return r.effective; },
           "Every key of the kind, as config schema lists them.")});
  return table;
}

}  // namespace jacquard::cli
