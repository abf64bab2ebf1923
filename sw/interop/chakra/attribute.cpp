// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/chakra/attribute.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "jacquard/base/error.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/interop/chakra/trace.hpp"

namespace jacquard::interop {
namespace {

[[noreturn]] void fail(const ChakraTrace& trace, const ChakraNode& node, std::string_view name,
                       const std::string& expected, const std::string& found) {
  throw base::ConfigError(
      {trace.source, describe(node) + ", attribute " + std::string(name), expected, found, ""});
}

std::string shown(const ChakraAttribute& attribute) {
  if (attribute.field == 0) return "no value";
  const std::string type = name_of(element_type(attribute.field));
  if (is_list(attribute.field)) return "a list of " + type;
  return std::visit(
      [&](const auto& value) {
        const std::string text = config::brief(value);
        return type + " " + (text.size() <= 60 ? text : text.substr(0, 60) + "...");
      },
      attribute.values.front());
}

std::optional<std::int64_t> whole(const AttributeScalar& scalar) {
  if (const auto* i = std::get_if<std::int64_t>(&scalar)) {
    if (*i >= 0) return *i;
  } else if (const auto* u = std::get_if<std::uint64_t>(&scalar)) {
    if (*u <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      return static_cast<std::int64_t>(*u);
    }
  } else if (const auto* d = std::get_if<double>(&scalar)) {
    if (*d >= 0 && *d < 9.2e18 && *d == std::floor(*d)) return static_cast<std::int64_t>(*d);
  }
  return std::nullopt;
}

}  // namespace

const char* name_of(AttributeType type) {
  switch (type) {
    case AttributeType::none:
      return "none";
    case AttributeType::double_:
      return "double";
    case AttributeType::float_:
      return "float";
    case AttributeType::int32:
      return "int32";
    case AttributeType::int64:
      return "int64";
    case AttributeType::uint32:
      return "uint32";
    case AttributeType::uint64:
      return "uint64";
    case AttributeType::sint32:
      return "sint32";
    case AttributeType::sint64:
      return "sint64";
    case AttributeType::fixed32:
      return "fixed32";
    case AttributeType::fixed64:
      return "fixed64";
    case AttributeType::sfixed32:
      return "sfixed32";
    case AttributeType::sfixed64:
      return "sfixed64";
    case AttributeType::bool_:
      return "bool";
    case AttributeType::string:
      return "string";
    case AttributeType::bytes:
      return "bytes";
  }
  return "none";
}

bool operator==(const ChakraAttribute& a, const ChakraAttribute& b) {
  // A NaN that was written is the same NaN that was read.
  const auto same = [](const AttributeScalar& x, const AttributeScalar& y) {
    const auto* dx = std::get_if<double>(&x);
    const auto* dy = std::get_if<double>(&y);
    return x == y || (dx && dy && std::isnan(*dx) && std::isnan(*dy));
  };
  return a.name == b.name && a.doc == b.doc && a.field == b.field &&
         std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(), same);
}

const ChakraAttribute* find_attribute(const ChakraNode& node, std::string_view name) {
  for (const ChakraAttribute& attribute : node.attributes) {
    if (attribute.name == name) return &attribute;
  }
  return nullptr;
}

std::optional<std::int64_t> whole_attribute(const ChakraTrace& trace, const ChakraNode& node,
                                            std::string_view name) {
  const ChakraAttribute* attribute = find_attribute(node, name);
  if (!attribute) return std::nullopt;
  if (attribute->field != 0 && !is_list(attribute->field)) {
    if (const auto value = whole(attribute->values.front())) return value;
  }
  fail(trace, node, name, "a whole number in 0..2^63 - 1", shown(*attribute));
}

std::optional<std::int64_t> signed_attribute(const ChakraTrace& trace, const ChakraNode& node,
                                             std::string_view name) {
  const ChakraAttribute* attribute = find_attribute(node, name);
  if (!attribute) return std::nullopt;
  constexpr std::int64_t least = std::numeric_limits<std::int32_t>::min();
  constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
  if (attribute->field != 0 && !is_list(attribute->field)) {
    auto value = whole(attribute->values.front());
    if (const auto* i = std::get_if<std::int64_t>(&attribute->values.front())) value = *i;
    if (value && *value >= least && *value <= most) {
      return *value > std::numeric_limits<std::int32_t>::max() ? *value - most - 1 : *value;
    }
  }
  fail(trace, node, name, "a whole number of 32 bits", shown(*attribute));
}

std::int64_t required_whole_attribute(const ChakraTrace& trace, const ChakraNode& node,
                                      std::string_view name) {
  if (const auto value = whole_attribute(trace, node, name)) return *value;
  fail(trace, node, name,
       std::string("a whole number, as every ") + name_of(node.type) + " node has", "none");
}

std::optional<std::string> text_attribute(const ChakraTrace& trace, const ChakraNode& node,
                                          std::string_view name) {
  const ChakraAttribute* attribute = find_attribute(node, name);
  if (!attribute) return std::nullopt;
  if (attribute->field != 0 && !is_list(attribute->field)) {
    const AttributeScalar& value = attribute->values.front();
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (const auto number = whole(value)) return std::to_string(*number);
  }
  fail(trace, node, name, "a text", shown(*attribute));
}

std::optional<std::vector<bool>> flags_attribute(const ChakraTrace& trace, const ChakraNode& node,
                                                 std::string_view name) {
  const ChakraAttribute* attribute = find_attribute(node, name);
  if (!attribute) return std::nullopt;
  if (!is_list(attribute->field)) {
    fail(trace, node, name, "a list of bools", shown(*attribute));
  }
  std::vector<bool> flags;
  for (const AttributeScalar& value : attribute->values) {
    const auto number = whole(value);
    if (!number) fail(trace, node, name, "a list of bools", shown(*attribute));
    flags.push_back(*number != 0);
  }
  return flags;
}

}  // namespace jacquard::interop
