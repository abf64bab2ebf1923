// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/software_of_row.hpp"

#include <algorithm>

#include "jacquard/config/find_config.hpp"
#include "sim/validate/given.hpp"

namespace jacquard::validate {
namespace {

using workload::kSoftwareFolder;

constexpr const char* kReleases = "megatron-";  // 26.02, 26.04, ...

bool is_release(const std::string& text) {
  const auto digit = [&](std::size_t i) { return i < text.size() && std::isdigit(text[i]) != 0; };
  return digit(0) && digit(1) && text.size() >= 5 && text[2] == '.' && digit(3) && digit(4);
}

// The newest of ours that is no later; the oldest for an earlier one.
std::string shipped_release(const std::string& release) {
  std::vector<std::string> all;
  for (const std::string& name : config::shipped_configs(kSoftwareFolder)) {
    if (name.rfind(kReleases, 0) == 0) all.push_back(name);
  }
  std::sort(all.begin(), all.end());
  const std::string wanted = kReleases + release.substr(0, 5);
  const auto later = std::upper_bound(all.begin(), all.end(), wanted);
  if (all.empty()) return wanted;
  return later == all.begin() ? all.front() : *std::prev(later);
}

}  // namespace

workload::TrainingSoftware software_of_row(const CsvRow& row) {
  const char* const column = given(row, "software").empty() ? "release" : "software";
  std::string name = given(row, column);
  if (name.empty()) return {};
  if (is_release(name)) name = shipped_release(name);
  const config::Place place{row.place().source, row.place().where + ", column " + column};
  return config::read_config(workload::software_fields(),
                             config::find_config(kSoftwareFolder, name, place));
}

}  // namespace jacquard::validate
