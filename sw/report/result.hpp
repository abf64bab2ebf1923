// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/report/metric.hpp"

namespace jacquard::report {

// What every command answers: a list of rows, printed as one JSON object or as tables for people.
class Result {
 public:
  // `config` is everything that decided the answer; its hash identifies the run.
  Result(std::string command, std::uint64_t seed, const nlohmann::json& config);

  const std::string& command() const { return command_; }
  // The command as a line for a shell, where a person typed one.
  void set_command_line(std::string line) { command_line_ = std::move(line); }
  // What stood above the tables, for a page.
  void set_answer(std::string answer) { answer_ = std::move(answer); }

  void add(Printed row);
  const std::vector<Row>& rows() const { return rows_; }    // of json()
  const std::vector<Row>& cells() const { return cells_; }  // of table()
  // Removes every key that contains "wall", so that equal inputs give equal bytes.
  void drop_timing();

  // {"command","version","config_hash","seed","rows"} and a newline; then "command_line" and
  // "answer" where they are known, and "config" up to kLargestConfig bytes.
  static constexpr std::size_t kLargestConfig = 32'768;
  std::string json() const;
  // The same rows as one table (RFC 4180): a column for each key of any row, in the order in which
  // keys first stand, empty where a row has none or null. A list or an object is its JSON.
  std::string csv() const;
  // Cells of one row_kind as an aligned table, a blank line between kinds. A table wider than
  // `width` has headings of several lines; then what all its rows share stands above it; then long
  // names keep their end; then columns are left out, and named below. One row alone becomes a line
  // for each cell.
  std::string table(int width = kAnyWidth) const;
  static constexpr int kAnyWidth = 1'000'000;

 private:
  std::string command_;
  std::uint64_t seed_;
  std::string config_;  // JSON
  std::string config_hash_;
  std::string command_line_;
  std::string answer_;
  std::vector<Row> rows_;
  std::vector<Row> cells_;
};

}  // namespace jacquard::report
