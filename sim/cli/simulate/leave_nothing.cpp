// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/simulate/leave_nothing.hpp"

#include <filesystem>
#include <vector>

#include "jacquard/base/error.hpp"

namespace jacquard::cli {
namespace {

// The folders on the way to `folder`, itself first, that are still to be made.
std::vector<std::filesystem::path> missing_folders(std::filesystem::path folder) {
  std::vector<std::filesystem::path> missing;
  std::error_code none;
  for (; !folder.empty() && !std::filesystem::exists(folder, none); folder = folder.parent_path()) {
    missing.push_back(folder);
  }
  return missing;
}

}  // namespace

int or_leave_nothing(const std::string& journal_path,
                     const std::function<int(bool& finished_any)>& act) {
  const std::filesystem::path journal = journal_path;
  std::error_code none;
  const bool made_here = !journal.empty() && !std::filesystem::exists(journal, none);
  const auto made_folders = missing_folders(journal.parent_path());
  bool finished_any = false;
  try {
    return act(finished_any);
  } catch (const base::ConfigError&) {
    if (made_here && !finished_any) {
      std::filesystem::remove(journal, none);
      for (const auto& folder : made_folders) std::filesystem::remove(folder, none);
    }
    throw;
  }
}

}  // namespace jacquard::cli
