// SPDX-License-Identifier: Apache-2.0
// Forms of others with what they may not have: one line with file, line and key.
#include <catch2/catch.hpp>

#include "jacquard/serve/traces/read_requests.hpp"
#include "support/fault_of.hpp"

namespace jacquard::serve {
namespace {

using Catch::StartsWith;

std::string fault(const std::string& text, const ReadRules& rules = {}) {
  const std::string all =
      tb::fault_of([&] { read_requests(demand::text_input("file", text), rules); });
  CHECK(all.find('\n') == std::string::npos);
  return all;
}

ReadRules skipping() {
  ReadRules rules;
  rules.skip_failed = true;
  return rules;
}

std::string dynamo(const std::string& request) {
  return R"({"schema": "dynamo.request.trace.v1", "event_type": "request_end",)"
         R"( "event_time_unix_ms": 5, "request": )" +
         request + "}\n";
}

}  // namespace

TEST_CASE("a call without an answer is refused with the option that leaves it out") {
  const std::string failed =
      "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n"
      "45,ChatGPT,1087,0,1087,Conversation log\n";
  CHECK(fault(failed) ==
        "file, line 2, column Response tokens: expected a whole number in 1..16777216, or "
        "--skip-failed to leave out calls without an answer, found '0'");
  CHECK(fault(failed, skipping()) ==
        "file: expected a request with an answer, found none, and 1 without");
}

TEST_CASE("rows of others are refused by their own columns") {
  CHECK_THAT(fault("arrived_at,num_prefill_tokens\n0,1\n"),
             StartsWith("file, line 2: expected a column 'num_decode_tokens' beside "
                        "'num_prefill_tokens', found none"));
  CHECK_THAT(
      fault("arrived_at,num_prefill_tokens,num_decode_tokens\n-1,1,1\n"),
      StartsWith("file, line 2, column arrived_at: expected a number of seconds in 0..6000000"));
  CHECK_THAT(fault("request_id,arrival_timestamp,batch_size,prompt_size,token_size\n0,0,2,1,1\n"),
             StartsWith("file, line 2, column batch_size: expected 1"));
  CHECK_THAT(fault("input_toks\toutput_toks\tarrival_time_ns\n1\t1\tx\n"),
             StartsWith("file, line 2, column arrival_time_ns: expected a number of nanoseconds"));
  CHECK_THAT(fault("Timestamp,Request tokens,Response tokens\n5,1,1\n4,1,1\n"),
             StartsWith("file, line 3, column Timestamp: expected a time not before"));
}

TEST_CASE("sessions and delays that cannot be are refused") {
  const std::string first = R"({"session_id": "a", "timestamp": 1, "input_length": 1,)"
                            R"( "output_length": 1)";
  CHECK(fault(first + R"(, "delay": 0})").empty());
  CHECK(fault(first + R"(, "delay": 5})") ==
        "file, line 1, key delay: expected none, as no turn of the session comes before, found 5");
  CHECK_THAT(fault(first + R"(, "delay": -1})"),
             StartsWith("file, line 1, key delay: expected a number of milliseconds in 0.."));
  CHECK_THAT(fault(first + "}\n" + R"({"input_length": 1, "output_length": 1})"),
             StartsWith("file, line 2: expected a key 'timestamp', found none"));
  CHECK_THAT(fault(R"({"input_length": 1, "output_length": 1})" + ("\n" + first) + "}"),
             StartsWith("file, line 2, key timestamp: expected no time, as the first"));
}

TEST_CASE("records of Dynamo that lack what a replay needs are refused") {
  const std::string sound = R"({"request_received_ms": 4, "output_tokens": 1, "input_tokens": 2})";
  CHECK(fault(dynamo(sound)).empty());
  CHECK(fault(dynamo(sound) + R"({"timestamp": 0, "input_length": 1, "output_length": 1})") ==
        "file, line 2: expected a record of dynamo.request.trace.v1, found another");
  CHECK(fault(dynamo(R"({"output_tokens": 1, "input_tokens": 2})")) ==
        "file, line 1, request: expected a key 'request_received_ms', found none");
  CHECK(fault(dynamo(R"({"request_received_ms": 4, "input_tokens": 2})")) ==
        "file, line 1, request: expected a key 'output_tokens', found none");
  const auto replay = [](const char* size) {
    return dynamo(R"({"request_received_ms": 4, "output_tokens": 1, "replay": {"input_length": 9,)"
                  R"( "input_sequence_hashes": [1], "trace_block_size": )" +
                  std::string(size) + "}}");
  };
  CHECK(
      fault(replay("16") + replay("32")) ==
      "file, line 2, request/replay, key trace_block_size: expected one size of at least 1 in all "
      "records, found 32");
  CHECK_THAT(fault(replay("8") + dynamo(R"({"request_received_ms": "x"})")),
             StartsWith("file, line 2, request, key request_received_ms: expected a number"));
  CHECK(fault(replay("4")).empty());
}

TEST_CASE("results of benchmarks without lengths, or with unlike lists, are refused") {
  CHECK_THAT(fault(R"({"request_throughput": 12.3})"),
             StartsWith("file, line 1: expected lists 'input_lens' and 'output_lens', which vllm "
                        "bench serve writes with --save-detailed"));
  CHECK_THAT(fault(R"({"input_lens": [1, 2], "output_lens": [1]})"),
             StartsWith("file, line 1, key output_lens: expected a list, as long as 'input_lens'"));
  CHECK_THAT(fault(R"({"input_lens": [1, 2], "output_lens": [1, 0]})"),
             StartsWith("file, line 1, element 1, key output_lens: expected a whole number in 1"));
  CHECK_THAT(fault(R"({"input_lens": [1], "output_lens": [1], "start_times": ["a"]})"),
             StartsWith("file, line 1, key start_times: expected a list of seconds"));
}

TEST_CASE("texts without a stated length of a token are refused with the option to say it") {
  const std::string text =
      R"({"conversations": [{"from": "human", "value": "a"}, {"from": "gpt"}]})";
  CHECK(fault(text) ==
        "file, line 1: expected lengths in tokens, or --chars-per-token beside texts, such as 4, "
        "found texts");
  CHECK(fault(text, {{}, false, 4}) ==
        "file, line 1, conversations/1: expected a key 'value', found none");
  CHECK_THAT(fault(R"({"conversations": 5})", {{}, false, 4}),
             StartsWith("file, line 1, key conversations: expected a list of messages"));
}

TEST_CASE("agentic sessions without turns or times are refused") {
  CHECK_THAT(fault(R"({"session_id": "a", "arrival_time_ns": 0, "sub_requests": []})"),
             StartsWith("file, line 1, key sub_requests: expected a list of requests"));
  CHECK_THAT(fault(R"({"session_id": "a", "sub_requests": [{"input_toks": 1, "output_toks": 1}]})"),
             StartsWith("file, line 1: expected a key 'arrival_time_ns'"));
  CHECK_THAT(fault(R"({"session_id": "a", "arrival_time_ns": 0, "sub_requests": [7]})"),
             StartsWith("file, line 1, sub_requests/0: expected an object"));
  CHECK_THAT(fault(R"({"input_toks": 1, "output_toks": 1, "input_tok_ids": [-1]})"),
             StartsWith("file, line 1, key input_tok_ids: expected a list of whole numbers"));
}

TEST_CASE("lists that are cut short or run on are refused") {
  const std::string one = R"({"timestamp": 3, "input_length": 1, "output_length": 1})";
  CHECK(fault("[" + one + "]").empty());
  CHECK_THAT(fault("[" + one), StartsWith("file, line 1: expected the list's end"));
  CHECK_THAT(fault("[" + one + ","), StartsWith("file, line 1: expected a value behind the comma"));
  CHECK_THAT(fault("[" + one + one + "]"), StartsWith("file, line 1: expected a comma"));
  CHECK_THAT(fault("[" + one + "]\n7"), StartsWith("file, line 2: expected nothing behind"));
  CHECK_THAT(fault("[]"), StartsWith("file: expected a request with an answer"));
  CHECK_THAT(fault("[\n\n{\"a\": \n 1}]"), StartsWith("file, line 3: expected a key 'TIMESTAMP'"));
}

}  // namespace jacquard::serve
