// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/write_demand.hpp"

#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/config/json_reader.hpp"

namespace jacquard::demand {
namespace {

std::string as_csv(const DemandMatrix& demand) {
  std::string text;
  for (int i = 0; i < demand.ports(); ++i) {
    for (int j = 0; j < demand.ports(); ++j) {
      if (j > 0) text += ',';
      text += std::to_string(demand.at(i, j).count());
    }
    text += '\n';
  }
  return text;
}

std::string as_json(const DemandMatrix& demand) {
  config::Json rows = config::Json::array();
  for (int i = 0; i < demand.ports(); ++i) {
    config::Json row = config::Json::array();
    for (int j = 0; j < demand.ports(); ++j) row.push_back(demand.at(i, j).count());
    rows.push_back(std::move(row));
  }
  return config::Json{{"ports", demand.ports()}, {"unit", "bytes"}, {"matrix", rows}}.dump() + '\n';
}

}  // namespace

void write_demand(const std::string& path, const std::vector<DemandMatrix>& all) {
  JQ_CHECK(!all.empty(), "there is a matrix to write");
  const std::string end = std::filesystem::path(path).extension().string();
  if (end != ".csv" && end != ".json" && end != ".jsonl") {
    throw base::ConfigError(
        {"--demand-out", "", "a name that ends in .csv, .json or .jsonl", "'" + path + "'", ""});
  }
  if (all.size() > 1 && end != ".jsonl") {
    throw base::ConfigError({"--demand-out", "", "one matrix (--index 0), or a file .jsonl",
                             std::to_string(all.size()) + " matrices for '" + path + "'", ""});
  }
  std::string text;
  for (const DemandMatrix& demand : all) text += end == ".csv" ? as_csv(demand) : as_json(demand);
  base::write_file(path, text);
}

}  // namespace jacquard::demand
