// SPDX-License-Identifier: Apache-2.0
// The options of a verb that come from a table of fields: --config FILE, and one --key per field.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "jacquard/config/field_table.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/find_config.hpp"

namespace jacquard::cli {

// "--guard-per" for "guard_per".
std::string option_name(const std::string& key);

// An option that names a file; an empty name is refused, not taken for none.
Option add_file_option(Arguments& app, const std::string& name, std::string& file,
                       const std::string& help);

// Where the texts given on the command line are kept until they are resolved.
struct GivenOptions {
  std::string folder;  // of configs/, where shipped configurations of this kind are; "" for none
  std::string config;  // file or name given to --config
  std::vector<std::string> texts;  // one per field
  std::vector<Option> options;
};

// The option of one key; `text` takes what is given, and outlives the option. `more`: other names,
// each after a comma.
Option add_key_option(Arguments& app, const config::FieldInfo& field, std::string& text,
                      const std::string& more = "");

// Adds --config and the options of `fields` (flat tables only) to the verb. The key `word`, if one
// is named, may also stand without its option: "collective all-gather".
std::shared_ptr<GivenOptions> add_field_options(Arguments& app,
                                                const std::vector<config::FieldInfo>& fields,
                                                const std::string& folder,
                                                const std::string& word = "");

// Whether the key's own option stands on the command line.
bool was_given(const GivenOptions& given, const std::vector<config::FieldInfo>& fields,
               const std::string& key);

// What the user asked for: what it begins with (defaults), then --config (a file, or the name of a
// shipped one), then
// --set key=value, then --key value. Call it when the verb runs, not while it is set up. Throws
// ConfigError naming file or option.
template <class T>
T resolve(const config::FieldTable<T>& table, const GivenOptions& given, const Common& common,
          T t = {}) {
  if (!given.config.empty()) {
    const std::string path = find_config(given.folder, given.config, "--config");
    table.read(t, config::read_json(path), {path, ""});
  }
  for (const std::string& assignment : common.set) table.set(t, assignment);
  for (std::size_t i = 0; i < given.options.size(); ++i) {
    if (!given.options[i].given()) continue;
    const std::string& key = table.infos()[i].key;
    table.set(t, key, given.texts[i], option_name(key));
  }
  return t;
}

}  // namespace jacquard::cli
