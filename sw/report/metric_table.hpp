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

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "jacquard/report/metric_core.hpp"

namespace jacquard::report {

// A metric of a T. Only the name of the type is more than in MetricCore: no metric goes into the
// table of another row.
template <class T>
struct Metric : MetricCore {
  // `get`: a member of T, or a function of a T; what it gives is put into JSON as it is, a quantity
  // as its count, and an optional that is empty as no key. With a heading tables have a column of
  // it too: as it is if the heading is the key, else as people read it.
  template <class Get>
  Metric(std::string_view key, Unit unit, Get get, std::string_view doc,
         std::string_view heading = "")
      : MetricCore(key, unit, Reading::of<T>(get), doc, heading) {}

  // One that a journal keeps: `member` is also read back. An optional member may be missing.
  template <class Member>
  static Metric kept(std::string_view key, Unit unit, Member T::*member, std::string_view doc) {
    Metric m(key, unit, member, doc);
    m.put = [member](void* t, const Row& json) { take(static_cast<T*>(t)->*member, json); };
    m.may_lack = IsOptional<Member>::value;
    return m;
  }

  // Null instead of no key.
  Metric or_null() && {
    null_if_none = true;
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
};

template <class T>
class MetricTable : public MetricTableCore {
 public:
  // `row_kind`: "" for rows without; else the first key. Columns of tables: those with a heading,
  // or all, under their keys.
  MetricTable(std::string row_kind, std::string doc, const std::vector<Metric<T>>& metrics,
              Columns columns = Columns::with_headings)
      : MetricTableCore(std::move(row_kind), std::move(doc), {metrics.begin(), metrics.end()},
                        columns) {}

  Row json(const T& t) const { return json_at(&t); }
  // For people: a cell for each heading.
  Row cells(const T& t) const { return cells_at(&t); }
  Printed operator()(const T& t) const { return Printed(json(t), cells(t)); }

  std::string csv_line(const T& t) const { return csv_line_at(&t); }

  // Sets what a journal keeps from json(). Throws Row::exception where a key is missing or of
  // another type.
  void read(T& t, const Row& json) const { read_at(&t, json); }
};

}  // namespace jacquard::report
