// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "support/program.hpp"

using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using nlohmann::json;

namespace {

json rows_of(const std::string& csv) {
  const Folder folder;
  folder.file("steps.csv", csv);
  const Answer answer =
      run_program({"validate", "training", "--data", "steps.csv", "--json"}, folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out)["rows"];
}

std::string fault_in(const std::string& csv) {
  const Folder folder;
  folder.file("steps.csv", csv);
  return mistake({"validate", "training", "--data", "steps.csv"}, folder);
}

const char* const kShort =
    "model,device,gpus,precision,global_batch,micro_batch,seq,tp,pp,vp,ep,measured_step_s\n";

}  // namespace

TEST_CASE("a row of sizes is the step that the shipped file describes") {
  const Folder folder;
  const Answer answer = run_program({"validate", "training", "--json"}, folder);
  REQUIRE(answer.exit_code == 0);
  const json shipped = json::parse(answer.out)["rows"];
  const std::string header =
      "model,hidden,layers,heads,ffn,vocabulary,device,gpus,precision,global_batch,micro_batch,"
      "seq,tp,pp,recompute,sequence_parallel,measured_step_s,measured_memory_bytes\n";
  const json rows = rows_of(
      header + "GPT 1.7B,2304,24,24,9216,51200,A100-80GB,32,fp16,512,16,2048,1,1,full,0,2,\n" +
      "GPT 39.1B,8192,48,64,,51200,a100,512,bf16,1536,4,2048,8,2,full,false,,4e10\n");
  REQUIRE(rows.size() == 3);
  for (const json& row : shipped) {
    if (row["row_kind"] != "training") continue;
    if (row["model"] == "GPT 1.7B") CHECK(rows[0]["ours_step_s"] == row["ours_s"]);
    if (row["model"] == "GPT 39.1B") CHECK(rows[1]["ours_step_s"] == row["ours_s"]);
  }
  CHECK(rows[0]["step_error"].get<double>() ==
        Approx(rows[0]["ours_step_s"].get<double>() / 2 - 1));
  CHECK_FALSE(rows[0].contains("memory_error"));
  CHECK_FALSE(rows[1].contains("step_error"));
  CHECK(rows[1]["memory_error"].get<double>() ==
        Approx(rows[1]["ours_memory_bytes"].get<double>() / 4e10 - 1));
  CHECK(rows[2]["row_kind"] == "summary");
  CHECK(rows[2]["mape"] == std::abs(rows[0]["step_error"].get<double>()));
}

TEST_CASE("errors of measured steps are summed up by hand") {
  const std::string step = "llama3-8b,h100,8,bf16,32,1,8192,1,1,,,";
  const double t = rows_of(kShort + step + "\n")[0]["ours_step_s"].get<double>();
  std::string csv = kShort;
  for (const double f : {0.5, 1.1, 1.2, 1.0}) csv += step + std::to_string(t / f) + "\n";
  const json total = rows_of(csv).back();
  CHECK(total["rows"] == 4);
  CHECK(total["mape"].get<double>() == Approx(0.2).epsilon(1e-4));
  CHECK(total["median_error"].get<double>() == Approx(0.15).epsilon(1e-4));
  CHECK(total["bias"].get<double>() == Approx(-0.05).epsilon(1e-3));
}

TEST_CASE("strangers spell models, devices, precisions and numbers in their own way") {
  const json rows = rows_of(std::string(kShort) +
                            "llama3-70b,h100,64,fp8,128,1,8192,4,4,5,,\n"
                            "Llama 3.1 70B,NVIDIA H100 SXM 80GB,64.0,FP8_CS,128.0,1,8192,4,4,5,1,\n"
                            "META-LLAMA3.1-70b,H100-SXM5,,fp8_ds,128,1.0,8192,4,4,5,nan,\n");
  REQUIRE(rows.size() == 4);
  CHECK(rows[0]["ours_step_s"] == rows[1]["ours_step_s"]);
  CHECK(rows[2]["gpus"] == 16);  // as tp x pp, where gpus and dp are empty
}

TEST_CASE("a training step that cannot run is refused at its line and column") {
  const auto fault_of = [](const std::string& row) { return fault_in(kShort + row + "\n"); };
  CHECK_THAT(fault_of("llama3-8b,warp9,8,bf16,32,1,8192,1,1,,,1"),
             Catch::Contains("line 2, column device"));
  CHECK_THAT(fault_of("llama3-8b,l40s,16,bf16,32,1,8192,1,1,,,1"),
             Catch::Contains("line 2, column device: expected at most 8 GPUs"));
  CHECK_THAT(fault_of("llama3-8b,h100,8,bf17,32,1,8192,1,1,,,1"),
             Catch::Contains("line 2, column precision"));
  CHECK_THAT(fault_of("llama3-8c,h100,8,bf16,32,1,8192,1,1,,,1"),
             Catch::Contains("line 2, column hidden") && Catch::Contains("llama3-8b"));
  CHECK_THAT(fault_of("llama3-8b,h100,8,bf16,32,1,8192,3,1,,,1"),
             Catch::Contains("line 2, column gpus: expected a multiple of tp x pp x cp = 3"));
  CHECK_THAT(fault_of("llama3-8b,h100,9,bf16,36,1,8192,3,1,,,1"),
             Catch::Contains("line 2, column tp"));
  CHECK_THAT(fault_of("llama3-8b,h100,8,bf16,31,1,8192,1,1,,,1"),
             Catch::Contains("line 2, column") && Catch::Contains("31"));
  CHECK_THAT(fault_of("llama3-8b,h100,8,bf16,32,3,8192,1,1,,,1"),
             Catch::Contains("line 2, column micro_batch"));
  CHECK_THAT(fault_of("llama3-8b,h100,8,bf16,32,1,8192,1,1,,2,1"),
             Catch::Contains("line 2, column ep"));
  CHECK_THAT(fault_of("llama3-8b,h100,8,bf16,32,1,8192,1,1,,,-1"),
             Catch::Contains("line 2, column measured_step_s"));
  CHECK_THAT(fault_of("llama3-8b,h100,8.5,bf16,32,1,8192,1,1,,,1"),
             Catch::Contains("line 2, column gpus"));
  CHECK_THAT(fault_of("llama3-8b,h100,8,bf16,,1,8192,1,1,,,1"),
             Catch::Contains("line 2, column global_batch"));
  CHECK_THAT(fault_of("llama3-8b,h100,8,bf16,32,1,8192,1"), Catch::Contains("12 cells"));
  CHECK_THAT(fault_in("model,device,gpus,global_batch,micro_btch,measured_step_s\n"
                      "llama3-8b,h100,8,32,1,1\n"),
             Catch::Contains("micro_btch") && Catch::Contains("micro_batch"));
}

TEST_CASE("a row's memory is the sum of its tensors, of fp8 by what the device must keep") {
  const std::string llama = "llama3-8b,";
  const std::string rest = ",8,1,4096,1,1,,,\n";
  const json rows =
      rows_of(std::string(kShort) + llama + "b200,8,bf16" + rest + llama + "b200,8,fp8_cs" + rest +
              llama + "b200,8,mxfp8" + rest + llama + "h100,8,fp8" + rest);
  const auto bytes = [&](std::size_t row) {
    return rows.at(row).at("ours_memory_bytes").get<std::int64_t>();
  };
  // docs/train.md's example: parameters, 32 layers' tensors, the loss, stand-ins.
  CHECK(bytes(0) == 6 * 8'030'261'248 + 12 * 8'030'261'248 / 8 + 32LL * 139392 * 4096 +
                        (4LL * 4096 + 6 * 128256) * 4096 + 2 * 218'103'808);
  // In bytes a layer keeps 18,432 less of each token, and a copy of its matrices more, or two.
  const std::int64_t matrices = 32LL * 218'103'808;
  CHECK(bytes(1) == bytes(0) - 32LL * 18432 * 4096 + matrices);
  CHECK(bytes(2) == bytes(1) + matrices);
  CHECK(bytes(3) == bytes(2));
}

TEST_CASE("a model file's own attention stands, and sizes beyond 32 bits are refused") {
  const std::string header = "model,device,gpus,global_batch,measured_step_s\n";
  const auto bytes_of = [&](const std::string& attention) {
    const Folder folder;
    folder.file("gpt.json", R"json({"name": "gpt", "hidden": 4096, "layers": 8, "heads": 32,
        "inner": 16384, "vocabulary": 51200, "sequence": 2048)json" +
                                attention + "}");
    folder.file("steps.csv", header + "./gpt.json,h100,8,32,1\n");
    const Answer answer =
        run_program({"validate", "training", "--data", "steps.csv", "--json"}, folder);
    INFO(answer.err);
    REQUIRE(answer.exit_code == 0);
    return json::parse(answer.out)["rows"][0]["ours_memory_bytes"].get<std::int64_t>();
  };
  const std::int64_t fused = bytes_of(R"json(, "fused_attention": true)json");
  CHECK(bytes_of("") == fused);  // on Hopper, where the file says nothing
  // Scores and their softmax: two bytes each of heads x tokens^2 in each of 8 layers, at least.
  CHECK(bytes_of(R"json(, "fused_attention": false)json") >= fused + 8LL * 4 * 32 * 2048 * 2048);
  CHECK_THAT(fault_in("model,hidden,layers,heads,vocabulary,device,gpus,global_batch,"
                      "measured_step_s\nx,1073741824,8,32,51200,h100,8,32,1\n"),
             Catch::Contains("line 2, column hidden: expected a whole number in 1..1048576"));
}

TEST_CASE("what newer frameworks allow beside ours is taken as the nearest that runs") {
  // 5 micro-batches over 4 stages do not interleave here; dp may be counted beside ep.
  const json rows = rows_of(std::string(kShort) +
                            "llama3-70b,h100,16,bf16,5,1,8192,4,4,5,,\n"
                            "llama3-70b,h100,16,bf16,5,1,8192,4,4,1,,\n");
  CHECK(rows[0]["ours_step_s"] == rows[1]["ours_step_s"]);
  const std::string header = "model,device,gpus,global_batch,seq,ep,dp,measured_step_s\n";
  const json experts = rows_of(header + "mixtral-8x7b,h100,16,16,4096,8,16,\n" +
                               "mixtral-8x7b,h100,16,16,4096,8,2,\n");
  CHECK(experts[0]["ours_step_s"] == experts[1]["ours_step_s"]);
}

TEST_CASE("a table says whose software its steps have, or which release") {
  const std::string header =
      "model,device,gpus,precision,global_batch,micro_batch,seq,tp,pp,ep,release,measured_step_s\n";
  const std::string step = "qwen3-30b-a3b,gb200,8,mxfp8,512,4,4096,1,1,8,";
  const json rows = rows_of(header + step + ",1\n" + step + "26.04,1\n" + step + "26.04.01,1\n" +
                            step + "26.07,1\n" + step + "megatron-26.06,1\n" + step + "v5.1,1\n");
  const auto seconds = [&](std::size_t row) { return rows[row]["ours_step_s"].get<double>(); };
  CHECK(rows[0]["generation"] == "");
  CHECK(rows[1]["generation"] == "megatron-26.04");
  CHECK(seconds(1) == seconds(2));
  CHECK(rows[3]["generation"] == "megatron-26.06");  // the newest that is no later
  CHECK(seconds(3) == seconds(4));
  CHECK(seconds(3) < seconds(1));          // exchanges beside computations, whole steps captured
  CHECK(rows[5]["generation"] == "v5.1");  // of which nothing is known
  CHECK(seconds(5) == seconds(0));
  const std::string strict = "model,device,gpus,global_batch,software,measured_step_s\n";
  CHECK_THAT(fault_in(strict + "llama3-8b,h100,8,32,megatron-26.6,1\n"),
             Catch::Contains("line 2, column software") && Catch::Contains("megatron-26.06"));
}

TEST_CASE("Megatron-Bridge's own columns are read, and tokens a second are a step's time") {
  const json ours = rows_of(
      "model,device,gpus,precision,global_batch,micro_batch,seq,tp,pp,zero,measured_step_s\n"
      "llama3-70b,H100,64,fp8,256,1,8192,4,8,,20\n"
      "llama3-70b,GB200,64,fp8,256,2,8192,1,1,3,8\n");
  const json theirs = rows_of(
      "model,system,gpus,precision,gbs,mbs,seq,fsdp,tp,pp,cp,vp,ep,tokens_per_s_per_gpu\n"
      "LLAMA3_70B,DGX-H100,64,FP8,256,1,8192,0,4,8,1,n/a,n/a,1638.4\n"
      "LLAMA3_70B,DGX-GB200,64,FP8,256,2,8192,64,1,1,1,n/a,n/a,4096\n");
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    CHECK(theirs[i]["ours_step_s"] == ours[i]["ours_step_s"]);
    CHECK(theirs[i]["measured_step_s"].get<double>() ==
          Approx(ours[i]["measured_step_s"].get<double>()));
  }
}

TEST_CASE("steps are summed up by model, device, type, software and class") {
  const Folder folder;
  folder.file("steps.csv",
              "model,device,gpus,precision,global_batch,micro_batch,seq,tp,pp,software,"
              "measured_step_s\n"
              "llama3-8b,h100,8,bf16,32,1,8192,1,1,,1\n"
              "llama3-8b,h100,8,fp8,32,1,8192,1,1,megatron-26.02,1\n"
              "mixtral-8x7b,b200,8,bf16,32,1,4096,1,1,,1\n");
  const Answer answer =
      run_program({"validate", "training", "--data", "steps.csv", "--summary", "--json"}, folder);
  REQUIRE(answer.exit_code == 0);
  std::map<std::string, int> rows;
  const json all = json::parse(answer.out).at("rows");
  for (const json& row : all) {
    if (row["row_kind"] == "summary") {
      CHECK(row["rows"] == 3);
      continue;
    }
    REQUIRE(row["row_kind"] == "training_group");
    rows[row["by"].get<std::string>() + " " + row["name"].get<std::string>()] = row["rows"];
  }
  CHECK(rows["model llama3-8b"] == 2);
  CHECK(rows["device b200"] == 1);
  CHECK(rows["type bf16"] == 2);
  CHECK(rows["generation megatron-26.02"] == 1);
  CHECK(rows["generation not said"] == 2);
  CHECK(rows["class experts b200 bf16"] == 1);
  CHECK(rows["class dense h100 fp8"] == 1);
}

TEST_CASE("the laws of a step add up to it, and one of them is nearest to the difference") {
  const Folder folder;
  folder.file("steps.csv", std::string(kShort) + "mixtral-8x7b,h100,8,bf16,64,1,4096,1,1,,8,9\n");
  const Answer answer =
      run_program({"validate", "training", "--data", "steps.csv", "--why", "--json"}, folder);
  REQUIRE(answer.exit_code == 0);
  double sum = 0;
  double ours = 0;
  int nearest = 0;
  const json all = json::parse(answer.out).at("rows");
  for (const json& row : all) {
    if (row["row_kind"] == "training_step") ours = row["ours_step_s"];
    if (row["row_kind"] != "training_why") continue;
    sum += row["ours_s"].get<double>();
    nearest += row["nearest"] == true ? 1 : 0;
    CHECK(row["difference_s"].get<double>() == Approx(ours - 9));
    if (row.contains("factor")) {
      const double changed = row["ours_s"].get<double>() * (row["factor"].get<double>() - 1);
      CHECK(changed == Approx(9 - ours).epsilon(1e-6));
    }
  }
  CHECK(sum == Approx(ours).epsilon(1e-6));
  CHECK(nearest == 1);
}
