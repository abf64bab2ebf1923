// SPDX-License-Identifier: Apache-2.0
// `jacquard serve --requests` with files in the forms of others, which we made.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"
#include "support/program.hpp"

using namespace jacquard;
using Catch::Contains;
using nlohmann::json;
using tb::Answer;
using tb::Folder;
using tb::run_program;
using tb::with;
using tb::Words;

namespace {

const Words kServe = {"serve", "llama3-8b", "--system", "1xh100", "--requests", "r"};

Answer answer_of(const Folder& folder, const std::string& text, const Words& more) {
  base::write_file(folder.path("r"), text);
  return run_program(with(with(kServe, more), {"--json"}), folder);
}

json row_of(const std::string& text, const Words& more = {}) {
  const Folder folder;
  const Answer answer = answer_of(folder, text, more);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out).at("rows").at(0);
}

std::string refused(const std::string& text, const Words& more = {}) {
  const Folder folder;
  base::write_file(folder.path("r"), text);
  return tb::mistake(with(kServe, more), folder);
}

const std::string kMooncake =
    R"({"session_id": "a", "timestamp": 0, "input_length": 100, "output_length": 2})"
    "\n"
    R"({"session_id": "a", "delay": 100000, "input_length": 200, "output_length": 3, "tag": 1})";
const std::string kLengths = R"({"input_lens": [64, 64, 64], "output_lens": [8, 8, 8]})";

}  // namespace

TEST_CASE("files of others are served, and said to be theirs") {
  struct {
    std::string text;
    const char* form;
    int requests, input, output;
  } const files[] = {
      {"arrived_at,num_prefill_tokens,num_decode_tokens\n0.5,100,10\n1,50,5\n", "Vidur's", 2, 150,
       15},
      {"request_id,request_type,application_id,arrival_timestamp,batch_size,prompt_size,"
       "token_size\n0,2,0,0.1,1,7,8\n",
       "splitwise-sim's", 1, 7, 8},
      {"input_toks\toutput_toks\tarrival_time_ns\n10\t70\t46926808\n", "LLMServingSim's", 1, 10,
       70},
      {R"({"chat_id": 1, "parent_chat_id": -1, "timestamp": 0.5, "input_length": 17,)"
       R"( "output_length": 3, "type": "text", "turn": 1, "hash_ids": [4, 5]})",
       "Qwen-Bailian's", 1, 17, 3},
      {R"({"schema": "dynamo.request.trace.v1", "event_type": "request_end",)"
       R"( "event_time_unix_ms": 1700000000500, "request": {"request_received_ms": 1700000000000,)"
       R"( "output_tokens": 4, "input_tokens": 32}})",
       "Dynamo's", 1, 32, 4},
      {kMooncake, "Mooncake's", 2, 300, 5},
  };
  for (const auto& file : files) {
    INFO(file.form);
    const Folder folder;
    const Answer answer = answer_of(folder, file.text, {});
    REQUIRE(answer.exit_code == 0);
    CHECK_THAT(answer.err, Contains(" as " + std::string(file.form) + "\n"));
    const json row = json::parse(answer.out).at("rows").at(0);
    CHECK(row.at("requests") == file.requests);
    CHECK(row.at("total_input_tokens") == file.input);
    CHECK(row.at("total_output_tokens") == file.output);
  }
}

TEST_CASE("a later turn waits its delay, and keys that say nothing are counted once") {
  const Folder folder;
  const Answer answer = answer_of(folder, kMooncake, {"--out", "o", "--no-report"});
  REQUIRE(answer.exit_code == 0);
  CHECK_THAT(answer.err, Contains("passed over, with how often: tag (1)\n"));
  const std::string csv = base::read_file(folder.path("o/requests.csv"));
  // The first turn takes less than a second, and its session thinks for 100 s.
  CHECK_THAT(csv, Contains("\n1,200,3,100."));
}

TEST_CASE("lengths without times arrive as drawn requests of these lengths do") {
  const Words rate = {"--rate", "5 /s", "--arrivals", "gamma:2"};
  const json recorded = row_of(kLengths, rate);
  const Folder folder;
  const Answer drawn =
      run_program(with(with({"serve", "llama3-8b", "--system", "1xh100", "--json"}, rate),
                       {"--requests-count", "3", "--input-tokens", "64", "--output-tokens", "8"}),
                  folder);
  CHECK(json::parse(drawn.out).at("rows").at(0) == recorded);
  CHECK(row_of(kLengths, {"--clients", "2"}).at("requests") == 3);
}

TEST_CASE("calls without an answer are left out only where that is asked for") {
  const std::string burst =
      "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n"
      "5,ChatGPT,472,18,490,Conversation log\n45,ChatGPT,1087,0,1087,Conversation log\n";
  CHECK_THAT(refused(burst), Contains("r, line 3, column Response tokens") &&
                                 Contains("--skip-failed") && Contains("'0'"));
  const Folder folder;
  const Answer answer = answer_of(folder, burst, {"--skip-failed"});
  CHECK_THAT(answer.err, Contains("read 1 request as BurstGPT's\n") &&
                             Contains("left out 1 without an answer\n"));
}

TEST_CASE("files and options that do not go together are refused in a line") {
  CHECK_THAT(refused(kLengths), Contains("--rate \"10 /s\" or --clients 8"));
  CHECK_THAT(refused("arrival_s,input_tokens,output_tokens\n0,1,1\n", {"--rate", "1 /s"}),
             Contains("--rate") && Contains("recorded requests have their times"));
  CHECK_THAT(refused("arrival_s,input_tokens,output_tokens\n0,1,1\n", {"--clients", "1"}),
             Contains("--clients"));
  CHECK_THAT(refused(R"({"session_id": "a", "input_length": 1, "output_length": 1})"
                     "\n"
                     R"({"session_id": "a", "input_length": 1, "output_length": 1})",
                     {"--clients", "1"}),
             Contains("--clients") && Contains("sessions wait"));
  CHECK_THAT(refused(kLengths, {"--rate", "1 /s", "--requests-count", "5"}),
             Contains("--requests-count"));
  CHECK_THAT(refused(R"([{"conversations": [{"from": "human", "value": "a"}]}])"),
             Contains("--chars-per-token"));
  CHECK_THAT(refused(kLengths, {"--rate", "1 /s", "--chars-per-token", "4"}),
             Contains("--chars-per-token") && Contains("lengths in tokens"));
  CHECK_THAT(refused("0,374,44\n"), Contains("r, line 1: expected a line of names"));
  CHECK_THAT(
      tb::mistake({"serve", "llama3-8b", "--system", "1xh100", "--rate", "1 /s", "--skip-failed"},
                  Folder()),
      Contains("--skip-failed"));
}
