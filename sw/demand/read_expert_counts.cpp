// SPDX-License-Identifier: Apache-2.0
// Tokens routed to each expert, one routing decision a line: task,layer,tokens,e0,e1,...
#include <string>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/demand/read_formats.hpp"

namespace jacquard::demand {
namespace {

constexpr int kLabels = 3;  // task, layer, tokens

int experts_in(std::string_view header, const config::Place& place) {
  std::string_view cell;
  for (int label = 0; label < kLabels; ++label) next_cell(header, ',', cell);
  int experts = 0;
  while (next_cell(header, ',', cell)) {
    const std::string name = "e" + std::to_string(experts);
    if (cell != name) place.fail("column '" + name + "'", "'" + std::string(cell) + "'");
    if (++experts > kMaxExperts) {
      place.fail("at most " + std::to_string(kMaxExperts) + " experts", "more");
    }
  }
  return experts;
}

// Tokens of each port's experts.
std::vector<std::int64_t> port_totals(std::string_view line, int experts, int ports,
                                      base::Bytes weight, const config::Place& place) {
  std::vector<std::int64_t> totals(static_cast<std::size_t>(ports));
  std::string_view cell;
  for (int label = 0; label < kLabels; ++label) next_cell(line, ',', cell);
  int expert = 0;
  while (next_cell(line, ',', cell)) {
    if (expert == experts) {
      place.fail(std::to_string(experts) + " experts, as in the header", "more");
    }
    const config::Place at{place.source, place.where + ", expert " + std::to_string(expert)};
    const std::int64_t tokens = read_entry(cell, weight, at) / weight.count();
    std::int64_t& total = base::at(totals, port_of_expert(expert, experts, ports));
    total += tokens;
    if (total > kMaxEntry.count() / weight.count()) {
      at.fail("at most " + std::to_string(kMaxEntry.count()) + " bytes for one port", "more");
    }
    ++expert;
  }
  if (expert != experts) {
    place.fail(std::to_string(experts) + " experts, as in the header", std::to_string(expert));
  }
  return totals;
}

// Every source sends the same share to each port. What does not divide goes to the sources in turn,
// so that no source sends more than one token more than another in all.
DemandMatrix spread_evenly(const std::vector<std::int64_t>& totals, base::Bytes weight) {
  const std::size_t ports = totals.size();
  std::vector<std::int64_t> entries(ports * ports);
  std::size_t turn = 0;
  for (std::size_t j = 0; j < ports; ++j) {
    const auto n = static_cast<std::int64_t>(ports);
    for (std::size_t i = 0; i < ports; ++i) {
      entries[i * ports + j] = totals[j] / n * weight.count();
    }
    for (std::int64_t left = totals[j] % n; left > 0; --left) {
      entries[turn * ports + j] += weight.count();
      turn = (turn + 1) % ports;
    }
  }
  return {static_cast<int>(ports), std::move(entries)};
}

}  // namespace

void read_expert_counts(LineReader& lines, const std::string& header, const ReadOptions& options,
                        const Take& take) {
  const int experts = experts_in(header, lines.here());
  std::string_view line;
  bool any = false;
  while (next_significant(lines, line)) {
    any = true;
    const auto totals =
        port_totals(line, experts, options.ports, options.bytes_per_token, lines.here());
    if (!take(spread_evenly(totals, options.bytes_per_token))) return;
  }
  if (!any) lines.here().fail("a row of counts below the header", "the end");
}

}  // namespace jacquard::demand
