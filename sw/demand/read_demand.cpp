// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/read_demand.hpp"

#include "jacquard/base/error.hpp"
#include "jacquard/demand/read_formats.hpp"

namespace jacquard::demand {
namespace {

constexpr std::string_view kExpertCountsHeader = "task,layer,tokens,e0";

void for_each_matrix(const Input& input, const ReadOptions& options, const Take& take) {
  JQ_CHECK(options.ports >= 1 && options.ports <= kMaxPorts, "ports are within bounds");
  JQ_CHECK(options.experts >= 1 && options.top_k >= 1, "there are experts and choices");
  JQ_CHECK(options.bytes_per_token >= base::Bytes{1}, "a token has a weight");
  const Take trimmed = [&](DemandMatrix&& demand) {
    if (options.drop_diagonal) demand.drop_diagonal();
    return take(std::move(demand));
  };
  LineReader lines(input);
  std::string_view line;
  if (!next_significant(lines, line)) {
    config::Place{input.name, ""}.fail("a demand matrix", "an empty file");
  }
  const std::string first(line);
  const char opening = first[first.find_first_not_of(" \t")];
  if (opening == '[' || opening == '{') {
    read_json_matrices(lines, first, options, trimmed);
  } else if (first.compare(0, kExpertCountsHeader.size(), kExpertCountsHeader) == 0) {
    read_expert_counts(lines, first, options, trimmed);
  } else if (first.find("\t\t") != std::string::npos) {
    read_routing_log(input, options, trimmed);
  } else {
    read_csv_matrix(lines, first, options, trimmed);
  }
}

std::vector<DemandMatrix> all_matrices(const Input& input, const ReadOptions& options) {
  constexpr std::size_t most_entries = std::size_t{1} << 27;  // a gigabyte
  std::vector<DemandMatrix> all;
  std::size_t entries = 0;
  for_each_matrix(input, options, [&](DemandMatrix&& demand) {
    entries += demand.row_major().size();
    if (entries > most_entries) {
      config::Place{input.name, ""}.fail(
          "at most " + std::to_string(most_entries) + " entries in all its matrices", "more");
    }
    all.push_back(std::move(demand));
    return true;
  });
  return all;
}

}  // namespace

std::vector<DemandMatrix> read_demand_sequence(const std::string& path,
                                               const ReadOptions& options) {
  return all_matrices(file_input(path), options);
}

std::vector<DemandMatrix> read_demand_text(const std::string& name, std::string text,
                                           const ReadOptions& options) {
  return all_matrices(text_input(name, std::move(text)), options);
}

DemandMatrix read_demand(const std::string& path, int index, const ReadOptions& options) {
  int seen = 0;
  std::vector<DemandMatrix> wanted;
  for_each_matrix(file_input(path), options, [&](DemandMatrix&& demand) {
    if (seen++ == index) wanted.push_back(std::move(demand));
    return wanted.empty();
  });
  if (wanted.empty()) {
    throw base::ConfigError({path, "",
                             "an index in 0.." + std::to_string(seen - 1) + " (its matrices)",
                             std::to_string(index), ""});
  }
  return std::move(wanted.front());
}

}  // namespace jacquard::demand
