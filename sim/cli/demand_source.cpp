// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/demand_source.hpp"

#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/demand/demand_from.hpp"

namespace jacquard::cli {
namespace {

std::optional<int> whole_number(const std::string& text) {
  const auto value = base::parse_number<int>(text);
  return value && *value >= 0 ? value : std::nullopt;
}

NamedDemand named(const std::string& source, int index, std::uint64_t seed,
                  demand::DemandMatrix matrix) {
  std::string name = source + "[" + std::to_string(index) + "]";
  if (demand::names_generator(source)) name += ", seed " + std::to_string(seed);
  return {name, index, std::move(matrix)};
}

}  // namespace

std::vector<NamedDemand> load_demands(const std::string& source, std::optional<int> index,
                                      const demand::ReadOptions& reading, std::uint64_t seed) {
  std::vector<NamedDemand> all;
  const auto add = [&](int i, demand::DemandMatrix matrix) {
    all.push_back(named(source, i, seed, std::move(matrix)));
  };
  if (index) {
    add(*index, demand::demand_from(source, *index, seed, reading));
  } else if (demand::names_generator(source)) {
    for (int i = 0; i < kGeneratedAll; ++i) {
      add(i, demand::demand_from(source, i, seed, reading));
    }
  } else {
    for (demand::DemandMatrix& matrix : demand::read_demand_sequence(source, reading)) {
      add(static_cast<int>(all.size()), std::move(matrix));
    }
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
