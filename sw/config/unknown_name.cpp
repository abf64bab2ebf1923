// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/unknown_name.hpp"

#include "jacquard/base/error.hpp"

namespace jacquard::config {

void fail_unknown(const Place& place, const std::string& kind, const std::string& name,
                  const std::vector<std::string>& known) {
  try {
    base::throw_unknown_name(place.source, kind, name, known);
  } catch (const base::ConfigError& error) {
    base::InputFault fault = error.fault();
    fault.where = place.where;
    throw base::ConfigError(std::move(fault));
  }
}

}  // namespace jacquard::config
