// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/result_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "jacquard/base/error.hpp"

namespace jacquard::cli {
namespace {

namespace fs = std::filesystem;

bool is_result(const config::Json& json) {
  if (!json.is_object()) return false;
  const auto command = json.find("command");
  const auto rows = json.find("rows");
  return command != json.end() && command->is_string() && rows != json.end() && rows->is_array();
}

}  // namespace

ResultFile read_result(const std::string& path, const std::string& word) {
  constexpr const char* expected = "a file that --json printed, or a folder that --out left";
  if (path.empty()) throw base::ConfigError({word, "", expected, "", ""});
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) {
    ResultFile read{path, config::read_json(path == "-" ? "/dev/stdin" : path)};
    if (!is_result(read.json)) {
      throw base::ConfigError({path, "", expected, config::brief(read.json), ""});
    }
    return read;
  }
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path)) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().string());
  }
  std::sort(names.begin(), names.end());
  std::vector<ResultFile> found;
  for (const std::string& name : names) {
    constexpr std::uintmax_t kLargest = 64 << 20;  // a timeline may be larger, a result is not
    if (fs::file_size(name, ignored) > kLargest) continue;
    ResultFile read{name, config::read_json(name)};
    if (is_result(read.json)) found.push_back(std::move(read));
  }
  if (found.size() != 1) {
    throw base::ConfigError(
        {path, "", "one result of --json in the folder", fmt::format("{}", found.size()), ""});
  }
  return found.front();
}

}  // namespace jacquard::cli
