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

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "jacquard/config/codec.hpp"
#include "jacquard/config/field_info.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/config/place.hpp"
#include "jacquard/config/table_core.hpp"

namespace jacquard::config {

// A field of a T. Only the name of the type is more than in FieldCore: no field goes into the table
// of another struct.
template <class T>
struct Field : FieldCore {
  Field() = default;
  explicit Field(FieldCore core) : FieldCore(std::move(core)) {}
};

// The way to a member: `member` is a member of T, or a lambda without captures that gives one.
template <class T, class Member>
Access access_of(const Member& member) {
  if constexpr (std::is_member_object_pointer_v<Member>) {
    return Access::of(member);
  } else {
    using Found = std::remove_reference_t<decltype(member(std::declval<T&>()))>;
    return Access::of(static_cast<Found& (*)(T&)>(member));
  }
}
template <class T, class Member>
using MemberOf = std::decay_t<std::invoke_result_t<const Member&, T&>>;

// A key that a kindred table has and this one has not: reading it is an error that says why.
template <class T>
Field<T> refused(std::string_view key, std::string_view why) {
  return Field<T>(refused_core(key, why));
}

// A field with a codec of its member's type.
template <class T, class Member, class Value>
Field<T> field(std::string_view key, const Member& member, const Codec<Value>& codec,
               std::string_view doc) {
  static_assert(std::is_same_v<MemberOf<T, Member>, Value>);
  return Field<T>(field_core(key, access_of<T>(member), codec.core(), doc));
}

template <class T>
class FieldTable : public TableCore {
 public:
  // `only_read`: keys of files that are meant for a kindred table too. They are neither shown nor
  // documented.
  FieldTable(std::string name, std::string doc, const std::vector<Field<T>>& fields,
             const std::vector<Field<T>>& only_read = {})
      : TableCore(std::move(name), std::move(doc), struct_ops<T>(), {fields.begin(), fields.end()},
                  {only_read.begin(), only_read.end()}) {}

  // Overwrites those fields of `t` that the object `json` holds. Throws ConfigError at the pointer
  // of a wrong value or an unknown key; then `t` is as it was.
  void read(T& t, const Json& json, const Place& place) const { read_at(&t, json, place); }

  // Sets one field, "key" or "key.inner", from text as it stands on a command line. `source` names
  // the option in errors. An optional field is unset by the text "none".
  void set(T& t, std::string_view path, std::string_view text, const std::string& source) const {
    set_at(&t, path, text, source);
  }
  // `--set key=value`.
  void set(T& t, const std::string& assignment) const { set_at(&t, assignment); }

  // Every field with its present value; read() of it gives `t` back. An unset optional is null; a
  // field whose codec shows a discarded value is left out.
  Document show(const T& t) const { return show_at(&t); }
};

// A field that is itself a struct with a table (which must outlive this one).
template <class T, class Member, class Inner>
Field<T> nested(std::string_view key, const Member& member, const FieldTable<Inner>& table) {
  static_assert(std::is_same_v<MemberOf<T, Member>, Inner>);
  return Field<T>(nested_core(key, access_of<T>(member), table));
}

// The fields of a struct within T, as if they were T's own (`table` must outlive them).
template <class T, class Member, class Inner>
std::vector<Field<T>> flattened(const Member& member, const FieldTable<Inner>& table) {
  static_assert(std::is_same_v<MemberOf<T, Member>, Inner>);
  std::vector<Field<T>> fields;
  for (FieldCore& core : flattened_cores(access_of<T>(member), table)) {
    fields.emplace_back(std::move(core));
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
