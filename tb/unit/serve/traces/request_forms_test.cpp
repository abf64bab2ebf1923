// SPDX-License-Identifier: Apache-2.0
// Files that we made in the forms of others.
#include <catch2/catch.hpp>

#include "jacquard/serve/traces/read_requests.hpp"

namespace jacquard::serve {
namespace {

RecordedRequests read(const std::string& text, const ReadRules& rules = {}) {
  return read_requests(demand::text_input("file", text), rules);
}

using Passed = std::map<std::string, std::int64_t>;
constexpr std::int64_t kNanosecond = 1'000;
constexpr std::int64_t kMillisecond = 1'000'000 * kNanosecond;

// "arrival in ps: input > output" of each.
std::vector<std::string> lines(const RecordedRequests& read) {
  std::vector<std::string> lines;
  for (const Request& r : read.requests) {
    lines.push_back(std::to_string(r.arrival.count()) + ": " + std::to_string(r.input) + " > " +
                    std::to_string(r.output));
  }
  return lines;
}

}  // namespace

TEST_CASE("Vidur's table is read, in seconds, and its tables of lengths have no times") {
  const auto timed = read(
      "arrived_at,num_prefill_tokens,num_decode_tokens\n"
      "0.0,374,44\n"
      "4.314579,396,109\n");
  CHECK(timed.form == "Vidur's");
  CHECK(timed.timed);
  CHECK(lines(timed) == std::vector<std::string>{"0: 374 > 44", "4314579000000: 396 > 109"});
  CHECK(timed.passed_over.empty());
  const auto lengths = read(
      "num_prefill_tokens,num_decode_tokens,num_total_tokens,pd_ratio\n"
      "3000,200,3200,15\n");
  CHECK_FALSE(lengths.timed);
  CHECK(lines(lengths) == std::vector<std::string>{"0: 3000 > 200"});
}

TEST_CASE("splitwise-sim's table is read, a request a row") {
  const auto table = read(
      "request_id,request_type,application_id,arrival_timestamp,batch_size,prompt_size,token_size\n"
      "4,2,0,0.25,1,1155,211\n"
      "5,2,0,0.5,1,14050,7\n");
  CHECK(table.form == "splitwise-sim's");
  CHECK(lines(table) ==
        std::vector<std::string>{"250000000000: 1155 > 211", "500000000000: 14050 > 7"});
  CHECK(table.requests[0].id == 4);
}

TEST_CASE("LLMServingSim's lines and its older table with tabs are in nanoseconds") {
  const auto table = read("input_toks\toutput_toks\tarrival_time_ns\n10\t70\t46926808\n");
  const auto objects =
      read(R"({"input_toks": 10, "output_toks": 70, "arrival_time_ns": 46926808})");
  CHECK(lines(table) == std::vector<std::string>{"46926808000: 10 > 70"});
  CHECK(lines(objects) == lines(table));
  CHECK(objects.form == "LLMServingSim's");
}

TEST_CASE("ids of tokens make prompts begin alike as far as whole blocks of 16 do") {
  const auto prompt = [](int same, int then) {
    std::string ids;
    for (int i = 0; i < 40; ++i) ids += (i > 0 ? "," : "") + std::to_string(i < same ? i : then);
    return R"({"input_toks": 40, "output_toks": 1, "arrival_time_ns": 0, "input_tok_ids": [)" +
           ids + "]}\n";
  };
  const auto all = read(prompt(40, 0) + prompt(39, 7) + prompt(31, 7) + prompt(0, 7));
  CHECK(all.prefix_block == 16);
  const auto alike = [&](std::size_t k) {
    const auto& first = all.requests.at(0).prefix;
    const auto& other = all.requests.at(k).prefix;
    REQUIRE(first.size() == 3);
    REQUIRE(other.size() == 3);
    std::size_t n = 0;
    while (n < 3 && first[n] == other[n]) ++n;
    return n;
  };
  CHECK(alike(1) == 2);
  CHECK(alike(2) == 1);
  CHECK(alike(3) == 0);
}

TEST_CASE("LLMServingSim's sessions are turns that wait for tools") {
  const auto read_sessions =
      read(R"({"session_id": "a", "arrival_time_ns": 4059740, "sub_requests": [)"
           R"({"input_toks": 1472, "output_toks": 133, "tool_duration_ns": 127348767},)"
           R"({"input_toks": 1582, "output_toks": 125, "tool_duration_ns": 0}]})"
           "\n"
           R"({"input_toks": 5, "output_toks": 6, "arrival_time_ns": 1000})");
  CHECK(lines(read_sessions) ==
        std::vector<std::string>{"1000000: 5 > 6", "4059740000: 1472 > 133"});
  REQUIRE(read_sessions.later.size() == 1);
  const LaterTurn& turn = read_sessions.later[0];
  CHECK(turn.before == read_sessions.requests[1].id);
  CHECK(turn.delay.count() == 127'348'767 * kNanosecond);
  CHECK(turn.request.input == 1582);
}

TEST_CASE("Qwen-Bailian's lines are in seconds, with blocks of 16 tokens") {
  const auto bailian =
      read(R"({"chat_id": 159, "parent_chat_id": -1, "timestamp": 61.114, "input_length": 33,)"
           R"( "output_length": 132, "type": "text", "turn": 1, "hash_ids": [1089, 1090, 6326]})"
           "\n"
           R"({"chat_id": 160, "parent_chat_id": 159, "timestamp": 62.5, "input_length": 49,)"
           R"( "output_length": 80, "type": "text", "turn": 2, "hash_ids": [1089, 1090, 7, 8]})");
  CHECK(bailian.form == "Qwen-Bailian's");
  CHECK(bailian.prefix_block == 16);
  CHECK(lines(bailian) ==
        std::vector<std::string>{"61114000000000: 33 > 132", "62500000000000: 49 > 80"});
  CHECK(bailian.requests[0].prefix == std::vector<std::uint64_t>{1089, 1090, 6326});
  CHECK(bailian.later.empty());
  CHECK(bailian.passed_over.empty());
}

TEST_CASE("Mooncake's sessions have turns, delays of either name, and keys that are counted") {
  const auto mooncake = read(
      R"({"session_id": "a", "timestamp": 1000, "input_length": 2048, "output_length": 128,)"
      R"( "hash_ids": [1, 2, 3, 4], "priority": 1})"
      "\n"
      R"({"session_id": "a", "delay_ms": 50, "input_length": 2560, "output_length": 128})"
      "\n"
      R"({"session_id": "a", "delay": 7.5, "input_length": 2561, "output_length": 1, "priority": 2})"
      "\n"
      R"({"session_id": "a", "timestamp": 9000, "input_length": 3000, "output_length": 2})"
      "\n"
      R"({"session_id": "b", "timestamp": 400, "input_length": 7, "output_length": 8})");
  CHECK(mooncake.form == "Mooncake's");
  CHECK(mooncake.size() == 5);
  CHECK(lines(mooncake) ==
        std::vector<std::string>{"400000000000: 7 > 8", "1000000000000: 2048 > 128"});
  REQUIRE(mooncake.later.size() == 3);
  CHECK(mooncake.later[0].before == 0);
  CHECK(mooncake.later[0].delay.count() == 50 * kMillisecond);
  CHECK(mooncake.later[1].before == 1);
  CHECK(mooncake.later[1].delay.count() == 7'500'000 * kNanosecond);
  CHECK(mooncake.later[2].delay.count() == 0);
  CHECK(mooncake.later[2].request.arrival.count() == 9'000 * kMillisecond);
  CHECK(mooncake.passed_over == Passed{{"priority", 2}});
}

TEST_CASE("delays without a session count from the line above, and files may have no times") {
  const auto chain = read(R"({"timestamp": 10, "input_length": 1, "output_length": 1})"
                          "\n"
                          R"({"delay": 5, "input_length": 2, "output_length": 1})"
                          "\n"
                          R"({"delay": 2.5, "input_length": 3, "output_length": 1})");
  CHECK(lines(chain) ==
        std::vector<std::string>{"10000000000: 1 > 1", "15000000000: 2 > 1", "17500000000: 3 > 1"});
  const auto none = read(R"({"session_id": "c", "input_length": 9176, "output_length": 142}
                            {"session_id": "c", "input_length": 9500, "output_length": 98})");
  CHECK_FALSE(none.timed);
  CHECK(none.requests.size() == 1);
  CHECK(none.later.size() == 1);
}

TEST_CASE("a list of objects over several lines is read as lines of objects are") {
  const auto list = read(
      "[\n  {\"timestamp\": 0,\n   \"input_length\": 3, \"output_length\": 4},\n"
      "  {\"timestamp\": 1, \"input_length\": 5, \"output_length\": 6, \"note\": \"]}\\\"\"}\n]\n");
  CHECK(lines(list) == std::vector<std::string>{"0: 3 > 4", "1000000000: 5 > 6"});
}

TEST_CASE("Dynamo's records are put in the order of arrivals, and turns wait as they did") {
  const auto end = [](int received, int total, int tokens, const std::string& session,
                      const std::string& hashes) {
    return R"({"timestamp": 7, "event": {"schema": "dynamo.request.trace.v1", "event_type":)"
           R"( "request_end", "event_time_unix_ms": )" +
           std::to_string(received + total) + R"(, "agent_context": {"session_id": ")" + session +
           R"("}, "request": {"request_id": "r", "request_received_ms": )" +
           std::to_string(received) + R"(, "output_tokens": )" + std::to_string(tokens) +
           R"(, "replay": {"trace_block_size": 64, "input_length": 128, "input_sequence_hashes": )" +
           hashes + "}}}}\n";
  };
  const auto dynamo = read(
      end(5'000, 100, 11, "b", "[9]") + end(1'000, 6'000, 12, "a", "[101, 18446744073709551615]") +
      R"({"schema": "dynamo.request.trace.v1", "event_type": "tool_end", "event_time_unix_ms": 1})"
      "\n" +
      end(7'250, 10, 13, "a", "[101]") + end(7'255, 10, 14, "a", "[101]"));
  CHECK(dynamo.form == "Dynamo's");
  CHECK(dynamo.prefix_block == 64);
  // The last turn came before the one above it ended, so it does not wait.
  CHECK(lines(dynamo) == std::vector<std::string>{"0: 128 > 12", "4000000000000: 128 > 11",
                                                  "6255000000000: 128 > 14"});
  CHECK(dynamo.requests[0].prefix == std::vector<std::uint64_t>{101, ~std::uint64_t{0}});
  REQUIRE(dynamo.later.size() == 1);
  CHECK(dynamo.later[0].before == dynamo.requests[0].id);
  CHECK(dynamo.later[0].delay.count() == 250 * kMillisecond);
  CHECK(dynamo.passed_over == Passed{{"tool_end", 1}});
}

TEST_CASE("vllm bench's lists are requests, in the order of their starts") {
  const auto bare = read(R"({"input_lens": [13, 1026], "output_lens": [6, 119], "ttfts": [1, 2]})");
  CHECK(bare.form == "vllm bench's");
  CHECK_FALSE(bare.timed);
  CHECK(lines(bare) == std::vector<std::string>{"0: 13 > 6", "0: 1026 > 119"});
  const auto started = read(
      R"({"input_lens": [13, 1026], "output_lens": [6, 119], "start_times": [880.75, 880.5]})");
  CHECK(started.timed);
  CHECK(lines(started) == std::vector<std::string>{"0: 1026 > 119", "250000000000: 13 > 6"});
}

TEST_CASE("ShareGPT's texts are as many tokens as the characters say that one has, rounded up") {
  const std::string text = R"([{"id": "x", "conversations": [
      {"from": "human", "value": "12345678"}, {"from": "gpt", "value": "\u00e4\u00e4\u00e4\u00e45"},
      {"from": "human", "value": "more"}]}, {"id": "y", "conversations": []}])";
  const auto share = read(text, {{}, false, 4});
  CHECK(share.form == "ShareGPT's");
  CHECK_FALSE(share.timed);
  CHECK(lines(share) == std::vector<std::string>{"0: 2 > 2"});
  CHECK(share.failed == 1);
  // Lengths that the file has are taken.
  CHECK(lines(read(R"([{"conversations": [], "input_length": 5, "output_length": 6}])")) ==
        std::vector<std::string>{"0: 5 > 6"});
}

TEST_CASE("calls without an answer are left out and counted where that is asked for") {
  ReadRules rules;
  rules.skip_failed = true;
  const auto burst = read(
      "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n"
      "5,ChatGPT,472,18,490,Conversation log\n"
      "45,ChatGPT,1087,0,1087,Conversation log\n"
      "46,GPT-4,417,505,922,API log\n",
      rules);
  CHECK(burst.failed == 1);
  CHECK(lines(burst) == std::vector<std::string>{"0: 472 > 18", "41000000000000: 417 > 505"});
  // A session goes on from the turn before.
  const auto session =
      read(R"({"session_id": "a", "timestamp": 10, "input_length": 1, "output_length": 0})"
           "\n"
           R"({"session_id": "a", "delay": 5, "input_length": 2, "output_length": 1})"
           "\n"
           R"({"session_id": "a", "delay": 6, "input_length": 3, "output_length": 1})",
           rules);
  CHECK(lines(session) == std::vector<std::string>{"15000000000: 2 > 1"});
  CHECK(session.later.at(0).delay.count() == 6 * kMillisecond);
}

TEST_CASE("columns of Azure's that say nothing of tokens are counted") {
  const auto azure = read(
      "TIMESTAMP,NumImages,ContextTokens,GeneratedTokens\n"
      "2024-05-12 00:00:10+00:00,2,200,20\n"
      "2024-05-12 00:00:20+00:00,0,300,30\n");
  CHECK(azure.form == "Azure's");
  CHECK(lines(azure) == std::vector<std::string>{"0: 200 > 20", "10000000000000: 300 > 30"});
  CHECK(azure.passed_over == Passed{{"NumImages", 2}});
}

}  // namespace jacquard::serve
