// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/config_options.hpp"

#include <algorithm>
#include <cctype>

#include "jacquard/base/error.hpp"

namespace jacquard::cli {
namespace {

// A switch may stand alone, be given a value (--fill=false), or be negated (--no-fill).
std::string switch_names(const std::string& key) {
  const std::string name = option_name(key);
  return name + ",!--no-" + name.substr(2);
}

std::string help_of(const config::FieldInfo& field) {
  const config::Document& usual = field.default_value;
  const bool none = usual.is_null() || usual.is_discarded();  // a noun of which nothing is said
  const std::string shown_default = none                ? "none"
                                    : usual.is_string() ? usual.get<std::string>()
                                                        : usual.dump();
  std::string words;
  for (const auto& word : field.schema.value("enum", config::Document::array())) {
    words += (words.empty() ? " One of " : ", ") + word.get<std::string>();
  }
  if (!words.empty()) words += ".";
  return field.doc + words + " [" + shown_default + "]";
}

std::string in_capitals(std::string key) {
  std::transform(key.begin(), key.end(), key.begin(),
                 [](unsigned char c) { return std::toupper(c); });
  return key;
}

}  // namespace

std::string option_name(const std::string& key) {
  std::string name = "--" + key;
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

Option add_file_option(Arguments& app, const std::string& name, std::string& file,
                       const std::string& help) {
  Option option = app.add_option(name, file, help);
  option.check([](const std::string& text) {
    return text.empty() ? std::string("expected a file's name, found ''") : std::string();
  });
  return option;
}

bool was_given(const GivenOptions& given, const std::vector<config::FieldInfo>& fields,
               const std::string& key) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].key == key) return given.options[i].given();
  }
  return false;
}

Option add_key_option(Arguments& app, const config::FieldInfo& field, std::string& text,
                      const std::string& more) {
  return field.default_value.is_boolean()
             ? app.add_flag(switch_names(field.key) + more, text, help_of(field))
             : app.add_option(option_name(field.key) + more, text, help_of(field));
}

std::shared_ptr<GivenOptions> add_field_options(Arguments& app,
                                                const std::vector<config::FieldInfo>& fields,
                                                const std::string& folder,
                                                const std::string& word) {
  auto given = std::make_shared<GivenOptions>();
  given->folder = folder;
  add_file_option(app, "--config", given->config,
                  std::string("Take the options below from a JSON file") +
                      (folder.empty() ? "" : ", or from a shipped configuration"));
  given->texts.resize(fields.size());  // CLI11 keeps references: never resized again
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const config::FieldInfo& field = fields[i];
    JQ_CHECK(field.inner.empty(), "options of a verb come from a flat table");
    const std::string more = field.key == word ? "," + in_capitals(word) : "";
    given->options.push_back(add_key_option(app, field, given->texts[i], more));
  }
  return given;
}

}  // namespace jacquard::cli
