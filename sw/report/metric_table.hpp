// SPDX-License-Identifier: Apache-2.0
// One table of metrics per kind of row, as config::FieldTable is one of fields per configuration.
// It yields the row of --json, the columns of tables for people, CSV, what a journal keeps, and the
// documentation of every key, so that none of them can disagree.
//
//   const MetricTable<Lamp>& lamp_metrics() {
//     using M = Metric<Lamp>;
//     static const MetricTable<Lamp> table("lamp", "What shines.", {
//       M("name", Unit::text, &Lamp::name, "As its owner calls it.", "name"),
//       M("lit_ps", Unit::ps, [](const Lamp& l) { return l.off - l.on; }, "It shone.", "lit"),
//     });
//     return table;
//   }
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/report/metric.hpp"

namespace jacquard::report {

std::string csv_field(const Row& value);  // as RFC 4180 has it

// A value as JSON has it; nothing for an optional that has none.
template <class Value>
std::optional<Row> json_of(const Value& value) {
  return Row(value);
}
template <class U, class Rep>
std::optional<Row> json_of(const base::Quantity<U, Rep>& value) {
  return Row(value.count());
}
template <class Value>
std::optional<Row> json_of(const std::optional<Value>& value) {
  return value ? json_of(*value) : std::nullopt;
}
template <class U, class Rep>
std::optional<Row> json_of(const std::vector<base::Quantity<U, Rep>>& values) {
  Row list = Row::array();
  for (const auto& value : values) list.push_back(value.count());
  return list;
}

// The inverse. Throws Row::exception for JSON of another type.
template <class Value>
void assign(Value& value, const Row& json) {
  value = json.get<Value>();
}
template <class U, class Rep>
void assign(base::Quantity<U, Rep>& value, const Row& json) {
  value = base::Quantity<U, Rep>{json.get<Rep>()};
}
template <class Value>
void assign(std::optional<Value>& value, const Row& json) {
  assign(value.emplace(), json);
}
template <class U, class Rep>
void assign(std::vector<base::Quantity<U, Rep>>& values, const Row& json) {
  for (const Row& value : json) assign(values.emplace_back(), value);
}

// A value as people read it: times and sizes as "12.3 us" and "1.23 MB", others as JSON has them.
Row readable(const Row& value, Unit unit);

template <class T>
struct Metric {
  using Value = std::function<std::optional<Row>(const T&)>;

  // `get`: a member of T, or a function of a T; what it gives is put into JSON as it is, a quantity
  // as its count, and an optional that is empty as no key. With a heading tables have a column of
  // it too: as it is if the heading is the key, else as people read it.
  template <class Get>
  Metric(std::string key, Unit unit, Get get, std::string doc, std::string heading = "")
      : info{std::move(key), unit, std::move(doc), std::move(heading), 0},
        value([get](const T& t) { return json_of(std::invoke(get, t)); }) {
    if (info.heading.empty()) return;
    show = [plain = info.heading == info.key, unit](const Row& v) {
      return plain ? v : readable(v, unit);
    };
  }

  // One that a journal keeps: `member` is also read back. An optional member may be missing.
  template <class Member>
  static Metric kept(std::string key, Unit unit, Member T::*member, std::string doc) {
    Metric m(std::move(key), unit, member, std::move(doc));
    m.put = [member](T& t, const Row& json) { assign(t.*member, json); };
    m.may_lack = !json_of(Member{}).has_value();
    return m;
  }

  // Null instead of no key.
  Metric or_null() && {
    value = [inner = std::move(value)](const T& t) {
      std::optional<Row> found = inner(t);
      return found ? std::move(found) : Row(nullptr);
    };
    return std::move(*this);
  }
  // How tables show it.
  Metric as(std::function<Row(const Row&)> cell) && {
    show = std::move(cell);
    return std::move(*this);
  }
  Metric rank(int rank) && {
    info.rank = rank;
    return std::move(*this);
  }

  MetricInfo info;
  Value value;
  std::function<Row(const Row&)> show;      // none where tables leave it out
  std::function<void(T&, const Row&)> put;  // none where it follows from others
  bool may_lack = false;
};

enum class Columns { with_headings, all };

template <class T>
class MetricTable {
 public:
  // `row_kind`: "" for rows without; else the first key. Columns of tables: those with a heading,
  // or all, under their keys.
  MetricTable(std::string row_kind, std::string doc, std::vector<Metric<T>> metrics,
              Columns columns = Columns::with_headings)
      : metrics_(std::move(metrics)), kind_{std::move(row_kind), std::move(doc), {}} {
    for (Metric<T>& m : metrics_) {
      if (columns == Columns::all && !m.show) {
        m.info.heading = m.info.key;
        m.show = [](const Row& value) { return value; };
      }
      kind_.metrics.push_back(m.info);
      if (m.show) columns_.push_back(&m);
    }
    std::stable_sort(columns_.begin(), columns_.end(), [](const Metric<T>* a, const Metric<T>* b) {
      return a->info.rank < b->info.rank;
    });
  }
  MetricTable(const MetricTable&) = delete;  // columns_ point into metrics_

  const RowKind& kind() const { return kind_; }

  Row json(const T& t) const {
    Row row = empty();
    for (const Metric<T>& m : metrics_) {
      if (!m.info.key.empty()) put(row, m, m.info.key, m.value(t));
    }
    return row;
  }

  // For people: a cell for each heading.
  Row cells(const T& t) const {
    Row row = empty();
    for (const Metric<T>* m : columns_) {
      std::optional<Row> value = m->value(t);
      if (value) put(row, *m, m->info.heading, m->show(*value));
    }
    return row;
  }

  Printed operator()(const T& t) const { return Printed(json(t), cells(t)); }

  std::string csv_heading() const {
    std::string line;
    for (const Metric<T>& m : metrics_) line += (line.empty() ? "" : ",") + m.info.key;
    return line + "\n";
  }
  std::string csv_line(const T& t) const {
    std::string line;
    for (const Metric<T>& m : metrics_) {
      if (&m != &metrics_.front()) line += ',';
      if (const std::optional<Row> value = m.value(t)) line += csv_field(*value);
    }
    return line + "\n";
  }

  // Sets what a journal keeps from json(). Throws Row::exception where a key is missing or of
  // another type.
  void read(T& t, const Row& json) const {
    for (const Metric<T>& m : metrics_) {
      if (!m.put || (m.may_lack && !json.contains(m.info.key))) continue;
      m.put(t, json.at(m.info.key));
    }
  }

 private:
  Row empty() const { return kind_.name.empty() ? Row::object() : Row{{"row_kind", kind_.name}}; }

  static void put(Row& row, const Metric<T>& m, const std::string& name, std::optional<Row> value) {
    if (!value) return;
    if (m.info.key == kFurtherKeys) {
      row.update(*value);
    } else {
      row[name] = std::move(*value);
    }
  }

  std::vector<Metric<T>> metrics_;
  std::vector<const Metric<T>*> columns_;
  RowKind kind_;
};

}  // namespace jacquard::report
