// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/traces/read_requests.hpp"

#include <catch2/catch.hpp>

#include "support/source_tree.hpp"

namespace jacquard::serve {
namespace {

RecordedRequests read(const std::string& text) {
  return read_requests(demand::text_input("file", text));
}

constexpr std::int64_t kMillisecond = 1'000'000'000;

}  // namespace

TEST_CASE("our columns are read in any order, others are passed over and counted") {
  const auto read_rows = read(
      "output_tokens,note,id,arrival_s,input_tokens\n"
      "531,a,7,0.000000,2358\n"
      "769,b,9,0.265091,1034\n");
  REQUIRE(read_rows.requests.size() == 2);
  const Request& second = read_rows.requests[1];
  CHECK(second.id == 9);
  CHECK(second.input == 1034);
  CHECK(second.output == 769);
  CHECK(second.arrival.count() == 265'091'000'000);
  CHECK(second.prefix.empty());
  CHECK(read_rows.form == "jacquard's");
  CHECK(read_rows.passed_over == std::map<std::string, std::int64_t>{{"note", 2}});
}

TEST_CASE("a recorded time of queueing stands for an arrival that is not recorded") {
  const auto both = read("id,input_tokens,output_tokens,arrival_s,queued_s\n0,5,6,1,1.5\n");
  CHECK(both.requests.at(0).arrival.count() == 1'000 * kMillisecond);
  const auto one = read("id,input_tokens,output_tokens,queued_s\n0,5,6,1.5\n");
  CHECK(one.requests.at(0).arrival.count() == 1'500 * kMillisecond);
}

TEST_CASE("BurstGPT's columns are read, in seconds from the first request") {
  const auto burst = read(
      "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n"
      "5,ChatGPT,472,18,490,Conversation log\n"
      "45.5,GPT-4,1087,230,1317,API log\n");
  REQUIRE(burst.requests.size() == 2);
  CHECK(burst.requests[1].input == 1087);
  CHECK(burst.requests[1].output == 230);
  CHECK(burst.requests[1].arrival.count() == 40'500 * kMillisecond);
  // The third file begins 225 days after the first.
  const auto third = read(
      "Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log "
      "Type\n"
      "19440110.0,a,43,GPT-4,906,446,1352,Conversation log\n"
      "19440161.0,b,2,ChatGPT,36,29,65,Conversation log\n");
  CHECK(third.requests.at(1).arrival.count() == 51'000 * kMillisecond);
  CHECK(third.passed_over == std::map<std::string, std::int64_t>{{"Session ID", 2}});
}

TEST_CASE("Azure's stamps count from the first request, to 100 ns and over midnight") {
  const auto rows = read(
      "TIMESTAMP,ContextTokens,GeneratedTokens\n"
      "2023-12-31 23:59:59.9799600,374,44\n"
      "2024-01-01 00:00:00.0000001,396,109");
  REQUIRE(rows.requests.size() == 2);
  CHECK(rows.requests[0].arrival.count() == 0);
  CHECK(rows.requests[1].arrival.count() == 20'040'100'000);
  CHECK(rows.requests[1].id == 1);
  // The files of 2024 have zones.
  const auto zones = read(
      "TIMESTAMP,ContextTokens,GeneratedTokens\n"
      "2024-02-29 23:30:00+00:00,1,1\n"
      "2024-03-01 01:30:01+01:00,1,1\n");
  CHECK(zones.requests.at(1).arrival.count() == 3'601'000 * kMillisecond);
}

TEST_CASE("Mooncake's table and its own lines give the same requests") {
  const auto table = read(
      "timestamp_ms,input_tokens,output_tokens,prefix_block_ids\n"
      "0,513,500,0 1\n"
      "3052,1024,490,0 18446744073709551615\n");
  const auto lines = read(
      "{\"timestamp\": 0, \"input_length\": 513, \"output_length\": 500, \"hash_ids\": [0, 1]}\n"
      "\n"
      "{\"timestamp\": 3052, \"input_length\": 1024, \"output_length\": 490,"
      " \"hash_ids\": [0, 18446744073709551615]}\n");
  CHECK(table.prefix_block == 512);
  REQUIRE(table.requests.size() == 2);
  REQUIRE(lines.requests.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(table.requests[i].id == lines.requests[i].id);
    CHECK(table.requests[i].arrival == lines.requests[i].arrival);
    CHECK(table.requests[i].input == lines.requests[i].input);
    CHECK(table.requests[i].output == lines.requests[i].output);
    CHECK(table.requests[i].prefix == lines.requests[i].prefix);
  }
  CHECK(table.requests[1].arrival.count() == 3'052 * kMillisecond);
  CHECK(table.requests[1].prefix == std::vector<std::uint64_t>{0, ~std::uint64_t{0}});
}

TEST_CASE("the traces that are shipped are whole") {
  const auto azure =
      read_requests(tb::in_source_tree("configs/traces/azure_llm_2023_conversation_10min.csv.gz"));
  REQUIRE(azure.requests.size() == 2867);
  std::int64_t prompts = 0;
  for (const Request& request : azure.requests) prompts += request.input;
  CHECK(prompts == 3'287'402);                                          // as awk sums them
  CHECK(azure.requests.back().arrival.count() == 599'971'336'000'000);  // 18:25:46.6519260
  CHECK(azure.requests.back().output == 396);

  const auto mooncake =
      read_requests(tb::in_source_tree("configs/traces/mooncake_conversation_400.csv"));
  REQUIRE(mooncake.requests.size() == 400);
  for (const Request& request : mooncake.requests) {
    const auto blocks = static_cast<std::size_t>((request.input + 511) / 512);
    CHECK(request.prefix.size() == blocks);
  }
}

}  // namespace jacquard::serve
