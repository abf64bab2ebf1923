// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/requests.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

#include "jacquard/base/parse_number.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/demand/flow.hpp"
#include "jacquard/demand/line_reader.hpp"
#include "jacquard/demand/read_formats.hpp"

namespace jacquard::platform {
namespace {

using base::Bytes;
using base::Picoseconds;
using memory::Direction;
using memory::TimedAccess;

constexpr const char* kLine = "hex address, bytes, R or W, and time in ps";
constexpr std::int64_t kMostBytes = 1'000'000'000;
constexpr std::size_t kLongestLine = 4096;
constexpr std::size_t kColumns = 4;

std::string quoted(std::string_view text) { return "'" + std::string(text.substr(0, 40)) + "'"; }

std::array<std::string_view, kColumns> columns_of(std::string_view rest,
                                                  const config::Place& line) {
  constexpr std::string_view kBlanks = " \t";
  std::array<std::string_view, kColumns> columns;
  const std::string_view whole = rest;
  for (std::string_view& column : columns) {
    rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
    column = rest.substr(0, rest.find_first_of(kBlanks));
    if (column.empty()) line.fail(kLine, quoted(whole));
    rest.remove_prefix(column.size());
  }
  if (rest.find_first_not_of(kBlanks) != std::string_view::npos) {
    line.fail(std::string(kLine) + ", and no more", quoted(whole));
  }
  return columns;
}

std::uint64_t read_address(std::string_view text, const config::Place& line) {
  std::string_view digits = text;
  if (digits.substr(0, 2) == "0x" || digits.substr(0, 2) == "0X") digits.remove_prefix(2);
  std::uint64_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [read, error] = std::from_chars(digits.data(), end, value, 16);
  if (error != std::errc{} || read != end) {
    line.fail("an address in hexadecimal digits, at most 64 bits", quoted(text));
  }
  return value;
}

std::int64_t read_number(std::string_view text, const char* what, std::int64_t lo, std::int64_t hi,
                         const config::Place& line) {
  const auto value = base::parse_number<std::int64_t>(text);
  if (!value || *value < lo || *value > hi) {
    line.fail(what + (", a whole number in " + std::to_string(lo)) + ".." + std::to_string(hi),
              quoted(text));
  }
  return *value;
}

Direction read_direction(std::string_view text, const config::Place& line) {
  if (text == "R" || text == "r") return Direction::read;
  if (text == "W" || text == "w") return Direction::write;
  line.fail("R or W", quoted(text));
}

void require_within(const memory::Access& access, std::string_view address, Bytes capacity,
                    const config::Place& line) {
  const auto end = static_cast<std::uint64_t>(capacity.count());
  const auto bytes = static_cast<std::uint64_t>(access.bytes.count());
  if (bytes <= end && access.address <= end - bytes) return;
  line.fail("a request that ends within the memory's " + config::show_quantity(capacity),
            std::to_string(bytes) + " B at " + std::string(address.substr(0, 40)),
            "memory.organisation.channels makes it larger");
}

}  // namespace

std::vector<TimedAccess> read_requests(const std::string& path, Bytes capacity) {
  demand::LineReader lines(demand::file_input(path), {kLongestLine, std::size_t{1} << 32});
  std::vector<TimedAccess> requests;
  Picoseconds latest{0};
  std::string_view text;
  while (demand::next_significant(lines, text)) {
    const config::Place line = lines.here();
    const auto [address, bytes, direction, ps] = columns_of(text, line);
    TimedAccess request;
    request.access.address = read_address(address, line);
    request.access.bytes = Bytes{read_number(bytes, "bytes", 1, kMostBytes, line)};
    request.access.direction = read_direction(direction, line);
    request.at = Picoseconds{read_number(ps, "ps", 0, demand::kLatestStart.count(), line)};
    if (request.at < latest) {
      line.fail("a time not before the last one's " + std::to_string(latest.count()) + " ps",
                quoted(ps));
    }
    latest = request.at;
    require_within(request.access, address, capacity, line);
    if (requests.size() == static_cast<std::size_t>(kMostRequests)) {
      line.fail("at most " + std::to_string(kMostRequests) + " requests", "more");
    }
    requests.push_back(request);
  }
  if (requests.empty()) config::Place{path, ""}.fail(std::string("a request: ") + kLine, "none");
  return requests;
}

}  // namespace jacquard::platform
