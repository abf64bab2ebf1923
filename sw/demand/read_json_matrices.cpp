// SPDX-License-Identifier: Apache-2.0
// Matrices as JSON: a bare list of rows (bytes), {"matrix": rows, "unit": ..., "ports": N}, or the
// token matrices of the ESFT traces, {"M": rows, "task": ...}; one document, or one a line.
#include <array>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/demand/read_formats.hpp"

namespace jacquard::demand {
namespace {

using config::brief;
using config::Json;
using config::Place;

constexpr std::size_t kLargestDocument = std::size_t{64} << 20;

std::int64_t json_entry(const Json& value, base::Bytes weight, const Place& place) {
  if (!value.is_number()) {
    place.fail("a whole number in 0.." + std::to_string(kMaxEntry.count() / weight.count()),
               brief(value));
  }
  return checked_entry(value.get<double>(), weight, value.dump(), place);
}

DemandMatrix matrix_of(const Json& rows, base::Bytes weight, const Place& place) {
  if (!rows.is_array()) place.fail("a list of rows", brief(rows));
  const std::size_t ports = rows.size();
  if (ports == 0 || ports > static_cast<std::size_t>(kMaxPorts)) {
    place.fail("1.." + std::to_string(kMaxPorts) + " rows", std::to_string(ports));
  }
  std::vector<std::int64_t> entries;
  for (std::size_t i = 0; i < ports; ++i) {
    const Json& row = rows[i];
    if (!row.is_array()) (place / i).fail("a list of numbers", brief(row));
    if (row.size() != ports) {
      (place / i).fail(std::to_string(ports) + " columns, as there are as many rows",
                       std::to_string(row.size()));
    }
    for (std::size_t j = 0; j < ports; ++j) {
      // Only where an entry is wrong is its place worth spelling out.
      const Json& value = row[j];
      if (value.is_number_unsigned() &&
          value.get<std::uint64_t>() <=
              static_cast<std::uint64_t>(kMaxEntry.count() / weight.count())) {
        entries.push_back(value.get<std::int64_t>() * weight.count());
      } else {
        entries.push_back(json_entry(value, weight, place / i / j));
      }
    }
  }
  return {static_cast<int>(ports), std::move(entries)};
}

base::Bytes weight_of(const Json& document, base::Bytes of_token, const Place& place) {
  const auto unit = document.find("unit");
  if (unit == document.end() || *unit == "bytes") return base::Bytes{1};
  if (*unit == "tokens") return of_token;
  (place / "unit").fail("\"bytes\" or \"tokens\"", brief(*unit));
}

void require_ports(const Json& document, int ports, const Place& place) {
  const auto given = document.find("ports");
  if (given == document.end() || *given == ports) return;
  (place / "ports").fail(std::to_string(ports) + ", as the matrix has as many rows", brief(*given));
}

// Other keys of an object are the trace's own notes and are left alone, unless they look like a
// slip of one that counts.
void require_no_slip(const Json& document, const Place& place) {
  static const std::vector<std::string> known = {"matrix", "unit", "ports"};
  for (const auto& item : document.items()) {
    const bool is_known =
        item.key() == known[0] || item.key() == known[1] || item.key() == known[2];
    const std::string near = base::nearest(item.key(), known);
    if (!is_known && !near.empty() && document.find(near) == document.end()) {
      (place / item.key()).fail("'" + near + "'", "'" + item.key() + "'");
    }
  }
}

DemandMatrix demand_of(const Json& document, const ReadOptions& options, const Place& place) {
  if (document.is_array()) return matrix_of(document, base::Bytes{1}, place);
  if (!document.is_object()) place.fail("a matrix: a list of rows or an object", brief(document));
  if (const auto tokens = document.find("M"); tokens != document.end()) {
    return matrix_of(*tokens, options.bytes_per_token, place / "M");
  }
  require_no_slip(document, place);
  const auto matrix = document.find("matrix");
  if (matrix == document.end()) place.fail("a key 'matrix', or 'M' for tokens", "neither");
  const base::Bytes weight = weight_of(document, options.bytes_per_token, place);
  DemandMatrix demand = matrix_of(*matrix, weight, place / "matrix");
  require_ports(document, demand.ports(), place);
  return demand;
}

void read_lines(LineReader& lines, std::string_view line, const ReadOptions& options,
                const Take& take) {
  do {
    const std::string where = "line " + std::to_string(lines.line_number()) + ", #";
    const Place place{lines.here().source, where};
    const Json document = config::parse_json(line, place.source, {}, lines.line_number());
    if (!take(demand_of(document, options, place))) return;
  } while (next_significant(lines, line));
}

void read_document(LineReader& lines, std::string text, const ReadOptions& options,
                   const Take& take) {
  const std::size_t first_line = lines.line_number();
  std::string_view line;
  while (lines.next(line)) {
    text += '\n';
    text += line;
    if (text.size() > kLargestDocument) {
      lines.here().fail("at most " + std::to_string(kLargestDocument) + " bytes of JSON", "more");
    }
  }
  const std::string source = lines.here().source;
  const Json document = config::parse_json(text, source, {kLargestDocument, 8}, first_line);
  take(demand_of(document, options, {source, ""}));
}

}  // namespace

void read_json_matrices(LineReader& lines, std::string first, const ReadOptions& options,
                        const Take& take) {
  if (Json::accept(first)) {
    read_lines(lines, first, options, take);
  } else {
    read_document(lines, std::move(first), options, take);
  }
}

}  // namespace jacquard::demand
