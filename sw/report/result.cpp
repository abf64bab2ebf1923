// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "jacquard/base/hash.hpp"
#include "jacquard/base/version.hpp"
#include "jacquard/report/fitted_table.hpp"
#include "jacquard/report/metric_table.hpp"

namespace jacquard::report {
namespace {

// A name in a file need not be UTF-8.
constexpr auto kReplace = nlohmann::json::error_handler_t::replace;

std::string kind_of(const Row& row) { return row.value("row_kind", std::string()); }

// Wall clocks, and what the process held: no two runs are alike in them.
bool is_of_the_run(const std::string& key) {
  return key.find("wall") != std::string::npos || key == "peak_bytes" || key == "peak memory";
}

Row without_timing(const Row& row) {
  Row kept = Row::object();
  for (const auto& item : row.items()) {
    if (!is_of_the_run(item.key())) kept[item.key()] = item.value();
  }
  return kept;
}

}  // namespace

Result::Result(std::string command, std::uint64_t seed, const nlohmann::json& config)
    : command_(std::move(command)),
      seed_(seed),
      config_(config.dump(-1, ' ', false, kReplace)),
      config_hash_(base::fnv1a_hex(config_)) {}

void Result::add(Printed row) {
  if (!row.json.is_null()) rows_.push_back(std::move(row.json));
  if (!row.cells.is_null()) cells_.push_back(std::move(row.cells));
}

void Result::drop_timing() {
  for (std::vector<Row>* form : {&rows_, &cells_}) {
    for (Row& row : *form) row = without_timing(row);
  }
}

std::string Result::json() const {
  Row document;
  document["command"] = command_;
  document["version"] = base::kVersion;
  document["config_hash"] = config_hash_;
  document["seed"] = seed_;
  document["rows"] = rows_.empty() ? Row::array() : Row(rows_);
  if (!command_line_.empty()) document["command_line"] = command_line_;
  if (!answer_.empty()) document["answer"] = answer_;
  if (config_.size() <= kLargestConfig) document["config"] = Row::parse(config_);
  return document.dump(2, ' ', false, kReplace) + "\n";
}

std::string Result::csv() const {
  std::vector<std::string> keys;
  std::set<std::string> known;
  for (const Row& row : rows_) {
    for (const auto& item : row.items()) {
      if (known.insert(item.key()).second) keys.push_back(item.key());
    }
  }
  std::string text;
  for (const std::string& key : keys) text += (text.empty() ? "" : ",") + csv_field(key);
  text += '\n';
  for (const Row& row : rows_) {
    std::string line;
    for (const std::string& key : keys) {
      if (&key != &keys.front()) line += ',';
      const auto value = row.find(key);
      if (value != row.end() && !value->is_null()) line += csv_field(*value);
    }
    text += line + '\n';
  }
  return text;
}

std::string Result::table(int width) const {
  std::string text;
  std::vector<std::string> kinds;
  for (const Row& row : cells_) {
    if (std::find(kinds.begin(), kinds.end(), kind_of(row)) == kinds.end()) {
      kinds.push_back(kind_of(row));
    }
  }
  for (const std::string& kind : kinds) {
    std::vector<const Row*> rows;
    for (const Row& row : cells_) {
      if (kind_of(row) == kind) rows.push_back(&row);
    }
    text += (text.empty() ? "" : "\n") + fitted_table(rows, width);
  }
  return text;
}

}  // namespace jacquard::report
