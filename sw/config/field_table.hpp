// SPDX-License-Identifier: Apache-2.0
// One table of fields per configuration struct. It yields the parser, the JSON Schema, `--set`
// overrides, the manual, and the effective configuration, so that none of them can disagree.
//
//   const FieldTable<Lamp>& lamp_fields() {
//     static const FieldTable<Lamp> table("lamp", "What shines.", {
//       field<Lamp>("watts", [](auto& l) -> auto& { return l.watts; }, whole_number<int>(1, 100),
//                   "How bright it is."),
//     });
//     return table;
//   }
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "jacquard/config/codec.hpp"
#include "jacquard/config/field_info.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/config/place.hpp"

namespace jacquard::config {

template <class T>
struct Field {
  FieldInfo info;
  std::function<void(T&, const Json&, const Place&)> read;
  std::function<Document(const T&)> show;
};

// A key that a kindred table has and this one has not: reading it is an error that says why.
template <class T>
Field<T> refused(std::string key, std::string why) {
  Field<T> f;
  f.info.key = std::move(key);
  f.read = [why](T&, const Json& json, const Place& place) {
    place.fail("no such key here", brief(json), why);
  };
  return f;
}

// A field with a codec. `access` is a generic lambda that returns a reference to the member.
template <class T, class Access, class Value>
Field<T> field(std::string key, Access access, Codec<Value> codec, std::string doc) {
  Field<T> f;
  f.info = {std::move(key), codec.expected, std::move(doc), codec.schema, {}, {}, codec.text};
  f.read = [access, codec](T& t, const Json& json, const Place& place) {
    access(t) = codec.read(json, place);
  };
  f.show = [access, codec](const T& t) { return codec.show(access(t)); };
  f.info.default_value = f.show(T{});
  return f;
}

template <class T>
class FieldTable {
 public:
  // `only_read`: keys of files that are meant for a kindred table too. They are neither shown nor
  // documented.
  FieldTable(std::string name, std::string doc, std::vector<Field<T>> fields,
             std::vector<Field<T>> only_read = {})
      : name_(std::move(name)),
        doc_(std::move(doc)),
        fields_(std::move(fields)),
        only_read_(std::move(only_read)) {
    for (const Field<T>& f : fields_) infos_.push_back(f.info);
    for (const Field<T>& f : only_read_) only_read_keys_.push_back(f.info.key);
  }

  const std::string& name() const { return name_; }
  const std::string& doc() const { return doc_; }
  const std::vector<FieldInfo>& infos() const { return infos_; }
  const std::vector<Field<T>>& fields() const { return fields_; }

  // Overwrites those fields of `t` that the object `json` holds. Throws ConfigError at the pointer
  // of a wrong value or an unknown key; then `t` is as it was.
  void read(T& t, const Json& json, const Place& place) const {
    require_known_keys(json, infos_, place, only_read_keys_);
    T changed = t;
    for (const auto* fields : {&fields_, &only_read_}) {
      for (const Field<T>& f : *fields) {
        const auto value = json.find(f.info.key);
        if (value != json.end()) f.read(changed, *value, place / f.info.key);
      }
    }
    t = std::move(changed);
  }

  // Sets one field, "key" or "key.inner", from text as it stands on a command line. `source` names
  // the option in errors. An optional field is unset by the text "none".
  void set(T& t, std::string_view path, std::string_view text, const std::string& source) const {
    const Json json = json_of_override(path, text, infos_, source);
    without_pointer(source, [&] { read(t, json, Place{source, ""}); });
  }

  // `--set key=value`.
  void set(T& t, const std::string& assignment) const {
    const Assignment a = split_assignment(assignment);
    set(t, a.path, a.text, "--set " + a.path);
  }

  // Every field with its present value; read() of it gives `t` back. An unset optional is null; a
  // field whose codec shows a discarded value is left out.
  Document show(const T& t) const {
    Document all = Document::object();
    for (const Field<T>& f : fields_) {
      Document value = f.show(t);
      if (!value.is_discarded()) all[f.info.key] = std::move(value);
    }
    return all;
  }

  Document schema() const { return object_schema(name_, doc_, infos_); }
  std::string manual() const { return manual_of(infos_); }

 private:
  std::string name_;
  std::string doc_;
  std::vector<Field<T>> fields_;
  std::vector<Field<T>> only_read_;
  std::vector<FieldInfo> infos_;
  std::vector<std::string> only_read_keys_;
};

// A field that is itself a struct with a table (which must outlive this one).
template <class T, class Access, class Inner>
Field<T> nested(std::string key, Access access, const FieldTable<Inner>& table) {
  Field<T> f;
  f.info = {std::move(key), "an object", table.doc(), table.schema(), {}, table.infos(), {}};
  f.read = [access, &table](T& t, const Json& json, const Place& place) {
    table.read(access(t), json, place);
  };
  f.show = [access, &table](const T& t) { return table.show(access(t)); };
  f.info.default_value = f.show(T{});
  return f;
}

// The fields of a struct within T, as if they were T's own (`table` must outlive them).
template <class T, class Access, class Inner>
std::vector<Field<T>> flattened(Access access, const FieldTable<Inner>& table) {
  std::vector<Field<T>> fields;
  for (const Field<Inner>& inner : table.fields()) {
    Field<T> f;
    f.info = inner.info;
    f.read = [access, &inner](T& t, const Json& json, const Place& place) {
      inner.read(access(t), json, place);
    };
    f.show = [access, &inner](const T& t) { return inner.show(access(t)); };
    fields.push_back(std::move(f));
  }
  return fields;
}

// The struct with every default, then what the file says.
template <class T>
T read_config(const FieldTable<T>& table, const std::string& path) {
  T t;
  table.read(t, read_json(path), Place{path, ""});
  return t;
}

}  // namespace jacquard::config
