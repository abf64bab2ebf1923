// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/table_core.hpp"

#include <utility>

#include "jacquard/config/composed.hpp"

namespace jacquard::config {

FieldCore::FieldCore() = default;
FieldCore::FieldCore(const FieldCore&) = default;
FieldCore::FieldCore(FieldCore&&) noexcept = default;
FieldCore& FieldCore::operator=(const FieldCore&) = default;
FieldCore& FieldCore::operator=(FieldCore&&) noexcept = default;
FieldCore::~FieldCore() = default;

TableCore::TableCore(std::string name, std::string doc, const StructOps& ops,
                     std::vector<FieldCore> fields, std::vector<FieldCore> only_read)
    : name_(std::move(name)),
      doc_(std::move(doc)),
      ops_(ops),
      fields_(std::move(fields)),
      only_read_(std::move(only_read)) {
  const StructOps::Owned defaults = ops_.make();
  for (FieldCore& f : fields_) {
    if (!f.default_known) f.info.default_value = f.show(defaults.get());
    f.default_known = true;
    infos_.push_back(f.info);
  }
  for (const FieldCore& f : only_read_) only_read_keys_.push_back(f.info.key);
}

void TableCore::read_at(void* t, const Json& json, const Place& place) const {
  require_known_keys(json, infos_, place, only_read_keys_);
  const StructOps::Owned changed = ops_.copy(t);
  for (const auto* fields : {&fields_, &only_read_}) {
    for (const FieldCore& f : *fields) {
      const auto value = json.find(f.info.key);
      if (value != json.end()) f.read(changed.get(), *value, place / f.info.key);
    }
  }
  ops_.move(t, changed.get());
}

void TableCore::set_at(void* t, std::string_view path, std::string_view text,
                       const std::string& source) const {
  const Json json = json_of_override(path, text, infos_, source);
  const bool is_object = text.rfind('{', 0) == 0;  // whose pointers say which key
  without_pointer(is_object ? "" : source, [&] { read_at(t, json, Place{source, ""}); });
}

void TableCore::set_at(void* t, const std::string& assignment) const {
  const Assignment a = split_assignment(assignment);
  set_at(t, a.path, a.text, "--set " + a.path);
}

Document TableCore::show_at(const void* t) const {
  Document all = Document::object();
  for (const FieldCore& f : fields_) {
    Document value = f.show(t);
    if (!value.is_discarded()) all[f.info.key] = std::move(value);
  }
  return all;
}

FieldCore field_core(std::string_view key, Access at, CodecPtr codec, std::string_view doc) {
  FieldCore f;
  f.info = {std::string(key),  codec->expected(), std::string(doc), codec->schema(), {}, {},
            codec->text_form()};
  f.read = [at, codec](void* t, const Json& json, const Place& place) {
    codec->read(at(t), json, place);
  };
  f.show = [at = std::move(at), codec](const void* t) { return codec->show(at(t)); };
  return f;
}

FieldCore refused_core(std::string_view key, std::string_view why) {
  FieldCore f;
  f.info.key = key;
  f.read = [why = std::string(why)](void*, const Json& json, const Place& place) {
    place.fail("no such key here", brief(json), why);
  };
  return f;
}

FieldCore nested_core(std::string_view key, Access at, const TableCore& table) {
  FieldCore f;
  f.info = {std::string(key), "an object", table.doc(), table.schema(), {}, table.infos(), {}};
  f.read = [at, &table](void* t, const Json& json, const Place& place) {
    table.read_at(at(t), json, place);
  };
  f.show = [at = std::move(at), &table](const void* t) { return table.show_at(at(t)); };
  return f;
}

FieldCore composed_core(std::string_view key, Access at, const TableCore& table, ReadWhole whole) {
  FieldCore f = nested_core(key, at, table);
  f.info.schema["type"] = {"object", "string"};
  f.info.text = TextForm::string;
  f.read = [at = std::move(at), &table, whole = std::move(whole)](void* t, const Json& json,
                                                                  const Place& place) {
    if (!whole(at(t), json, place)) table.read_at(at(t), json, place);
  };
  return f;
}

FieldCore composed_core(std::string_view key, Access at, const TableCore& table,
                        std::string_view folder) {
  return composed_core(
      key, std::move(at), table,
      [&table, folder = std::string(folder)](void* to, const Json& json, const Place& place) {
        if (json.is_object()) return false;
        const Noun noun = noun_of(json, place, folder);
        const StructOps::Owned whole = table.ops().make();
        table.read_at(whole.get(), noun.keys, noun.place);
        table.ops().move(to, whole.get());
        return true;
      });
}

std::vector<FieldCore> flattened_cores(const Access& at, const TableCore& table) {
  std::vector<FieldCore> fields;
  for (const FieldCore& inner : table.fields()) {
    FieldCore f;
    f.info = inner.info;
    f.read = [at, &inner](void* t, const Json& json, const Place& place) {
      inner.read(at(t), json, place);
    };
    f.show = [at, &inner](const void* t) { return inner.show(at(t)); };
    fields.push_back(std::move(f));
  }
  return fields;
}

}  // namespace jacquard::config
