// SPDX-License-Identifier: Apache-2.0
// A raw routing log: on each line the experts of a run of tokens (top_k each), two tabs, and as
// many gate weights. Tokens are numbered through the file; token t of T comes from port floor(t N /
// T).
#include <cmath>
#include <functional>
#include <vector>

#include "jacquard/base/parse_number.hpp"
#include "jacquard/demand/read_formats.hpp"

namespace jacquard::demand {
namespace {

int expert_id(std::string_view cell, int experts, const config::Place& place) {
  const auto id = base::parse_number<int>(cell);
  if (!id || *id < 0 || *id >= experts) {
    place.fail("an expert in 0.." + std::to_string(experts - 1), "'" + std::string(cell) + "'");
  }
  return *id;
}

std::size_t gate_weights(std::string_view cells, const config::Place& place) {
  std::size_t count = 0;
  std::string_view cell;
  while (next_cell(cells, '\t', cell)) {
    const auto weight = base::parse_number<double>(cell);
    if (!weight || !std::isfinite(*weight)) {
      place.fail("a gate weight", "'" + std::string(cell) + "'");
    }
    ++count;
  }
  return count;
}

// Calls visit(token, expert) for every choice of the log; returns the number of tokens.
std::int64_t for_each_choice(const Input& input, const ReadOptions& options,
                             const std::function<void(std::int64_t, int)>& visit) {
  LineReader lines(input);
  std::string_view line;
  std::int64_t tokens = 0;
  while (next_significant(lines, line)) {
    const config::Place place = lines.here();
    const auto gap = line.find("\t\t");
    if (gap == std::string_view::npos) {
      place.fail("experts, two tabs, gate weights", "no two tabs");
    }
    std::string_view cells = line.substr(0, gap);
    std::string_view cell;
    std::int64_t ids = 0;
    for (; next_cell(cells, '\t', cell); ++ids) {
      visit(tokens + ids / options.top_k, expert_id(cell, options.experts, place));
    }
    if (ids % options.top_k != 0) {
      place.fail("experts in groups of " + std::to_string(options.top_k), std::to_string(ids));
    }
    const std::size_t weights = gate_weights(line.substr(gap + 2), place);
    if (static_cast<std::int64_t>(weights) != ids) {
      place.fail(std::to_string(ids) + " gate weights, one per expert", std::to_string(weights));
    }
    tokens += ids / options.top_k;
  }
  return tokens;
}

}  // namespace

void read_routing_log(const Input& input, const ReadOptions& options, const Take& take) {
  const std::int64_t tokens = for_each_choice(input, options, [](std::int64_t, int) {});
  const config::Place place{input.name, ""};
  if (tokens == 0) place.fail("a file that reads the same twice", "a pipe");
  const auto ports = static_cast<std::size_t>(options.ports);
  std::vector<std::int64_t> entries(ports * ports);
  const std::int64_t again = for_each_choice(input, options, [&](std::int64_t token, int expert) {
    const auto source = static_cast<std::size_t>(token * options.ports / tokens);
    const int target = port_of_expert(expert, options.experts, options.ports);
    if (source < ports) entries[source * ports + static_cast<std::size_t>(target)] += 1;
  });
  if (again != tokens) place.fail("a file that reads the same twice", "a pipe or a growing file");
  for (std::int64_t& entry : entries) {
    entry = checked_entry(static_cast<double>(entry), options.bytes_per_token,
                          std::to_string(entry), place);
  }
  take(DemandMatrix(options.ports, std::move(entries)));
}

}  // namespace jacquard::demand
