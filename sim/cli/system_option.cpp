// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/system_option.hpp"

#include "sim/cli/find_config.hpp"

namespace jacquard::cli {
namespace {

constexpr const char* kOption = "--system";

}  // namespace

Option add_system_option(Arguments& app, std::string& system) {
  return app.add_option(kOption, system,
                        "A cluster whose network, memory and algorithms are taken: a name of "
                        "configs/systems, a file, or a JSON object");
}

topology::System read_system(const std::string& text) {
  const auto& table = topology::system_fields();
  if (text.rfind('{', 0) != 0) {
    return config::read_config(table, find_config("systems", text, kOption));
  }
  topology::System system;
  table.read(system, config::parse_json(text, kOption), {kOption, ""});
  return system;
}

}  // namespace jacquard::cli
