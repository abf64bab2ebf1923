// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/demand_from.hpp"

#include <algorithm>
#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/demand/generate.hpp"

namespace jacquard::demand {
namespace {

constexpr const char* kOption = "--demand";

int ports_of(std::string_view text) {
  const auto ports = base::parse_number<int>(text);
  if (!ports || *ports < 1 || *ports > kMaxPorts) {
    throw base::ConfigError(
        {kOption, "", "class:ports with 1.." + std::to_string(kMaxPorts) + " ports, such as moe:64",
         "'" + std::string(text) + "' ports", ""});
  }
  return *ports;
}

}  // namespace

bool names_generator(const std::string& text) {
  std::error_code ignored;
  return text.find(':') != std::string::npos && text.find_first_of("/\\.") == std::string::npos &&
         !std::filesystem::exists(text, ignored);
}

DemandMatrix demand_from(const std::string& text, int index, std::uint64_t seed,
                         const ReadOptions& options) {
  if (index < 0) {
    throw base::ConfigError(
        {"--index", "", "a whole number, at least 0", std::to_string(index), ""});
  }
  if (names_generator(text)) {
    const auto colon = text.find(':');
    const DemandClass kind = demand_class(text.substr(0, colon), kOption);
    DemandMatrix demand =
        generate(kind, ports_of(text.substr(colon + 1)), seed, static_cast<std::uint64_t>(index));
    if (options.drop_diagonal) demand.drop_diagonal();
    return demand;
  }
  const auto& classes = demand_class_names();
  std::error_code ignored;
  if (!std::filesystem::exists(text, ignored) &&
      std::find(classes.begin(), classes.end(), text) != classes.end()) {
    throw base::ConfigError({kOption, "", "a file, or class:ports", "'" + text + "'",
                             "did you mean '" + text + ":16'?"});
  }
  return read_demand(text, index, options);
}

}  // namespace jacquard::demand
