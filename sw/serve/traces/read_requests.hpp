// SPDX-License-Identifier: Apache-2.0
// Recorded traffic: who asked when, with how many tokens, and which prompts begin alike.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/demand/line_reader.hpp"
#include "jacquard/serve/request.hpp"

namespace jacquard::serve {

struct RecordedRequests {
  std::vector<Request> requests;  // in the order of arrivals
  int prefix_block = 512;         // tokens of an id of Request::prefix
};

// The longest request that this server can hold.
struct RequestLimit {
  std::int64_t tokens = std::int64_t{1} << 28;  // of input and output together
  std::string why;                              // "which the cache holds"
};

inline constexpr int kMostTokens = 1 << 24;         // of a prompt, and of an answer
inline constexpr double kMostArrivalSeconds = 4e6;  // 46 days: half of what Picoseconds hold

// Reads a file, plain or gzip, in one of five forms, known by its first line:
//   id, input_tokens, output_tokens, arrival_s     ours; `queued_s` counts where there is no
//   arrival_s TIMESTAMP, ContextTokens, GeneratedTokens      Azure's; the first request arrives at
//   0 timestamp_ms, input_tokens, output_tokens      Mooncake's as CSV
//   Timestamp, Request tokens, Response tokens       BurstGPT's, in seconds
//   {"timestamp", "input_length", "output_length"} Mooncake's own, an object a line, in ms
// Mooncake's ids of prefix blocks are in `prefix_block_ids` (blanks between) or `hash_ids`. Columns
// stand in any order, and others are ignored. Requests without an `id` count from 0.
// Throws ConfigError naming file, line and column: for times that are negative, beyond
// kMostArrivalSeconds or before those of the line above, for lengths outside 1..kMostTokens, for
// more ids than the prompt has blocks, for requests beyond the limit, for lines cut short, and for
// files without a request.
RecordedRequests read_requests(const std::string& path, const RequestLimit& limit = {});
RecordedRequests read_requests(const demand::Input& input, const RequestLimit& limit = {});

}  // namespace jacquard::serve
