// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/software_of_row.hpp"

#include <algorithm>

#include "jacquard/config/find_config.hpp"
#include "sim/validate/given.hpp"

namespace jacquard::validate {
namespace {

using workload::kSoftwareFolder;

constexpr const char* kReleases = "megatron-";  // 26.02, 26.04, ...

// "26.04" of "26.04.01" or "NeMo 26.04"; "" where there is none.
std::string release_in(const std::string& text) {
  const auto digit = [&](std::size_t i) { return i < text.size() && std::isdigit(text[i]) != 0; };
  for (std::size_t i = 0; i + 5 <= text.size(); ++i) {
    if (i > 0 && digit(i - 1)) continue;
    if (digit(i) && digit(i + 1) && text[i + 2] == '.' && digit(i + 3) && digit(i + 4)) {
      return text.substr(i, 5);
    }
  }
  return "";
}

// The newest of ours that is no later; the oldest for an earlier one.
std::string shipped_release(const std::string& release) {
  std::vector<std::string> all;
  for (const std::string& name : config::shipped_configs(kSoftwareFolder)) {
    if (name.rfind(kReleases, 0) == 0) all.push_back(name);
  }
  std::sort(all.begin(), all.end());
  const std::string wanted = kReleases + release;
  const auto later = std::upper_bound(all.begin(), all.end(), wanted);
  if (all.empty()) return wanted;
  return later == all.begin() ? all.front() : *std::prev(later);
}

}  // namespace

workload::TrainingSoftware software_of_row(const CsvRow& row) {
  std::string name = given(row, "software");
  const char* column = "software";
  if (name.empty()) {
    column = row.has("release") ? "release" : "generation";
    const std::string release = given(row, column);
    const std::vector<std::string> shipped = config::shipped_configs(kSoftwareFolder);
    name = release;
    if (std::find(shipped.begin(), shipped.end(), release) == shipped.end()) {
      // Of others nothing is known but how to call them.
      if (release_in(release).empty()) return {release, "", {}, {}};
      name = shipped_release(release_in(release));
    }
  }
  const config::Place place{row.place().source, row.place().where + ", column " + column};
  return config::read_config(workload::software_fields(),
                             config::find_config(kSoftwareFolder, name, place));
}

}  // namespace jacquard::validate
