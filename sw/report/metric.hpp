// SPDX-License-Identifier: Apache-2.0
// What is known of a figure of a row apart from its value: name, unit, heading, meaning.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace jacquard::report {

using Row = nlohmann::ordered_json;  // a flat object; see DESIGN's key suffixes

// `any`: whatever the thing that the key names has.
enum class Unit {
  text,
  flag,
  count,
  ratio,
  any,
  ps,
  ns,
  us,
  ms,
  s,
  per_s,
  bytes,
  bytes_per_s,
  um2,
  mm2,
  usd,
  j,
  cycles,
  slots,
  quanta
};

const char* name_of(Unit unit);  // "bytes/s", "true or false"

// "" if the key says its unit as it must: bytes_per_s as "..._bytes_per_s", but rates, bytes,
// cycles, slots and quanta anywhere ("bytes_lost", "tokens_per_s_per_npu"); a rate of this machine
// as "..._per_wall_s". Else what is wrong, as one clause.
std::string suffix_fault(const std::string& key, Unit unit);

// In place of a key: an object whose keys are not known beforehand, each of which the row has.
inline constexpr const char* kFurtherKeys = "*";

struct MetricInfo {
  std::string key;  // snake_case; "" for a column that tables alone have
  Unit unit = Unit::any;
  std::string doc;      // what it is, and when a row has it if not always
  std::string heading;  // of its column in tables; "" where they leave it out
  int rank = 0;         // columns of a higher rank stand further right
};

// A kind of row. Rows without a row_kind are told apart by what makes them.
struct RowKind {
  std::string name;  // the value of row_kind; "" for rows without
  std::string doc;
  std::vector<MetricInfo> metrics;  // in the order of the keys
};

// The same kind under another name.
RowKind named(std::string name, RowKind kind);

// A row in its two forms, null where a form leaves the row out.
struct Printed {
  Printed() = default;
  explicit Printed(Row as_json, Row as_cells)
      : json(std::move(as_json)), cells(std::move(as_cells)) {}

  Row json;
  Row cells;  // for people: fewer figures, in units that read well

  friend bool operator==(const Printed& a, const Printed& b) {
    return a.json == b.json && a.cells == b.cells;
  }
};

}  // namespace jacquard::report
