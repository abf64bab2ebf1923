// SPDX-License-Identifier: Apache-2.0
// Our columns, Azure's, BurstGPT's, and Mooncake's as a table.
#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/demand/csv.hpp"
#include "jacquard/serve/traces/append_request.hpp"
#include "jacquard/serve/traces/time_stamp.hpp"

namespace jacquard::serve {
namespace {

using demand::CsvRow;

constexpr std::int64_t kPicosecondsPerNanosecond = 1'000;
constexpr const char* kIds = "prefix_block_ids";
constexpr const char* kStamp = "TIMESTAMP";

struct Columns {
  std::string time;
  std::string input = "input_tokens";
  std::string output = "output_tokens";
  std::int64_t per_second = 1;  // units of the time; none of a stamp
};

Columns columns_of(const CsvRow& row) {
  Columns columns;
  if (row.has(kStamp)) {
    columns = {kStamp, "ContextTokens", "GeneratedTokens", 1};
  } else if (row.has("Timestamp")) {
    columns = {"Timestamp", "Request tokens", "Response tokens", 1};
  } else if (row.has("timestamp_ms")) {
    columns.time = "timestamp_ms";
    columns.per_second = 1'000;
  } else if (row.has("queued_s") || row.has("arrival_s")) {
    columns.time = row.has("arrival_s") ? "arrival_s" : "queued_s";
  } else {
    row.place().fail("a column 'arrival_s', 'timestamp_ms', 'TIMESTAMP' or 'Timestamp'",
                     "none of them");
  }
  for (const std::string& needed : {columns.input, columns.output}) {
    if (row.has(needed)) continue;
    const std::string near = base::nearest(needed, row.header());
    row.place().fail(fmt::format("a column '{}' beside '{}'", needed, columns.time), "none",
                     near.empty() ? "" : "nearest is '" + near + "'");
  }
  return columns;
}

class Rows {
 public:
  explicit Rows(const RequestLimit& limit) : limit_(limit) {}

  void take(const CsvRow& row) {
    if (columns_.time.empty()) columns_ = columns_of(row);
    Request request;
    request.id = id(row);
    request.arrival = columns_.time == kStamp ? since_first(row) : arrival(row);
    request.input = length(row, columns_.input);
    request.output = length(row, columns_.output);
    if (row.has(kIds)) request.prefix = ids(row);
    const auto fault = append_request(read_, std::move(request), limit_);
    if (!fault) return;
    using Part = RequestFault::Part;
    row.fail(fault->part == Part::ids      ? kIds
             : fault->part == Part::length ? columns_.input
                                           : columns_.time,
             fault->expected);
  }
  RecordedRequests taken() { return std::move(read_); }

 private:
  std::int64_t id(const CsvRow& row) const {
    if (!row.has("id")) return static_cast<std::int64_t>(read_.requests.size());
    const auto value = base::parse_number<std::int64_t>(row.text("id"));
    if (!value || *value < 0) row.fail("id", "a whole number of at least 0");
    return *value;
  }

  base::Picoseconds arrival(const CsvRow& row) const {
    const auto value = base::parse_number<double>(row.text(columns_.time));
    const auto time = value ? arrival_of(*value, columns_.per_second) : std::nullopt;
    if (!time) row.fail(columns_.time, time_expected(columns_.per_second));
    return *time;
  }

  base::Picoseconds since_first(const CsvRow& row) {
    const auto stamp = time_stamp_ns(row.text(kStamp));
    if (!stamp) row.fail(kStamp, "a time such as 2023-11-16 18:17:03.9799600");
    if (read_.requests.empty()) first_ = *stamp;
    const std::int64_t since = *stamp - first_;
    if (since < 0) row.fail(kStamp, "a time not before that of the request above");
    const auto most = static_cast<std::int64_t>(kMostArrivalSeconds * 1e9);
    if (since > most) {
      row.fail(kStamp, fmt::format("a time within {:.0f} s of the first", kMostArrivalSeconds));
    }
    return base::Picoseconds{since * kPicosecondsPerNanosecond};
  }

  static int length(const CsvRow& row, const std::string& column) {
    const auto value = base::parse_number<int>(row.text(column));
    if (!value || *value < 1 || *value > kMostTokens) row.fail(column, length_expected());
    return *value;
  }

  static std::vector<std::uint64_t> ids(const CsvRow& row) {
    std::vector<std::uint64_t> ids;
    std::string_view rest = row.text(kIds);
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      const auto id = base::parse_number<std::uint64_t>(rest.substr(0, end));
      if (!id) row.fail(kIds, "whole numbers with a blank between them");
      ids.push_back(*id);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return ids;
  }

  const RequestLimit& limit_;
  RecordedRequests read_;
  Columns columns_;
  std::int64_t first_ = 0;  // stamp of the first request, in ns
};

}  // namespace

RecordedRequests read_request_table(const demand::Input& input, const RequestLimit& limit) {
  Rows rows(limit);
  demand::read_csv(input, {}, [&](const CsvRow& row) { rows.take(row); });
  return rows.taken();
}

}  // namespace jacquard::serve
