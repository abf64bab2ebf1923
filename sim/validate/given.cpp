// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/given.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/parse_number.hpp"
#include "jacquard/workload/model_name.hpp"

namespace jacquard::validate {
namespace {

constexpr double kMostCount = 1 << 30;
constexpr double kMostNumber = 1e15;

bool one_of(const std::string& word, std::initializer_list<const char*> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::string plain(std::string_view text) { return workload::letters_and_digits(text); }

std::string_view column_of(const CsvRow& row, std::string_view column) {
  static constexpr std::pair<std::string_view, std::string_view> kOthers[] = {
      {"device", "system"}, {"global_batch", "gbs"}, {"micro_batch", "mbs"}};
  if (row.has(column)) return column;
  for (const auto& [ours, theirs] : kOthers) {
    if (column == ours && row.has(theirs)) return theirs;
  }
  return column;
}

std::string given(const CsvRow& row, std::string_view asked) {
  const std::string_view column = column_of(row, asked);
  if (!row.has(column)) return "";
  const std::string& cell = row.text(column);
  const auto first = cell.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  std::string text = cell.substr(first, cell.find_last_not_of(" \t") - first + 1);
  if (text == "-" || text == "--") return "";
  return one_of(plain(text), {"nan", "none", "null", "na"}) ? "" : text;
}

std::optional<double> given_number(const CsvRow& row, std::string_view column) {
  const std::string text = given(row, column);
  if (text.empty()) return std::nullopt;
  const auto value = base::parse_number<double>(text);
  if (!value || !(*value >= 0) || *value > kMostNumber) {
    row.fail(column_of(row, column), "a number in 0..1e15, or nothing");
  }
  return value;
}

std::optional<int> given_count(const CsvRow& row, std::string_view column) {
  const std::string text = given(row, column);
  if (text.empty()) return std::nullopt;
  const auto value = base::parse_number<double>(text);
  if (!value || !(*value >= 1) || *value > kMostCount || *value != std::floor(*value)) {
    row.fail(column_of(row, column), "a whole number in 1..2^30, or nothing");
  }
  return static_cast<int>(*value);
}

std::optional<bool> given_flag(const CsvRow& row, std::string_view column) {
  const std::string word = plain(given(row, column));
  if (word.empty()) return std::nullopt;
  if (one_of(word, {"1", "10", "true", "yes", "on", "t", "y"})) return true;  // "1.0" is "10"
  if (one_of(word, {"0", "00", "false", "no", "off", "f", "n"})) return false;
  row.fail(column_of(row, column), "0, 1, true, false, or nothing");
}

}  // namespace jacquard::validate
