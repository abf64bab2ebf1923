// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/check_log.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/interop/log/job_of_log.hpp"
#include "log_files.hpp"

using namespace jacquard;
using namespace jacquard::interop;
using Catch::Contains;

namespace {

std::string fault_of(const tb::Folder& folder) {
  try {
    job_of_log(read_log(folder.path("")));
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "none";
}

std::string fault_of_pair(const std::string& first, const std::string& second) {
  const tb::Folder folder;
  tb::write_pair(folder, first, second);
  return fault_of(folder);
}

std::string call(const std::string& op, int id, const std::string& more) {
  return R"({"op": ")" + op + R"(", "call_id": )" + std::to_string(id) + ", " + more + "}\n";
}

const char* const kTensor = R"("group_id": 1, "shape": [4, 2], "dtype": "bfloat16")";

std::string message(const std::string& op, int id, int peer, const std::string& more = "") {
  return call(op, id,
              R"("peer": )" + std::to_string(peer) + R"(, "shape": [4], "dtype": "int8")" + more);
}

}  // namespace

TEST_CASE("Ranks that call different things are named with what each has") {
  const std::string mine = call("all_reduce", 7, kTensor);
  CHECK(fault_of_pair(mine, mine) == "none");

  const std::string op = fault_of_pair(mine, call("all_gather", 9, kTensor));
  CHECK_THAT(op, Contains("class_1.jsonl") && Contains("line 1 (rank 1, call 9, all_gather)") &&
                     Contains("rank 0's all_reduce (call 7, class_0.jsonl line 1)"));
  CHECK_THAT(fault_of_pair(mine, call("all_reduce", 7,
                                      R"("group_id": 1, "shape": [4, 3], "dtype": "bfloat16")")),
             Contains("size") && Contains("16 bytes") && Contains("24 bytes"));
  CHECK_THAT(fault_of_pair(mine, call("all_reduce", 7,
                                      R"("group_id": 1, "shape": [4, 2], "dtype": "float16")")),
             Contains("dtype") && Contains("bfloat16") && Contains("found float16"));
  CHECK_THAT(fault_of_pair(call("all_reduce", 7, std::string(kTensor) + R"(, "reduce_op": "SUM")"),
                           call("all_reduce", 7, std::string(kTensor) + R"(, "reduce_op": "MAX")")),
             Contains("reduce_op") && Contains("SUM") && Contains("MAX"));
  CHECK_THAT(fault_of_pair(call("broadcast", 7, std::string(kTensor) + R"(, "peer": 0)"),
                           call("broadcast", 7, std::string(kTensor) + R"(, "peer": 1)")),
             Contains("root") && Contains("rank 0") && Contains("found rank 1"));
}

TEST_CASE("A collective that a rank lacks, or has in another order, is named") {
  const std::string one = call("all_reduce", 0, kTensor);
  const std::string two = call("all_gather", 1, kTensor);
  CHECK_THAT(fault_of_pair(one + two, one), Contains("line 2 (rank 0, call 1, all_gather)") &&
                                                Contains("2 collectives") &&
                                                Contains("1 at rank 1 (class_1.jsonl)"));
  CHECK_THAT(fault_of_pair(one + two, two + one), Contains("the same op"));
  CHECK_THAT(fault_of_pair(call("all_reduce", 0, std::string(kTensor) + R"(, "seq": 1)"), one),
             Contains("line 1, #/seq") && Contains("expected 0") && Contains("found 1"));
}

TEST_CASE("A message without its other side, or of another size, is named") {
  CHECK(fault_of_pair(message("send", 0, 1), message("recv", 0, 0)) == "none");
  CHECK_THAT(fault_of_pair(message("send", 0, 1) + message("send", 1, 1), message("recv", 0, 0)),
             Contains("rank 0, call 1, send") && Contains("a recv of rank 1 with tag 0") &&
                 Contains("1 of rank 1 (class_1.jsonl) for 2"));
  CHECK_THAT(fault_of_pair("", message("recv", 0, 0)), Contains("a send of rank 0"));
  CHECK_THAT(fault_of_pair(message("send", 0, 1, R"(, "tag": 3)"), message("recv", 0, 0)),
             Contains("with tag 3"));
  CHECK_THAT(fault_of_pair(message("send", 0, 1),
                           call("recv", 5, R"("peer": 0, "shape": [5], "dtype": "int8")")),
             Contains("rank 1's recv (call 5, class_1.jsonl line 1)") && Contains("5 bytes") &&
                 Contains("4 bytes"));
}

TEST_CASE("Messages in an order in which both wait are a deadlock, and their circle is told") {
  // Each receives before it sends.
  const std::string fault = fault_of_pair(message("recv", 0, 1) + message("send", 1, 1),
                                          message("recv", 0, 0) + message("send", 1, 0));
  CHECK_THAT(fault, Contains("deadlock") &&
                        Contains("rank 0's send (call 1, class_0.jsonl line 2) waits for rank 0's "
                                 "recv (call 0, class_0.jsonl line 1)") &&
                        Contains("rank 1's send (call 1, class_1.jsonl line 2) waits for rank 1's "
                                 "recv (call 0, class_1.jsonl line 1)"));
  // With a handle, or with one rank the other way round, both can begin.
  CHECK(fault_of_pair(message("recv", 0, 1, R"(, "async_handle": true)") + message("send", 1, 1),
                      message("recv", 0, 0) + message("send", 1, 0)) == "none");
  CHECK(fault_of_pair(message("send", 0, 1) + message("recv", 1, 1),
                      message("recv", 0, 0) + message("send", 1, 0)) == "none");
}

TEST_CASE("A ring of sends in one class is a deadlock only if nobody receives first") {
  const tb::Folder folder;
  const auto ring = [&](const std::string& calls) {
    tb::write_log(folder, R"("world_size": 4, "groups": [],
      "classes": [{"representative": 0, "ranks": [0, 1, 2, 3], "file": "class_0.jsonl",
                   "peers": {"1": [1, 2, 3, 0], "3": [3, 0, 1, 2]}}])",
                  {calls});
    return fault_of(folder);
  };
  CHECK_THAT(ring(message("send", 0, 1) + message("recv", 1, 3)), Contains("deadlock"));
  CHECK(ring(message("send", 0, 1, R"(, "async_handle": true)") + message("recv", 1, 3)) == "none");
}

TEST_CASE("A line of ranks that pass on is no deadlock, though its inner ranks are one class") {
  const tb::Folder folder;
  tb::write_log(folder, R"("world_size": 4, "groups": [],
      "classes": [{"representative": 0, "ranks": [0], "file": "class_0.jsonl"},
                  {"representative": 1, "ranks": [1, 2], "file": "class_1.jsonl",
                   "peers": {"0": [0, 1], "2": [2, 3]}},
                  {"representative": 3, "ranks": [3], "file": "class_2.jsonl"}])",
                {message("send", 0, 1), message("recv", 0, 0) + message("send", 1, 2),
                 message("recv", 0, 2)});
  CHECK(fault_of(folder) == "none");
}

TEST_CASE("Two groups that their members use in different orders are a deadlock") {
  const tb::Folder folder;
  const std::string a = call("all_reduce", 0, kTensor);
  const std::string b = call("all_reduce", 1, R"("group_id": 2, "shape": [1], "dtype": "int8")");
  tb::write_log(folder, R"("world_size": 2, "groups": [{"id": 1, "name": "a", "ranks": [0, 1]},
      {"id": 2, "name": "b", "ranks": [0, 1]}],
    "classes": [{"representative": 0, "ranks": [0], "file": "class_0.jsonl"},
                {"representative": 1, "ranks": [1], "file": "class_1.jsonl"}])",
                {a + b, b + a});
  CHECK_THAT(fault_of(folder),
             Contains("deadlock") && Contains("rank 0's") && Contains("rank 1's"));
}
