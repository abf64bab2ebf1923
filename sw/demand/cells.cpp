// SPDX-License-Identifier: Apache-2.0
// Cells, entries and comments, which the text formats share.
#include <cmath>

#include "jacquard/base/parse_number.hpp"
#include "jacquard/demand/read_formats.hpp"

namespace jacquard::demand {
namespace {

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

[[noreturn]] void bad_entry(std::string_view found, base::Bytes weight,
                            const config::Place& place) {
  const std::int64_t most = kMaxEntry.count() / weight.count();
  place.fail("a whole number in 0.." + std::to_string(most),
             found.empty() ? "nothing" : "'" + std::string(found) + "'");
}

}  // namespace

bool is_blank_or_comment(std::string_view line) {
  const std::string_view text = trim(line);
  return text.empty() || text[0] == '#';
}

bool next_significant(LineReader& lines, std::string_view& line) {
  constexpr int most = 1'000'000;
  for (int skipped = 0; lines.next(line); ++skipped) {
    if (!is_blank_or_comment(line)) return true;
    if (skipped == most) lines.here().fail("data", "a million empty or comment lines");
  }
  return false;
}

std::int64_t checked_entry(double value, base::Bytes weight, std::string_view found,
                           const config::Place& place) {
  const auto most = static_cast<double>(kMaxEntry.count() / weight.count());
  if (!(value >= 0 && value <= most) || value != std::floor(value)) bad_entry(found, weight, place);
  return static_cast<std::int64_t>(value) * weight.count();
}

std::int64_t read_entry(std::string_view text, base::Bytes weight, const config::Place& place) {
  const auto value = base::parse_number<double>(text);
  if (!value) bad_entry(text, weight, place);
  return checked_entry(*value, weight, text, place);
}

bool next_cell(std::string_view& rest, char separator, std::string_view& cell) {
  if (rest.data() == nullptr) return false;
  const auto at = rest.find(separator);
  cell = trim(rest.substr(0, at));
  rest = at == std::string_view::npos ? std::string_view() : rest.substr(at + 1);
  return true;
}

}  // namespace jacquard::demand
