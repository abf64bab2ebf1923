// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/metric_core.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "jacquard/report/html/text.hpp"

namespace jacquard::report {
namespace {

void put(Row& row, const MetricCore& m, const std::string& name, std::optional<Row> value) {
  if (!value) return;
  if (m.info.key == kFurtherKeys) {
    row.update(*value);
  } else {
    row[name] = std::move(*value);
  }
}

}  // namespace

std::optional<Row> Reading::operator()(const void* t) const {
  std::optional<Row> value;
  call_(*this, t, value);
  return value;
}

MetricCore::MetricCore(std::string_view key, Unit unit, Reading from, std::string_view doc,
                       std::string_view heading)
    : info{std::string(key), unit, std::string(doc), std::string(heading), 0},
      reading(std::move(from)) {
  if (info.heading.empty()) return;
  show = [plain = info.heading == info.key, unit](const Row& v) {
    return plain ? v : readable(v, unit);
  };
}
MetricCore::MetricCore(const MetricCore&) = default;
MetricCore::MetricCore(MetricCore&&) noexcept = default;
MetricCore& MetricCore::operator=(const MetricCore&) = default;
MetricCore& MetricCore::operator=(MetricCore&&) noexcept = default;
MetricCore::~MetricCore() = default;

std::optional<Row> MetricCore::value_of(const void* t) const {
  std::optional<Row> value = reading(t);
  if (!value && null_if_none) value = Row(nullptr);
  return value;
}

MetricTableCore::MetricTableCore(std::string row_kind, std::string doc,
                                 std::vector<MetricCore> metrics, Columns columns)
    : metrics_(std::move(metrics)), kind_{std::move(row_kind), std::move(doc), {}} {
  for (MetricCore& m : metrics_) {
    if (columns == Columns::all && !m.show) {
      m.info.heading = m.info.key;
      m.show = [](const Row& value) { return value; };
    }
    kind_.metrics.push_back(m.info);
    if (m.show) columns_.push_back(&m);
  }
  std::stable_sort(columns_.begin(), columns_.end(), [](const MetricCore* a, const MetricCore* b) {
    return a->info.rank < b->info.rank;
  });
}

Row MetricTableCore::empty() const {
  return kind_.name.empty() ? Row::object() : Row{{"row_kind", kind_.name}};
}

Row MetricTableCore::json_at(const void* t) const {
  Row row = empty();
  for (const MetricCore& m : metrics_) {
    if (!m.info.key.empty()) put(row, m, m.info.key, m.value_of(t));
  }
  return row;
}

Row MetricTableCore::cells_at(const void* t) const {
  Row row = empty();
  for (const MetricCore* m : columns_) {
    std::optional<Row> value = m->value_of(t);
    if (value) put(row, *m, m->info.heading, m->show(*value));
  }
  return row;
}

std::string MetricTableCore::csv_heading() const {
  std::string line;
  for (const MetricCore& m : metrics_) line += (line.empty() ? "" : ",") + m.info.key;
  return line + "\n";
}

std::string MetricTableCore::csv_line_at(const void* t) const {
  std::string line;
  for (const MetricCore& m : metrics_) {
    if (&m != &metrics_.front()) line += ',';
    if (const std::optional<Row> value = m.value_of(t)) line += csv_field(*value);
  }
  return line + "\n";
}

void MetricTableCore::read_at(void* t, const Row& json) const {
  for (const MetricCore& m : metrics_) {
    if (!m.put || (m.may_lack && !json.contains(m.info.key))) continue;
    m.put(t, json.at(m.info.key));
  }
}

Row readable(const Row& value, Unit unit) {
  if (!value.is_number()) return value;
  if (unit == Unit::ps) return time_text(base::Picoseconds{value.get<std::int64_t>()});
  if (unit == Unit::ns) return time_text(base::Picoseconds{value.get<double>() * 1000});
  if (unit == Unit::bytes) return size_text(base::Bytes{value.get<std::int64_t>()});
  if (unit == Unit::bytes_per_s) {
    return size_text(base::Bytes{std::llround(value.get<double>())}) + "/s";
  }
  return value;
}

std::string csv_field(const Row& value) {
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace jacquard::report
