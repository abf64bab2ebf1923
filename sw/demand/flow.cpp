// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/flow.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "jacquard/base/parse_number.hpp"
#include "jacquard/demand/line_reader.hpp"
#include "jacquard/demand/read_formats.hpp"

namespace jacquard::demand {
namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kLine = "source, destination, bytes and start in ps";
constexpr std::size_t kLongestLine = 1 << 16;

// The next column of `rest`: up to one comma or to blanks. False where the line ends.
bool next_column(std::string_view& rest, std::string_view& column) {
  rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
  if (rest.empty()) return false;
  const auto end = std::min(rest.find_first_of(" \t,"), rest.size());
  column = rest.substr(0, end);
  rest.remove_prefix(end);
  rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
  if (rest.empty() || rest.front() != ',') return true;
  rest.remove_prefix(1);
  if (rest.find_first_not_of(kBlanks) == std::string_view::npos) rest = ",";  // a column missing
  return true;
}

std::int64_t read_column(std::string_view& rest, const char* name, std::int64_t most,
                         const config::Place& line) {
  std::string_view column;
  if (!next_column(rest, column)) {
    line.fail(std::string(kLine), std::string("no ") + name);
  }
  const auto value = base::parse_number<double>(column);
  if (!value || !(*value >= 0 && *value <= static_cast<double>(most)) ||
      *value != std::floor(*value)) {
    line.fail(std::string(name) + ", a whole number in 0.." + std::to_string(most),
              column.empty() ? "nothing" : "'" + std::string(column.substr(0, 40)) + "'");
  }
  return static_cast<std::int64_t>(*value);
}

}  // namespace

std::vector<Flow> flows_of(const DemandMatrix& demand) {
  std::vector<Flow> flows;
  for (int row = 0; row < demand.ports(); ++row) {
    for (int column = 0; column < demand.ports(); ++column) {
      const base::Bytes size = demand.at(row, column);
      if (size.count() > 0) flows.push_back({row, column, size, base::Picoseconds{0}});
    }
  }
  return flows;
}

std::vector<Flow> read_flows(const std::string& path) {
  LineReader lines(file_input(path), {kLongestLine, std::size_t{1} << 32});
  std::vector<Flow> flows;
  std::string_view rest;
  while (next_significant(lines, rest)) {
    const config::Place line = lines.here();
    Flow flow{};
    flow.source = static_cast<int>(read_column(rest, "source", kMaxPorts - 1, line));
    flow.destination = static_cast<int>(read_column(rest, "destination", kMaxPorts - 1, line));
    flow.size = base::Bytes{read_column(rest, "bytes", kMaxEntry.count(), line)};
    flow.start = base::Picoseconds{read_column(rest, "start_ps", kLatestStart.count(), line)};
    std::string_view extra;
    if (next_column(rest, extra)) {
      line.fail(std::string(kLine) + " and no more", "'" + std::string(extra.substr(0, 40)) + "'");
    }
    if (flows.size() == static_cast<std::size_t>(kMostFlows)) {
      line.fail("at most " + std::to_string(kMostFlows) + " flows", "more");
    }
    flows.push_back(flow);
  }
  if (flows.empty()) {
    config::Place{path, ""}.fail("at least one flow: " + std::string(kLine), "none");
  }
  return flows;
}

}  // namespace jacquard::demand
