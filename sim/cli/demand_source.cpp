// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/demand_source.hpp"

#include <charconv>
#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/demand/generate.hpp"

namespace jacquard::cli {
namespace {

std::optional<int> whole_number(const std::string& text) {
  int value = 0;
  const char* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, value);
  return parsed.ec == std::errc() && parsed.ptr == end && value >= 0 ? std::optional<int>(value)
                                                                     : std::nullopt;
}

struct GeneratorSpec {
  demand::DemandClass kind;
  int ports;
};

std::optional<GeneratorSpec> generator_spec(const std::string& source) {
  std::error_code ignored;
  const auto colon = source.rfind(':');
  if (colon == std::string::npos || std::filesystem::exists(source, ignored)) return std::nullopt;
  const std::optional<int> ports = whole_number(source.substr(colon + 1));
  if (!ports) return std::nullopt;
  if (*ports < 1 || *ports > demand::kMaxPorts) {
    throw base::ConfigError({"--demand " + source, "",
                             "CLASS:PORTS with ports in 1.." + std::to_string(demand::kMaxPorts),
                             std::to_string(*ports), ""});
  }
  return GeneratorSpec{demand::demand_class(source.substr(0, colon), "--demand"), *ports};
}

NamedDemand generated(const std::string& source, const GeneratorSpec& spec, int index,
                      const demand::ReadOptions& reading, std::uint64_t seed) {
  demand::DemandMatrix matrix =
      demand::generate(spec.kind, spec.ports, seed, static_cast<std::uint64_t>(index));
  if (reading.drop_diagonal) matrix.drop_diagonal();
  return {source + "[" + std::to_string(index) + "], seed " + std::to_string(seed), index,
          std::move(matrix)};
}

}  // namespace

std::vector<NamedDemand> load_demands(const std::string& source, std::optional<int> index,
                                      const demand::ReadOptions& reading, std::uint64_t seed) {
  std::vector<NamedDemand> all;
  if (const auto spec = generator_spec(source)) {
    const int first = index.value_or(0);
    const int count = index ? 1 : kGeneratedAll;
    for (int i = first; i < first + count; ++i) {
      all.push_back(generated(source, *spec, i, reading, seed));
    }
    return all;
  }
  if (index) {
    all.push_back({source + "[" + std::to_string(*index) + "]", *index,
                   demand::read_demand(source, *index, reading)});
    return all;
  }
  for (demand::DemandMatrix& matrix : demand::read_demand_sequence(source, reading)) {
    const int i = static_cast<int>(all.size());
    all.push_back({source + "[" + std::to_string(i) + "]", i, std::move(matrix)});
  }
  return all;
}

std::optional<int> parse_index(const std::string& text) {
  if (text == "all") return std::nullopt;
  const std::optional<int> index = whole_number(text);
  if (!index) {
    throw base::ConfigError({"--index", "", "a whole number from 0, or all", "'" + text + "'", ""});
  }
  return index;
}

}  // namespace jacquard::cli
