// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/port_map.hpp"

#include <sstream>

#include "jacquard/base/error.hpp"
#include "jacquard/rtl/port_roles.hpp"

namespace jacquard::rtl {
namespace {

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

const config::FieldTable<PortMap>& port_map_fields() {
  using config::field;
  const auto words = [](const char* each) { return config::list(config::text(each)); };
  static const config::FieldTable<PortMap> table(
      "port_map", "What the ports of a module are for.",
      {
          field<PortMap>("map", &PortMap::roles, words("ROLE=PORT"), "Ports by role."),
          field<PortMap>("reset", &PortMap::resets, words("PORT:high|low"), "Resets."),
          field<PortMap>("tie", &PortMap::ties, words("PORT=VALUE"), "Inputs that never change."),
          field<PortMap>("param", &PortMap::parameters, words("NAME=VALUE"), "Parameters."),
          field<PortMap>("contract", &PortMap::contract, words("PROMISE=VALUE"),
                         "What the module promises."),
      });
  return table;
}

void read_port_map_files(PortMap& map) {
  PortMap all = map;
  all.roles.clear();
  for (const std::string& word : map.roles) {
    if (word.find('=') != word.npos) {
      all.roles.push_back(word);
      continue;
    }
    const PortMap said = config::read_config(port_map_fields(), word);
    append(all.roles, said.roles);
    append(all.resets, said.resets);
    append(all.ties, said.ties);
    append(all.parameters, said.parameters);
    append(all.contract, said.contract);
  }
  map = std::move(all);
}

std::pair<std::string, std::string> assignment(const std::string& option, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == text.npos || equals + 1 == text.size()) {
    throw base::ConfigError({option, "", "NAME=VALUE", "'" + text + "'", ""});
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

Reset reset_of(const std::string& text) {
  const std::size_t colon = text.find(':');
  Reset reset{text.substr(0, colon), false};
  bool known = is_reset_name(reset.port, reset.high);
  std::istringstream words(colon == text.npos ? "" : text.substr(colon + 1));
  for (std::string word; std::getline(words, word, ',');) {
    if (word == "async" || word == "sync") continue;
    known = word == "high" || word == "low";
    reset.high = word == "high";
    if (!known) break;
  }
  if (!known || reset.port.empty()) {
    throw base::ConfigError(
        {"--reset", "", "PORT:high or PORT:low (and ,async or ,sync)", "'" + text + "'", ""});
  }
  return reset;
}

}  // namespace jacquard::rtl
