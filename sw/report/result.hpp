// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace jacquard::report {

using Row = nlohmann::ordered_json;  // a flat object; see DESIGN's key suffixes

// What every command answers: a list of rows, printed as one JSON object or as tables for people.
class Result {
 public:
  // `config` is everything that decided the answer; its hash identifies the run.
  Result(std::string command, std::uint64_t seed, const nlohmann::json& config);

  void add(Row row) { rows_.push_back(std::move(row)); }
  const std::vector<Row>& rows() const { return rows_; }
  // Removes every key that contains "wall", so that equal inputs give equal bytes.
  void drop_timing();

  // {"command","version","config_hash","seed","rows"} and a newline.
  std::string json() const;
  // Rows of one row_kind as an aligned table, a blank line between kinds.
  std::string table() const;

 private:
  std::string command_;
  std::uint64_t seed_;
  std::string config_hash_;
  std::vector<Row> rows_;
};

}  // namespace jacquard::report
