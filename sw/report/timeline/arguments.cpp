// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/timeline/arguments.hpp"

#include <nlohmann/json.hpp>

namespace jacquard::report {

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

Arguments& Arguments::add_json(const char* key, const std::string& json) {
  if (!members_.empty()) members_ += ',';
  members_.append("\"").append(key).append("\":").append(json);
  return *this;
}

}  // namespace jacquard::report
