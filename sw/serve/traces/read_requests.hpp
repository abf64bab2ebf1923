// SPDX-License-Identifier: Apache-2.0
// Recorded traffic: who asked when, with how many tokens, and which prompts begin alike.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "jacquard/demand/line_reader.hpp"
#include "jacquard/serve/request.hpp"

namespace jacquard::serve {

struct RecordedRequests {
  std::vector<Request> requests;  // in the order of arrivals; all at 0 where the file has no times
  std::vector<LaterTurn> later;   // of sessions whose first turns are among them
  int prefix_block = 512;         // tokens of an id of Request::prefix
  bool timed = true;              // the file says when they arrive
  bool texts = false;             // its lengths are of ReadRules::characters_per_token
  std::string form;               // whose: "Vidur's"
  std::int64_t failed = 0;        // calls without an answer, left out
  std::map<std::string, std::int64_t> passed_over;  // keys that say nothing to a server, and rows

  std::size_t size() const { return requests.size() + later.size(); }
};

// The longest request that this server can hold.
struct RequestLimit {
  std::int64_t tokens = std::int64_t{1} << 28;  // of input and output together
  std::string why;                              // "which the cache holds"
};

struct ReadRules {
  RequestLimit limit;
  bool skip_failed = false;         // leave out calls without an answer
  double characters_per_token = 0;  // 0: texts have no length
};

inline constexpr int kMostTokens = 1 << 24;         // of a prompt, and of an answer
inline constexpr double kMostArrivalSeconds = 6e6;  // 69 days, of 106 that Picoseconds hold

// Reads a file, plain or gzip, a table (commas or tabs) or JSON (a value a line, or a list), in one
// of the forms of request_form.cpp and json_forms.hpp, known by its names. Columns stand in any
// order. Requests without an `id` count from 0.
// Throws ConfigError naming file, line and column or key: for times that are negative, beyond
// kMostArrivalSeconds or before those of the line above (turns of sessions aside), for lengths
// outside 1..kMostTokens, for more ids than the prompt has blocks, for requests beyond the limit,
// for lines cut short, for texts without characters_per_token, and for files without a request.
RecordedRequests read_requests(const std::string& path, const ReadRules& rules = {});
RecordedRequests read_requests(const demand::Input& input, const ReadRules& rules = {});

}  // namespace jacquard::serve
