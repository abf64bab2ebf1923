// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/field_info.hpp"

#include <algorithm>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/synonyms.hpp"

namespace jacquard::config {
namespace {

const FieldInfo* find(const std::vector<FieldInfo>& fields, std::string_view key) {
  const auto it = std::find_if(fields.begin(), fields.end(),
                               [key](const FieldInfo& f) { return f.key == key; });
  return it == fields.end() ? nullptr : &*it;
}

// Where a key of that name is, below these: "circuit.guard"; "" if nowhere.
std::string path_to(const std::string& key, const std::vector<FieldInfo>& fields) {
  for (const FieldInfo& f : fields) {
    if (f.key == key) return key;
  }
  for (const FieldInfo& f : fields) {
    const std::string inside = path_to(key, f.inner);
    if (!inside.empty()) return f.key + "." + inside;
  }
  return "";
}

// A key further down that means the same in our words.
std::string meant_below(std::string_view key, const std::vector<FieldInfo>& fields) {
  for (const std::string& name : base::our_names_for(key)) {
    const std::string path = path_to(name, fields);
    if (!path.empty()) return path;
  }
  return "";
}

[[noreturn]] void unknown_key(std::string_view key, const std::vector<FieldInfo>& fields,
                              const Place& place) {
  std::vector<std::string> known;
  std::string list;
  for (const FieldInfo& f : fields) {
    known.push_back(f.key);
    list += (list.empty() ? "" : ", ") + f.key;
  }
  std::string near = base::nearest(key, known);
  if (near.empty()) near = meant_below(key, fields);
  place.fail("a known key (one of " + list + ")", "'" + std::string(key) + "'",
             near.empty() ? "" : "did you mean '" + near + "'?");
}

bool is_list(const FieldInfo& field) { return field.schema.value("type", "") == "array"; }

// Numbers, flags and words of a choice are never null, so there "none" is a word like others.
bool may_be_null(const FieldInfo& field) {
  if (field.schema.contains("enum")) return false;
  const Json type = field.schema.value("type", Json());
  return type != "number" && type != "integer" && type != "boolean";
}

Json json_of_text(const FieldInfo& field, std::string_view text, const std::string& source) {
  if (!field.inner.empty() && text.rfind('{', 0) == 0) return parse_json(text, source);
  if (text == "none" && may_be_null(field)) return nullptr;
  if (field.text == TextForm::json) {
    Json value = Json::parse(text, nullptr, false);
    const bool wanted = value.is_primitive() || (value.is_array() && is_list(field));
    if (wanted && !value.is_discarded() && !(is_list(field) && value.is_primitive())) return value;
    // "8,12", as options have lists elsewhere.
    if (is_list(field) && !text.empty()) {
      const Json items = Json::parse("[" + std::string(text) + "]", nullptr, false);
      if (!items.is_discarded()) return items;
      if (text.front() != '[') return Json(base::comma_list(text));
    }
  }
  return std::string(text);
}

std::string markdown_cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) {
    text.insert(at, "\\");
  }
  return text;
}

void add_rows(const std::vector<FieldInfo>& fields, const std::string& prefix, std::string& out) {
  for (const FieldInfo& f : fields) {
    if (!f.inner.empty()) {
      add_rows(f.inner, prefix + f.key + ".", out);
      continue;
    }
    const std::string shown_default =
        f.default_value.is_null() ? "none" : "`" + f.default_value.dump() + "`";
    out += "| `" + prefix + f.key + "` | " + markdown_cell(f.expected) + " | " +
           markdown_cell(shown_default) + " | " + markdown_cell(f.doc) + " |\n";
  }
}

}  // namespace

void require_known_keys(const Json& json, const std::vector<FieldInfo>& fields, const Place& place,
                        const std::vector<std::string>& also_read) {
  if (!json.is_object()) place.fail("an object", brief(json));
  for (const auto& item : json.items()) {
    const bool known = find(fields, item.key()) != nullptr ||
                       std::find(also_read.begin(), also_read.end(), item.key()) != also_read.end();
    if (!known) unknown_key(item.key(), fields, place / item.key());
  }
}

Assignment split_assignment(const std::string& assignment) {
  const auto equals = assignment.find('=');
  if (equals == 0 || equals == std::string::npos) {
    Place{"--set", ""}.fail("key=value", "'" + assignment + "'");
  }
  return {assignment.substr(0, equals), assignment.substr(equals + 1)};
}

Json json_of_override(std::string_view path, std::string_view text,
                      const std::vector<FieldInfo>& fields, const std::string& source) {
  const auto dot = path.find('.');
  const std::string_view key = path.substr(0, dot);
  const FieldInfo* field = find(fields, key);
  if (field == nullptr) unknown_key(key, fields, Place{source, ""});
  Json value;
  if (dot != std::string_view::npos) {
    if (field->inner.empty()) {
      Place{source, ""}.fail("'" + field->key + "' alone, as it holds no other keys",
                             "'" + std::string(path) + "'");
    }
    value = json_of_override(path.substr(dot + 1), text, field->inner, source);
  } else {
    value = json_of_text(*field, text, source);
  }
  Json object = Json::object();
  object[field->key] = std::move(value);
  return object;
}

void without_pointer(const std::string& source, const std::function<void()>& act) {
  try {
    act();
  } catch (const base::ConfigError& error) {
    base::InputFault fault = error.fault();
    if (fault.source != source) throw;
    const auto inside = fault.where.find(", ");  // a place inside the value's text stays
    fault.where = inside == std::string::npos ? "" : fault.where.substr(inside + 2);
    throw base::ConfigError(std::move(fault));
  }
}

Document object_schema(const std::string& title, const std::string& doc,
                       const std::vector<FieldInfo>& fields) {
  Document schema;
  schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  schema["title"] = title;
  schema["description"] = doc;
  schema["type"] = "object";
  schema["additionalProperties"] = false;
  Document& properties = schema["properties"] = Document::object();
  for (const FieldInfo& f : fields) {
    Document property = f.schema;
    property["description"] = f.doc;
    if (!f.default_value.is_discarded()) property["default"] = f.default_value;
    properties[f.key] = std::move(property);
  }
  return schema;
}

std::string manual_of(const std::vector<FieldInfo>& fields) {
  std::string out = "| key | value | default | meaning |\n|---|---|---|---|\n";
  add_rows(fields, "", out);
  return out;
}

}  // namespace jacquard::config
