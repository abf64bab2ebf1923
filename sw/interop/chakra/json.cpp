// SPDX-License-Identifier: Apache-2.0
// A trace as JSON for people and scripts (docs/interop.md). An attribute's usual type needs no
// name: a whole number is int64, a fraction double, then bool, string, and a list of bools; all
// others are {"<type>": value} or {"<type>_list": [...]}.
#include <cmath>
#include <limits>

#include "jacquard/base/error.hpp"
#include "jacquard/config/codec.hpp"
#include "jacquard/config/field_info.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/interop/chakra/json_values.hpp"

namespace jacquard::interop {
namespace {

using config::Document;
using config::Json;
using config::Place;

std::string hex_of(const std::string& bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    text += digits[static_cast<unsigned char>(c) >> 4];
    text += digits[static_cast<unsigned char>(c) & 15];
  }
  return text;
}

std::string bytes_of(const std::string& text, const Place& place) {
  const auto digit = [&](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    place.fail("bytes as pairs of digits 0-9 and a-f", "other characters");
  };
  if (text.size() % 2 != 0) place.fail("bytes as pairs of digits 0-9 and a-f", "an odd number");
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    bytes += static_cast<char>(digit(text[i]) * 16 + digit(text[i + 1]));
  }
  return bytes;
}

Document show_scalar(AttributeType type, const AttributeScalar& value) {
  if (type == AttributeType::bool_) return std::get<std::uint64_t>(value) != 0;
  if (type == AttributeType::bytes) return hex_of(std::get<std::string>(value));
  if (const double* d = std::get_if<double>(&value)) {
    if (std::isnan(*d)) return "nan";
    if (std::isinf(*d)) return *d > 0 ? "inf" : "-inf";
  }
  return std::visit([](const auto& v) { return Document(v); }, value);
}

Document show_attribute(const ChakraAttribute& attribute) {
  const AttributeType type = element_type(attribute.field);
  Document shown;
  if (attribute.field == 0) {
    shown = nullptr;
  } else if (is_list(attribute.field)) {
    shown = Document::array();
    for (const AttributeScalar& value : attribute.values) shown.push_back(show_scalar(type, value));
    if (type != AttributeType::bool_ || attribute.values.empty()) {
      shown = Document{{std::string(name_of(type)) + "_list", shown}};
    }
  } else {
    shown = show_scalar(type, attribute.values.front());
    const bool usual = type == AttributeType::int64 || type == AttributeType::bool_ ||
                       type == AttributeType::string ||
                       (type == AttributeType::double_ && shown.is_number_float());
    if (!usual) shown = Document{{name_of(type), shown}};
  }
  if (!attribute.doc.empty()) shown = Document{{"doc", attribute.doc}, {"value", shown}};
  return shown;
}

Document show_attributes(const std::vector<ChakraAttribute>& attributes) {
  Document all = Document::object();
  for (const ChakraAttribute& attribute : attributes) {
    all[attribute.name] = show_attribute(attribute);
  }
  return all;
}

}  // namespace

std::string text_of(const Json& json, const Place& place) {
  if (!json.is_string()) place.fail("a text", config::brief(json));
  return json.get<std::string>();
}

std::uint64_t unsigned_of(const Json& json, std::uint64_t most, const Place& place) {
  if (!json.is_number_unsigned() || json.get<std::uint64_t>() > most) {
    place.fail("a whole number in 0.." + std::to_string(most), config::brief(json));
  }
  return json.get<std::uint64_t>();
}

namespace {

double real_of(const Json& json, const Place& place) {
  if (json.is_number()) return json.get<double>();
  if (json == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (json == "inf") return std::numeric_limits<double>::infinity();
  if (json == "-inf") return -std::numeric_limits<double>::infinity();
  place.fail("a number, \"nan\", \"inf\" or \"-inf\"", config::brief(json));
}

}  // namespace

AttributeScalar scalar_of(AttributeType type, const Json& json, const Place& place) {
  constexpr auto i32 = std::numeric_limits<std::int32_t>();
  constexpr auto i64 = std::numeric_limits<std::int64_t>();
  switch (type) {
    case AttributeType::double_:
      return real_of(json, place);
    case AttributeType::float_:
      return static_cast<double>(static_cast<float>(real_of(json, place)));
    case AttributeType::int32:
    case AttributeType::sint32:
    case AttributeType::sfixed32:
      return config::read_whole_number(json, i32.min(), i32.max(), "a whole number of 32 bits",
                                       place);
    case AttributeType::int64:
    case AttributeType::sint64:
    case AttributeType::sfixed64:
      return config::read_whole_number(json, i64.min(), i64.max(), "a whole number of 64 bits",
                                       place);
    case AttributeType::uint32:
    case AttributeType::fixed32:
      return unsigned_of(json, std::numeric_limits<std::uint32_t>::max(), place);
    case AttributeType::bool_:
      if (!json.is_boolean()) place.fail("true or false", config::brief(json));
      return std::uint64_t{json.get<bool>()};
    case AttributeType::string:
      return text_of(json, place);
    case AttributeType::bytes:
      return bytes_of(text_of(json, place), place);
    default:
      return unsigned_of(json, std::numeric_limits<std::uint64_t>::max(), place);
  }
}

void require_keys(const Json& json, const std::vector<std::string>& known, const Place& place) {
  std::vector<config::FieldInfo> fields;
  for (const std::string& key : known) fields.push_back({key, "", "", {}, {}, {}, {}});
  config::require_known_keys(json, fields, place);
}

namespace {

std::vector<AttributeScalar> list_of(AttributeType type, const Json& json, const Place& place) {
  if (!json.is_array()) place.fail("a list", config::brief(json));
  std::vector<AttributeScalar> values;
  for (std::size_t i = 0; i < json.size(); ++i) {
    values.push_back(scalar_of(type, json[i], place / i));
  }
  return values;
}

// {"uint64": 5}, {"int32_list": [1, 2]}
void read_typed(ChakraAttribute& attribute, const Json& json, const Place& place) {
  std::vector<std::string> names;
  const std::string found = json.size() == 1 ? json.begin().key() : "";
  for (int field = 3; field <= kLastAttributeField; ++field) {
    const AttributeType type = element_type(field);
    const std::string name = std::string(name_of(type)) + (is_list(field) ? "_list" : "");
    names.push_back(name);
    if (name != found) continue;
    attribute.field = field;
    const Place value = place / name;
    if (is_list(field)) {
      attribute.values = list_of(type, json.front(), value);
    } else {
      attribute.values = {scalar_of(type, json.front(), value)};
    }
    return;
  }
  const std::string nearest = base::nearest(found, names);
  place.fail("one attribute type with its value, as {\"uint64\": 5}",
             json.size() == 1 ? config::brief(found.substr(0, 60)) : "an object",
             nearest.empty() ? "" : "did you mean '" + nearest + "'?");
}

void read_value(ChakraAttribute& attribute, const Json& json, const Place& place) {
  const auto take = [&](AttributeType type) {
    attribute.field = static_cast<int>(type);
    attribute.values = {scalar_of(type, json, place)};
  };
  if (json.is_null()) return;
  if (json.is_object()) return read_typed(attribute, json, place);
  if (json.is_boolean()) return take(AttributeType::bool_);
  if (json.is_string()) return take(AttributeType::string);
  if (json.is_number_integer()) return take(AttributeType::int64);
  if (json.is_number()) return take(AttributeType::double_);
  attribute.field = static_cast<int>(AttributeType::bool_) + 1;
  attribute.values = list_of(AttributeType::bool_, json, place);
}

std::vector<ChakraAttribute> attributes_of(const Json& json, const Place& place) {
  if (!json.is_object()) place.fail("an object of attributes", config::brief(json));
  std::vector<ChakraAttribute> attributes;
  for (const auto& [name, value] : json.items()) {
    ChakraAttribute attribute;
    attribute.name = name;
    const Place here = place / name;
    if (value.is_object() && value.size() == 2 && value.contains("doc") &&
        value.contains("value")) {
      attribute.doc = text_of(value["doc"], here / "doc");
      read_value(attribute, value["value"], here / "value");
    } else {
      read_value(attribute, value, here);
    }
    attributes.push_back(std::move(attribute));
  }
  return attributes;
}

template <class Read>
void if_there(const Json& json, const char* key, const Place& place, Read&& read) {
  const auto value = json.find(key);
  if (value != json.end()) read(*value, place / key);
}

ChakraNodeType type_of(const Json& json, const Place& place) {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (int t = 0; t < kChakraNodeTypes; ++t) {
      all.emplace_back(name_of(static_cast<ChakraNodeType>(t)));
    }
    return all;
  }();
  return static_cast<ChakraNodeType>(config::read_word(json, names, place));
}

ChakraTensors tensors_of(const Json& json, const Place& place) {
  require_keys(json, {"values", "shapes", "types"}, place);
  ChakraTensors tensors;
  const auto text = [](std::string& into) {
    return [&into](const Json& j, const Place& p) { into = text_of(j, p); };
  };
  if_there(json, "values", place, text(tensors.values));
  if_there(json, "shapes", place, text(tensors.shapes));
  if_there(json, "types", place, text(tensors.types));
  return tensors;
}

void read_ids(const Json& json, const Place& place, std::vector<std::uint64_t>& ids) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  if (!json.is_array()) place.fail("a list of ids", config::brief(json));
  for (std::size_t i = 0; i < json.size(); ++i) {
    ids.push_back(unsigned_of(json[i], most, place / i));
  }
}

ChakraNode node_of(const Json& json, const Place& place) {
  require_keys(json,
               {"id", "name", "type", "ctrl_deps", "data_deps", "start_micros", "duration_micros",
                "inputs", "outputs", "attr"},
               place);
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  ChakraNode node;
  const auto number = [](std::uint64_t& into) {
    return [&into](const Json& j, const Place& p) { into = unsigned_of(j, most, p); };
  };
  const auto ids = [](std::vector<std::uint64_t>& into) {
    return [&into](const Json& j, const Place& p) { read_ids(j, p, into); };
  };
  if (!json.contains("id")) place.fail("an \"id\"");
  if (!json.contains("type")) place.fail("a \"type\"");
  number(node.id)(json["id"], place / "id");
  node.type = type_of(json["type"], place / "type");
  if_there(json, "name", place, [&](const Json& j, const Place& p) { node.name = text_of(j, p); });
  if_there(json, "ctrl_deps", place, ids(node.ctrl_deps));
  if_there(json, "data_deps", place, ids(node.data_deps));
  if_there(json, "start_micros", place, number(node.start_micros));
  if_there(json, "duration_micros", place, number(node.duration_micros));
  if_there(json, "inputs", place,
           [&](const Json& j, const Place& p) { node.inputs = tensors_of(j, p); });
  if_there(json, "outputs", place,
           [&](const Json& j, const Place& p) { node.outputs = tensors_of(j, p); });
  if_there(json, "attr", place,
           [&](const Json& j, const Place& p) { node.attributes = attributes_of(j, p); });
  return node;
}

Document show_tensors(const ChakraTensors& tensors) {
  return {{"values", tensors.values}, {"shapes", tensors.shapes}, {"types", tensors.types}};
}

bool any(const ChakraTensors& t) {
  return !t.values.empty() || !t.shapes.empty() || !t.types.empty();
}

Document show_node(const ChakraNode& node) {
  Document shown = {{"id", node.id}, {"name", node.name}, {"type", name_of(node.type)}};
  if (!node.ctrl_deps.empty()) shown["ctrl_deps"] = node.ctrl_deps;
  if (!node.data_deps.empty()) shown["data_deps"] = node.data_deps;
  if (node.start_micros != 0) shown["start_micros"] = node.start_micros;
  if (node.duration_micros != 0) shown["duration_micros"] = node.duration_micros;
  if (any(node.inputs)) shown["inputs"] = show_tensors(node.inputs);
  if (any(node.outputs)) shown["outputs"] = show_tensors(node.outputs);
  shown["attr"] = show_attributes(node.attributes);
  return shown;
}

}  // namespace

ChakraTrace parse_chakra_json(const std::string& text, const std::string& source) {
  if (auto feeders = feeder_trace(text, source)) return std::move(*feeders);
  config::JsonLimits limits;
  limits.bytes = kLargestTraceJson;
  const Json json = config::parse_json(text, source, limits);
  const Place place{source, ""};
  if (json.is_object() && json.contains("workload_graph")) {  // what Python writes is null now
    if (auto feeders = feeder_trace(json.dump(), source)) return std::move(*feeders);
  }
  require_keys(json, {"metadata", "nodes"}, place);
  ChakraTrace trace;
  trace.source = source;
  if_there(json, "metadata", place, [&](const Json& metadata, const Place& p) {
    require_keys(metadata, {"version", "attr"}, p);
    if_there(metadata, "version", p,
             [&](const Json& j, const Place& q) { trace.metadata.version = text_of(j, q); });
    if_there(metadata, "attr", p, [&](const Json& j, const Place& q) {
      trace.metadata.attributes = attributes_of(j, q);
    });
  });
  if (!json.contains("nodes") || !json["nodes"].is_array()) place.fail("a list \"nodes\"");
  const Json& nodes = json["nodes"];
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    trace.nodes.push_back(node_of(nodes[i], place / "nodes" / i));
  }
  return trace;
}

std::string write_chakra_json(const ChakraTrace& trace) {
  const Document metadata = {{"version", trace.metadata.version},
                             {"attr", show_attributes(trace.metadata.attributes)}};
  std::string text = "{\"metadata\": " + metadata.dump() + ",\n \"nodes\": [";
  for (std::size_t i = 0; i < trace.nodes.size(); ++i) {
    text += (i == 0 ? "\n  " : ",\n  ") + show_node(trace.nodes[i]).dump();
  }
  return text + "\n ]}\n";
}

}  // namespace jacquard::interop
