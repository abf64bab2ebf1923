// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/serve/traces/read_requests.hpp"
#include "support/fault_of.hpp"

namespace jacquard::serve {
namespace {

std::string fault(const std::string& text) {
  return tb::fault_of([&] { read_requests(demand::text_input("file", text)); });
}

std::string ours(const std::string& rows) {
  return fault("id,input_tokens,output_tokens,arrival_s\n" + rows);
}

std::string azure(const std::string& rows) {
  return fault("TIMESTAMP,ContextTokens,GeneratedTokens\n" + rows);
}

std::string mooncake(const std::string& rows) {
  return fault("timestamp_ms,input_tokens,output_tokens,prefix_block_ids\n" + rows);
}

}  // namespace

TEST_CASE("a length that is zero, huge, negative, broken or no number is refused") {
  for (const char* length :
       {"0", "16777217", "99999999999999999999", "-5", "1.5", "nan", "", "7 "}) {
    INFO(length);
    CHECK(ours(std::string("0,10,10,0\n1,") + length + ",10,1\n")
              .rfind("file, line 3, column input_tokens: expected a whole number in 1..16777216",
                     0) == 0);
    CHECK(ours(std::string("0,10,") + length + ",0\n")
              .rfind("file, line 2, column output_tokens", 0) == 0);
  }
  CHECK(ours("0,16777216,16777216,0\n").empty());
}

TEST_CASE("a time that is negative, huge, broken or before the line above is refused") {
  for (const char* time : {"-0.1", "6000001", "1e300", "inf", "nan", "now", ""}) {
    INFO(time);
    CHECK(ours(std::string("0,10,10,") + time + "\n") ==
          std::string("file, line 2, column arrival_s: expected a number of seconds in 0..6000000, "
                      "found ") +
              (*time == 0 ? "nothing" : "'" + std::string(time) + "'"));
  }
  CHECK(ours("0,10,10,2\n1,10,10,2\n").empty());
  CHECK(ours("0,10,10,2\n1,10,10,1.999999\n") ==
        "file, line 3, column arrival_s: expected a time not before that of the request above, "
        "found '1.999999'");
  CHECK(mooncake("5,10,10,\n4,10,10,\n").rfind("file, line 3, column timestamp_ms", 0) == 0);
  CHECK(azure("2023-11-16 18:17:04,1,1\n2023-11-16 18:17:03.999,1,1\n") ==
        "file, line 3, column TIMESTAMP: expected a time not before that of the request above, "
        "found '2023-11-16 18:17:03.999'");
}

TEST_CASE("a stamp that is no date is refused") {
  for (const char* stamp : {"2023-02-29 00:00:00", "2023-13-01 00:00:00", "2023-11-16 24:00:00",
                            "2023-11-16", "2023-11-16 18:17:03.", "2023-11-16 18:17:03.1234567890",
                            "2023-11-16 18:17:03+1:00", "2023-11-16 18:17:03 ", "23-11-16 18:17:03",
                            "1969-12-31 23:59:59", "-023-11-16 18:17:03", ""}) {
    INFO(stamp);
    CHECK(azure(std::string(stamp) + ",1,1\n")
              .rfind("file, line 2, column TIMESTAMP: expected a time such as", 0) == 0);
  }
  CHECK(azure("2023-01-01 00:00:00,1,1\n2024-01-01 00:00:00,1,1\n")
            .rfind("file, line 3, column TIMESTAMP: expected a time within 6000000 s", 0) == 0);
}

TEST_CASE("ids of blocks are whole numbers, no more than the prompt has blocks") {
  CHECK(mooncake("0,512,1,4\n").empty());
  CHECK(mooncake("0,512,1,\n").empty());
  CHECK(mooncake("0,512,1,4 5\n") ==
        "file, line 2, column prefix_block_ids: expected at most 1 ids, of 512 tokens each, for "
        "512 tokens, found '4 5'");
  for (const char* ids : {"-1", "a", "1  2", " 1", "1,2", "18446744073709551616"}) {
    INFO(ids);
    CHECK(mooncake(std::string("0,5120,1,") + ids + "\n").rfind("file, line 2", 0) == 0);
  }
}

TEST_CASE("a table without its columns, or cut short, is refused with what would do") {
  CHECK(fault("").rfind("file: expected a header", 0) == 0);
  CHECK(ours("").rfind("file: expected a row behind the header", 0) == 0);
  CHECK(ours("0,10,10\n").rfind("file, line 2: expected 4 cells", 0) == 0);
  CHECK(fault("a,b\n1,2\n")
            .rfind("file, line 2: expected a column 'TIMESTAMP', 'Request tokens', ", 0) == 0);
  CHECK(fault("2023-11-16 18:17:03.9799600,374,44\n")
            .rfind("file, line 1: expected a line of names before the numbers, such as "
                   "TIMESTAMP,ContextTokens,GeneratedTokens",
                   0) == 0);
  CHECK(fault("0,5,5\n").rfind("file, line 1: expected a line of names", 0) == 0);
  CHECK(fault("arrival_s,input_token,output_tokens\n0,1,1\n") ==
        "file, line 2: expected a column 'input_tokens' beside 'arrival_s', found none (nearest is "
        "'input_token')");
}

TEST_CASE("an object that lacks a key, has another kind or is cut short is refused") {
  const std::string sound = R"({"timestamp": 3, "input_length": 1, "output_length": 1})";
  CHECK(fault(sound).empty());
  CHECK(fault(sound + "\n{\"timestamp\": 3, \"input_le").rfind("file, line 2", 0) == 0);
  CHECK(fault(sound + "\n[1]\n").rfind("file, line 2: expected an object", 0) == 0);
  CHECK(fault(R"({"timestamp": 3, "input_length": 1})") ==
        "file, line 1: expected a key 'output_length', found none");
  CHECK(
      fault(R"({"timestamp": -3, "input_length": 1, "output_length": 1})") ==
      "file, line 1, key timestamp: expected a number of milliseconds in 0..6000000000, found -3");
  CHECK(fault(R"({"timestamp": 3, "input_length": 0, "output_length": 1})")
            .rfind("file, line 1, key input_length: expected a whole number in 1..", 0) == 0);
  CHECK(fault(R"({"timestamp": 3, "input_length": 1, "output_length": 1e3})")
            .rfind("file, line 1, key output_length: expected a whole number in 1..", 0) == 0);
  CHECK(fault(sound + "\n" + R"({"timestamp": 2, "input_length": 1, "output_length": 1})")
            .rfind("file, line 2, key timestamp: expected a time not before", 0) == 0);
  for (const char* ids : {"[-1]", "[1.5]", "7", "[1, 2]", "[\"a\"]"}) {
    INFO(ids);
    CHECK(fault(R"({"timestamp": 3, "input_length": 1, "output_length": 1, "hash_ids": )" +
                std::string(ids) + "}")
              .rfind("file, line 1, key hash_ids: expected", 0) == 0);
  }
}

}  // namespace jacquard::serve
