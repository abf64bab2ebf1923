// SPDX-License-Identifier: Apache-2.0
// What FieldTable<T> does, without T: compiled once for all configurations.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "jacquard/config/access.hpp"
#include "jacquard/config/codec_core.hpp"
#include "jacquard/config/field_info.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/config/place.hpp"

namespace jacquard::config {

// A struct's life, as a table needs it.
struct StructOps {
  using Owned = std::unique_ptr<void, void (*)(void*)>;

  Owned (*make)();
  Owned (*copy)(const void*);
  void (*move)(void* to, void* from);
};
template <class T>
const StructOps& struct_ops() {
  using Owned = StructOps::Owned;
  static constexpr auto destroy = [](void* t) { delete static_cast<T*>(t); };
  static constexpr StructOps ops = {
      [] { return Owned(new T(), destroy); },
      [](const void* t) { return Owned(new T(*static_cast<const T*>(t)), destroy); },
      [](void* to, void* from) { *static_cast<T*>(to) = std::move(*static_cast<T*>(from)); }};
  return ops;
}

// A field of a struct: how it is described, read and shown. Both functions take the struct.
struct FieldCore {
  // Out of line: a table's source would else hold them once for each field.
  FieldCore();
  FieldCore(const FieldCore&);
  FieldCore(FieldCore&&) noexcept;
  FieldCore& operator=(const FieldCore&);
  FieldCore& operator=(FieldCore&&) noexcept;
  ~FieldCore();

  FieldInfo info;
  bool default_known = false;  // else the table takes it from a struct with every default
  std::function<void(void*, const Json&, const Place&)> read;
  std::function<Document(const void*)> show;  // none where it is only read
};

class TableCore {
 public:
  TableCore(std::string name, std::string doc, const StructOps& ops, std::vector<FieldCore> fields,
            std::vector<FieldCore> only_read);

  const std::string& name() const { return name_; }
  const std::string& doc() const { return doc_; }
  const std::vector<FieldInfo>& infos() const { return infos_; }
  const std::vector<FieldCore>& fields() const { return fields_; }
  const StructOps& ops() const { return ops_; }

  Document schema() const { return object_schema(name_, doc_, infos_); }
  std::string manual() const { return manual_of(infos_); }

  // As FieldTable has them, for the struct at `t`.
  void read_at(void* t, const Json& json, const Place& place) const;
  void set_at(void* t, std::string_view path, std::string_view text,
              const std::string& source) const;
  void set_at(void* t, const std::string& assignment) const;
  Document show_at(const void* t) const;

 private:
  std::string name_;
  std::string doc_;
  const StructOps& ops_;
  std::vector<FieldCore> fields_;
  std::vector<FieldCore> only_read_;
  std::vector<FieldInfo> infos_;
  std::vector<std::string> only_read_keys_;
};

FieldCore field_core(std::string_view key, Access at, CodecPtr codec, std::string_view doc);
FieldCore refused_core(std::string_view key, std::string_view why);
FieldCore nested_core(std::string_view key, Access at, const TableCore& table);
FieldCore composed_core(std::string_view key, Access at, const TableCore& table,
                        std::string_view folder);
// Whether `json` was a whole struct, which then stands at `to`; else the table reads keys of it.
using ReadWhole = std::function<bool(void* to, const Json& json, const Place& place)>;
FieldCore composed_core(std::string_view key, Access at, const TableCore& table, ReadWhole whole);
// The fields of `table`, whose struct is found by `at`.
std::vector<FieldCore> flattened_cores(const Access& at, const TableCore& table);

}  // namespace jacquard::config
