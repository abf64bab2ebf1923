// SPDX-License-Identifier: Apache-2.0
// `jacquard validate nccl`, `custom-allreduce` and `deepep`: communication against measured times.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/validate_answers.hpp"

using jacquard::tb::Answer;
using jacquard::tb::answer_to;
using jacquard::tb::count_lines;
using jacquard::tb::Folder;
using jacquard::tb::rows_of;
using jacquard::tb::run_program;
using nlohmann::json;

namespace {

const char* const kNccl = "system,nccl,op,dtype,gpus,bytes,latency_us\n";
const char* const kDeepEp =
    "system,mode,nodes,hidden,tokens,topk,experts,sms_dispatch,dispatch_us,sms_combine,combine_"
    "us\n";

}  // namespace

TEST_CASE("NCCL inside a node is within 8 % of what was measured") {
  int judged = 0;
  for (const json& row : rows_of({"validate", "nccl", "--json"})) {
    if (row.at("row_kind") != "total") continue;
    CAPTURE(row.dump());
    CHECK(row.at("mape") < 0.08);
    ++judged;
  }
  CHECK(judged == 8);
}

TEST_CASE("Dispatch and combine of experts are within 12 % of what was measured") {
  int stages = 0;
  for (const json& row : rows_of({"validate", "deepep", "--json"})) {
    CAPTURE(row.dump());
    CHECK(row.at("mape") < 0.12);
    if (row.at("row_kind") == "total") continue;
    CHECK((row.at("mode") == "ll" || row.at("mode") == "normal"));
    CHECK((row.at("stage") == "dispatch" || row.at("stage") == "combine"));
    ++stages;
  }
  CHECK(stages == 8);
}

TEST_CASE("Engines' own all-reduces are within a fifth of what was measured") {
  int judged = 0;
  for (const json& row : rows_of({"validate", "custom-allreduce", "--json"})) {
    if (row.at("row_kind") != "total") continue;
    CAPTURE(row.dump());
    CHECK(row.at("mape") < 0.2);
    ++judged;
  }
  CHECK(judged == 4);
}

// Ring of 4 GB200, 64 MiB at 550.7 GB/s of bus bandwidth (Azure/AI-benchmarking-guide).
TEST_CASE("A device is predicted by its data sheet, an unknown one is said to be unknown") {
  const Answer known =
      answer_to("nccl", std::string(kNccl) + "gb200,2.25.1,all_reduce,int8,4,67108864,182.8\n");
  REQUIRE(known.exit_code == 0);
  CHECK(json::parse(known.out).at("rows").at(0).at("mape") < 0.1);

  const Answer unknown =
      answer_to("deepep", std::string(kDeepEp) + "abacus,ll,1,7168,8,8,256,,10,,11\n");
  REQUIRE(unknown.exit_code == 0);
  CHECK(json::parse(unknown.out).at("rows").at(0).at("status") == "unknown");
}

TEST_CASE("A collective or a mode without a law is unknown, not wrong") {
  const Answer op =
      answer_to("nccl", std::string(kNccl) + "h100_sxm,2.27,gossip,half,4,1048576,18\n");
  REQUIRE(op.exit_code == 0);
  CHECK(json::parse(op.out).at("rows").at(0).at("status") == "unknown");
  const Answer mode =
      answer_to("deepep", std::string(kDeepEp) + "h100_sxm,slow,1,7168,8,8,256,,10,,11\n");
  REQUIRE(mode.exit_code == 0);
  CHECK(json::parse(mode.out).at("rows").at(0).at("status") == "unknown");
}

TEST_CASE("Bad measurements of communication end with one line that names line and column") {
  const struct {
    const char* name;
    std::string text;
    const char* named;
  } mistakes[] = {
      {"nccl", std::string(kNccl) + "h100_sxm,2.27,all_reduce,half,4,-1,18\n", "column bytes"},
      {"nccl", std::string(kNccl) + "h100_sxm,2.27,all_reduce,half,4,1e99,18\n", "column bytes"},
      {"nccl", std::string(kNccl) + "h100_sxm,2.27,all_reduce,half,0,512,18\n", "column gpus"},
      {"nccl", std::string(kNccl) + "h100_sxm,2.27,all_reduce,half,4,512,nan\n",
       "column latency_us"},
      {"nccl", std::string(kNccl) + "h100_sxm,2.27,all_reduce,half,4,512\n", "line 2"},
      {"nccl", "system,op\n", "dtype"},
      {"deepep", std::string(kDeepEp) + "h100_sxm,normal,1,7168,8,8,256,0,10,24,11\n",
       "column sms_dispatch"},
      {"deepep", std::string(kDeepEp) + "h100_sxm,normal,1,7168,8,8,256,24,10,24,\n",
       "column combine_us"},
      {"custom-allreduce", "", "header"},
  };
  for (const auto& mistake : mistakes) {
    CAPTURE(mistake.name, mistake.text);
    const Answer answer = answer_to(mistake.name, mistake.text);
    CAPTURE(answer.err);
    CHECK(answer.exit_code == 2);
    CHECK(count_lines(answer.err) == 1);
    CHECK(answer.err.find(mistake.named) != std::string::npos);
  }
}

TEST_CASE("The largest counts that a file can hold give an answer") {
  const Answer nccl = answer_to("nccl", std::string(kNccl) +
                                            "h100_sxm,2.27,all_reduce,half,2147483647,"
                                            "1125899906842624,18\n"
                                            "l40s,2.27,all_gather,half,2147483647,512,18\n");
  CHECK(nccl.exit_code == 0);
  const Answer deepep =
      answer_to("deepep", std::string(kDeepEp) +
                              "h100_sxm,normal,2147483647,2147483647,2147483647,1048576,1048576,"
                              "2147483647,10,2147483647,11\n"
                              "h100_sxm,ll,1,1,1,2147483647,2147483647,,10,,11\n");
  CHECK(deepep.exit_code == 0);
}
