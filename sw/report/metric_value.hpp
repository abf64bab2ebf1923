// SPDX-License-Identifier: Apache-2.0
// Values of metrics as JSON: what a row's members can be, and the way back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/report/metric.hpp"

namespace jacquard::report {

// Out of line, as each of many hundred metrics has one of them.
void give_flag(std::optional<Row>& out, bool value);
void give_whole(std::optional<Row>& out, std::int64_t value);
void give_unsigned(std::optional<Row>& out, std::uint64_t value);
void give_real(std::optional<Row>& out, double value);
void give_text(std::optional<Row>& out, std::string_view value);
void give_json(std::optional<Row>& out, Row value);

template <class Value>
struct IsOptional : std::false_type {};
template <class Value>
struct IsOptional<std::optional<Value>> : std::true_type {};
template <class Value>
struct IsQuantity : std::false_type {};
template <class U, class Rep>
struct IsQuantity<base::Quantity<U, Rep>> : std::true_type {};
template <class Value>
struct IsQuantityList : std::false_type {};
template <class U, class Rep>
struct IsQuantityList<std::vector<base::Quantity<U, Rep>>> : std::true_type {};

// Sets `out` to the value as JSON has it; leaves it as it is for an optional that has none.
template <class Value>
void give(std::optional<Row>& out, const Value& value) {
  if constexpr (IsOptional<Value>::value) {
    if (value) give(out, *value);
  } else if constexpr (IsQuantity<Value>::value) {
    give(out, value.count());
  } else if constexpr (IsQuantityList<Value>::value) {
    Row list = Row::array();
    for (const auto& one : value) list.push_back(one.count());
    give_json(out, std::move(list));
  } else if constexpr (std::is_same_v<Value, bool>) {
    give_flag(out, value);
  } else if constexpr (std::is_floating_point_v<Value>) {
    give_real(out, static_cast<double>(value));
  } else if constexpr (std::is_integral_v<Value> && std::is_signed_v<Value>) {
    give_whole(out, value);
  } else if constexpr (std::is_integral_v<Value>) {
    give_unsigned(out, value);
  } else if constexpr (std::is_convertible_v<const Value&, std::string_view> &&
                       !std::is_same_v<Value, Row>) {
    give_text(out, value);
  } else {
    give_json(out, Row(value));
  }
}

// The same, as a value; nothing for an optional that has none.
template <class Value>
std::optional<Row> json_of(const Value& value) {
  std::optional<Row> out;
  give(out, value);
  return out;
}

// The inverse. Throws Row::exception for JSON of another type.
void take(bool& value, const Row& json);
void take(int& value, const Row& json);
void take(std::int64_t& value, const Row& json);
void take(std::uint64_t& value, const Row& json);
void take(double& value, const Row& json);
void take(std::string& value, const Row& json);
template <class Value>
void take(Value& value, const Row& json) {
  if constexpr (IsOptional<Value>::value) {
    take(value.emplace(), json);
  } else if constexpr (IsQuantity<Value>::value) {
    auto count = value.count();
    take(count, json);
    value = Value{count};
  } else if constexpr (IsQuantityList<Value>::value) {
    for (const Row& one : json) take(value.emplace_back(), one);
  } else {
    value = json.get<Value>();
  }
}

}  // namespace jacquard::report
