// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/system_option.hpp"

#include "jacquard/base/error.hpp"
#include "jacquard/systems/system_noun.hpp"
#include "sim/cli/config_options.hpp"

namespace jacquard::cli {
namespace {

constexpr const char* kOption = "--system";

}  // namespace

Option add_system_option(Arguments& app, std::string& system, const std::string& takes) {
  return add_file_option(app, kOption, system,
                         takes +
                             " of a cluster: NPUs such as 8xh200, a name of configs/systems, a "
                             "file, or a JSON object");
}

void require_identity(const topology::System& system) {
  if (topology::build_network(system.network).placement.is_identity()) return;
  throw base::ConfigError({kOption, "/network/placement", "identity", system.network.placement,
                           "collective has others"});
}

topology::System read_system(const std::string& text) {
  return systems::find_system(text, {kOption, ""}).system;
}

}  // namespace jacquard::cli
