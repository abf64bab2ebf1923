// SPDX-License-Identifier: Apache-2.0
// Forms of JSON that hold more than a request in a value, or its parts in other objects. Each gives
// flat objects, in the order of arrivals where the form has times.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/serve/traces/request_list.hpp"

namespace jacquard::serve {

struct FlatRequest {
  config::Json object;
  config::Place place;
};

// Gives `take` what a value holds.
using TakeFlat = std::function<void(const FlatRequest&)>;

// ai-dynamo/dynamo, dynamo.request.trace.v1 (request_trace/types.rs), bare or as an `event`.
// Records stand in the order of ends, so all are read before the first is given. Turns of a session
// that did not overlap wait for each other as long as they did.
class DynamoEvents {
 public:
  static const RequestForm& form();
  static bool are(const config::Json& value);
  void take(const FlatRequest& value, RequestList& list);
  // Throws ConfigError for blocks of several sizes. `form` has the size of this file's.
  void give(RequestForm& form, const TakeFlat& take);

 private:
  struct Event;
  std::vector<FlatRequest> events_;
};

// casys-kaist/LLMServingSim: ids of tokens become ids of blocks, and `sub_requests` turns.
void give_token_requests(const FlatRequest& value, const TakeFlat& take);

// vllm-project/vllm, benchmarks/serve.py with --save-detailed: lists of lengths, and of start times
// where there are some.
const RequestForm& benchmark_form();
bool is_benchmark(const config::Json& value);
void give_benchmark(const FlatRequest& value, const TakeFlat& take);

// ShareGPT: as `vllm bench` takes it, the first message is the prompt and the second the answer.
const RequestForm& conversation_form();
bool is_conversation(const config::Json& value);
// Nothing for a conversation of fewer messages. Throws ConfigError without characters_per_token.
std::optional<FlatRequest> conversation_request(const FlatRequest& value,
                                                double characters_per_token);

}  // namespace jacquard::serve
