// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "support/program.hpp"

using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using nlohmann::json;

namespace {

const char* const kHeader = "system,framework,kernel,dtype,m,n,k,latency_us\n";

json rows_of(const jacquard::tb::Words& words, const Folder& folder) {
  const Answer answer = run_program(words, folder);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out)["rows"];
}

std::string fault_in(const std::string& csv) {
  const Folder folder;
  folder.file("mine.csv", csv);
  return mistake({"validate", "gemm", "--data", "mine.csv"}, folder);
}

}  // namespace

TEST_CASE("validate gemm holds the shipped measurements of each system within the law's bounds") {
  const Folder folder;
  std::size_t totals = 0;
  for (const json& row : rows_of({"validate", "gemm", "--json"}, folder)) {
    INFO(row.dump());
    CHECK(row["status"] == "known");
    CHECK(row["rows"] > 10);
    if (row["row_kind"] != "total") continue;
    ++totals;
    const bool b200 = row["system"] == "b200_sxm";
    if (row["dtype"] == "bfloat16") CHECK(row["mape"] < (b200 ? 0.1 : 0.08));
    if (row["dtype"] == "fp8") CHECK(row["mape"] < (b200 ? 0.13 : 0.12));
    if (b200) CHECK(row["mape"] < 0.13);
    CHECK(std::abs(row["bias"].get<double>()) <= row["mape"]);
    CHECK(row["median_error"] <= row["p90_error"]);
  }
  CHECK(totals == 11);  // A100 in bf16, H100 and H200 in fp8 and fp8_block too, B200 in nvfp4 too
}

TEST_CASE("validate --summary has one row for each device, engine and type") {
  const Folder folder;
  folder.file("two.csv", std::string(kHeader) +
                             "h100_sxm,vllm,a,bfloat16,4096,4096,4096,200\n"
                             "h100_sxm,vllm,b,bfloat16,4096,4096,4096,200\n"
                             "h100_sxm,trtllm,b,bfloat16,4096,4096,4096,200\n"
                             "h100_sxm,vllm,b,fp8,4096,4096,4096,150\n");
  const json rows =
      rows_of({"validate", "gemm", "--data", "two.csv", "--summary", "--json"}, folder);
  REQUIRE(rows.size() == 3);
  for (const json& row : rows) {
    CHECK(row["row_kind"] == "engine");
    CHECK(row.find("kernel") == row.end());
  }
  CHECK(rows[0]["framework"] == "vllm");
  CHECK(rows[0]["rows"] == 2);
  CHECK(rows[1]["framework"] == "trtllm");
  CHECK(rows[2]["dtype"] == "fp8");
  for (const json& row : rows_of({"validate", "nccl", "--summary", "--json"}, folder)) {
    CHECK(row["framework"] == "nccl");  // of all versions
  }
}

TEST_CASE("validate sums errors up by hand: mean, median, nine in ten, bias") {
  // Ten products of one shape, whose law gives one time t; measured t / f for factors f.
  const Folder folder;
  const std::string shape = "h100_sxm,vllm,a,bfloat16,4096,4096,4096,";
  folder.file("one.csv", kHeader + shape + "100\n");
  const json one = rows_of({"validate", "gemm", "--data", "one.csv", "--json"}, folder)[0];
  const double t = 100 * (one["bias"].get<double>() + 1);
  std::string csv = kHeader;
  const double factors[] = {0.5, 0.9, 0.9, 1, 1, 1, 1.1, 1.1, 1.2, 1.5};
  for (const double f : factors) csv += shape + std::to_string(t / f) + "\n";
  folder.file("ten.csv", csv);
  const json rows = rows_of({"validate", "gemm", "--data", "ten.csv", "--json"}, folder);
  REQUIRE(rows.size() == 2);
  CHECK(rows[1]["row_kind"] == "total");
  for (const json& row : rows) {
    CHECK(row["rows"] == 10);
    CHECK(row["mape"].get<double>() == Approx(0.16).epsilon(1e-4));
    CHECK(row["median_error"].get<double>() == Approx(0.1).epsilon(1e-4));
    CHECK(row["p90_error"].get<double>() == Approx(0.5).epsilon(1e-4));
    CHECK(row["bias"].get<double>() == Approx(0.02).epsilon(1e-3));
  }
}

TEST_CASE("validate says unknown of a system or a type that it has no law for, and goes on") {
  const Folder folder;
  folder.file("mine.csv", std::string(kHeader) +
                              "warp_drive,vllm,a,bfloat16,8,8,8,3\n"
                              "\"h100_sxm\",vllm,\"a, b\",bfloat16,8,64,64,3\n"
                              "h100_sxm,vllm,\"a, b\",quad,8,64,64,3\n");
  const json rows = rows_of({"validate", "gemm", "--data", "mine.csv", "--json"}, folder);
  REQUIRE(rows.size() == 6);
  CHECK(rows[0]["system"] == "warp_drive");
  CHECK(rows[0]["status"] == "unknown");
  CHECK(rows[0]["mape"].is_null());
  CHECK(rows[1]["status"] == "known");
  CHECK(rows[1]["kernel"] == "a, b");
  CHECK(rows[2]["status"] == "unknown");
  CHECK(rows[5]["row_kind"] == "total");
}

TEST_CASE("a bad file of measurements is refused at its line and column") {
  const std::string good = std::string(kHeader) + "h100_sxm,vllm,a,bfloat16,8,8,8,3\n";
  CHECK_THAT(fault_in(""), Catch::Contains("mine.csv") && Catch::Contains("empty"));
  CHECK_THAT(fault_in(kHeader), Catch::Contains("mine.csv: expected a row behind the header"));
  CHECK_THAT(fault_in("system,kernel\n"), Catch::Contains("line 1: expected a column 'framework'"));
  CHECK_THAT(fault_in("system,framework,kernel,dtype,m,n,k,latency\n"),
             Catch::Contains("'latency_us'") && Catch::Contains("nearest is 'latency'"));
  CHECK_THAT(fault_in("system,system\n"), Catch::Contains("twice"));
  const auto fault_of_row = [&](const std::string& row) { return fault_in(good + row + "\n"); };
  CHECK_THAT(fault_of_row("h100_sxm,vllm,a,bfloat16,8,8"),
             Catch::Contains("line 3: expected 8 cells") && Catch::Contains("found 6"));
  for (const char* bad : {"x", "", "nan", "inf", "-1", "0", "1e999", "1e16", "8 us"}) {
    CHECK_THAT(fault_of_row("h100_sxm,vllm,a,bfloat16,8,8,8," + std::string(bad)),
               Catch::Contains("line 3, column latency_us"));
  }
  CHECK_THAT(fault_of_row("h100_sxm,vllm,a,bfloat16,-8,8,8,3"),
             Catch::Contains("line 3, column m: expected a number of at least 0, found '-8'"));
  CHECK_THAT(fault_of_row("\"h100_sxm,vllm,a,bfloat16,8,8,8,3"), Catch::Contains("quote"));
  CHECK_THAT(fault_of_row("h100_\xff,vllm,a,bfloat16,8,8,8,3"), Catch::Contains("UTF-8"));
  const Folder folder;
  CHECK_THAT(mistake({"validate", "gemm", "--data", "none.csv"}, folder),
             Catch::Contains("none.csv"));
}

TEST_CASE("a published step of too many sequences is refused at its line") {
  const Folder folder;
  folder.file("steps.csv",
              "source_table,model,gpus,fsdp,tp,pp,cp,local_batch,seq,precision,async_tp,schedule,"
              "activation_checkpoint,compile,tokens_per_s_per_gpu,memory_gib\n"
              "T1,llama3.1-8b,65536,65536,1,1,1,65536,8192,bf16,0,,full,1,5000,70\n");
  CHECK_THAT(mistake({"validate", "training", "--data", "steps.csv"}, folder),
             Catch::Contains("line 2, column local_batch: expected at most 2^30 sequences"));
}

TEST_CASE("validate asks for a name it knows, and lists them") {
  const Folder folder;
  CHECK_THAT(mistake({"validate"}, folder), Catch::Contains("validate --list"));
  CHECK_THAT(mistake({"validate", "gem"}, folder), Catch::Contains("did you mean 'gemm'?"));
  CHECK_THAT(mistake({"validate", "--list", "--data", "a.csv"}, folder), Catch::Contains("--list"));
  CHECK(run_program({"validate", "--list"}, folder).out.find("gemm") != std::string::npos);
}

TEST_CASE("validate serving names a column that is missing, and answers rows of unknown systems") {
  const Folder folder;
  const std::string head = "model,isl,osl,tp,ttft_ms,tpot_ms";
  const std::string cells = "Qwen/Qwen3-32B,1024,128,2,840,16";
  folder.file("no_clients.csv", head + ",system\n" + cells + ",h100_sxm\n");
  CHECK_THAT(mistake({"validate", "serving", "--data", "no_clients.csv"}, folder),
             Catch::Contains("line 2, column concurrency") && Catch::Contains("no such column"));
  folder.file("no_system.csv", head + ",concurrency\n" + cells + ",16\n");
  for (const json& row :
       rows_of({"validate", "serving", "--data", "no_system.csv", "--json"}, folder)) {
    if (row["row_kind"] == "serving") CHECK(row["reason"] != "");
  }
}
