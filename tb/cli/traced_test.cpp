// SPDX-License-Identifier: Apache-2.0
// Imported jobs in train and simulate.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"
#include "support/source_tree.hpp"

using namespace jacquard;
using nlohmann::json;
using tb::Words;

namespace {

// 2^30 B/s without latency, and memory that takes next to no time.
const char* const kSlow = R"json({
  "network": {"topology": "Ring(2)", "bandwidth": "1 GiB/s", "latency": "0 ns"},
  "npu": {"peak": "1 PFLOP/s", "memory_bandwidth": "1000000 TB/s"}, "algorithm": ["ring"]})json";

void import(const tb::Folder& folder, const std::string& out) {
  const tb::Answer answer =
      tb::run_program({"trace", "import", tb::in_source_tree("configs/traces/kineto/rank0.json"),
                       tb::in_source_tree("configs/traces/kineto/rank1.json"), "--out", out},
                      folder);
  CAPTURE(answer.err);
  REQUIRE(answer.exit_code == 0);
}

json rows_of(const Words& words, const tb::Folder& folder) {
  const tb::Answer answer = tb::run_program(tb::with(words, {"--json"}), folder);
  CAPTURE(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out).at("rows");
}

double micros(const json& row, const char* key) { return row.at(key).get<double>() * 1e-6; }

}  // namespace

TEST_CASE(
    "ladder runs an imported job on each engine as train does; a plan and a search say why not") {
  const tb::Folder folder;
  import(folder, "job.json");
  const json rungs = rows_of({"ladder", "job.json", "--system", kSlow}, folder);
  REQUIRE(rungs.size() > 4);
  int run = 0;
  for (const json& rung : rungs) {
    const std::string detail = rung.at("detail"), scheduler = rung.at("scheduler");
    INFO(rung.dump());
    const bool decides = detail == "stack" || scheduler == "rtl";
    CHECK(rung.at("time_ps").is_null() == (rung.at("refused") != ""));
    if (decides) CHECK(rung.at("time_ps").is_null());
    if (rung.at("time_ps").is_null()) continue;
    ++run;
    const std::string hbm = rung.at("hbm"), engine = rung.at("engine");
    Words train = {"train", "job.json", "--system", kSlow, "--engine", engine};
    if (!detail.empty()) train.insert(train.end(), {"--detail", "links"});  // a ring has no switch
    if (!hbm.empty()) train.insert(train.end(), {"--hbm", hbm});
    CHECK(rung.at("time_ps") == rows_of(train, folder).at(0).at("time_ps"));
  }
  CHECK(run >= 4);
  CHECK_THAT(tb::mistake({"ladder", "job.json", "--system", kSlow, "--engine", "event"}, folder),
             Catch::Contains("--engine: expected none on a ladder"));
  for (const char* verb : {"plan", "search"}) {
    CHECK_THAT(tb::mistake({verb, "job.json"}, folder),
               Catch::Contains("job.json: expected a model") &&
                   Catch::Contains("found traces, which say what it did in one layout") &&
                   Catch::Contains("train JOB --sweep system="));
  }
}

TEST_CASE("train runs an imported job\\, and compares it with the recording") {
  const tb::Folder folder;
  import(folder, "job.json");
  const json row =
      rows_of({"train", "job.json", "--system", kSlow, "--engine", "event", "--out", "run"}, folder)
          .at(0);
  CHECK(row.at("row_kind") == "traced");
  CHECK(row.at("recorded_ps") == 244'000'000);
  // As in trace_import_test.cpp: the first all-reduce begins at 120 us.
  const double end = 120 + 7812.5 + 3906.25 + 22;
  CHECK(micros(row, "time_ps") == Approx(end).margin(0.1));
  CHECK(row.at("difference").get<double>() == Approx(end / 244 - 1).margin(1e-3));
  // Rank 0 computes 204 us and has nothing to compute from 190 us on until 2 us before the last 20;
  // rank 1 10 more, from 200 us on. The host's waits, 2 us each, are neither.
  CHECK(micros(row, "compute_ps") == Approx((204 + 214) / 2.0));
  CHECK(micros(row, "exposed_comm_ps") == Approx(end - 22 - (190 + 200) / 2.0).margin(0.1));
  CHECK(micros(row, "idle_ps") == Approx(8).margin(0.02));
  for (const char* file : {"train.json", "timeline.json", "job.svg"}) {
    CHECK(std::filesystem::exists(folder.path("run/" + std::string(file))));
  }
  const std::string picture = base::read_file(folder.path("run/job.svg"));
  CHECK_THAT(picture, Catch::Contains("rank 0, recorded") && Catch::Contains("rank 1, links"));
}

TEST_CASE("An imported job is its file\\, its folder or its PREFIX\\, and takes what astra says") {
  const tb::Folder folder;
  import(folder, "job");
  const json rows = rows_of({"train", "job", "--system", kSlow}, folder);
  for (const char* word : {"job/job.json", "job/job"}) {
    CHECK(rows_of({"train", word, "--system", kSlow}, folder) == rows);
  }
  base::write_file(folder.path("network.yml"),
                   "topology: [ Ring ]\nnpus_count: [ 2 ]\nbandwidth: [ 1.0 ]\nlatency: [ 0.0 ]\n");
  const json astra =
      rows_of({"astra", "--workload-configuration=job/job",
               "--system-configuration=job/system.json", "--network-configuration=network.yml",
               "--comm-group-configuration=job/groups.json", "--mode", "faithful"},
              folder);
  CHECK(micros(rows.at(0), "time_ps") == Approx(micros(astra.at(0), "time_ps")).margin(1e-3));
}

TEST_CASE("simulate runs an imported job on four fabrics\\, and draws them beside the recording") {
  const tb::Folder folder;
  import(folder, "job");
  const json rows = rows_of({"simulate", "job", "--system", "2xh100", "--out", "four"}, folder);
  REQUIRE(rows.size() == 4);
  std::vector<std::string> names;
  for (const json& row : rows) names.push_back(row.at("fabric"));
  CHECK(names == std::vector<std::string>{"ideal", "links", "packet", "circuit"});
  // Two members never meet on links; headers and guards only add.
  CHECK(rows[0].at("time_ps") == rows[1].at("time_ps"));
  CHECK(rows[2].at("time_ps") >= rows[1].at("time_ps"));
  CHECK(rows[3].at("time_ps") >= rows[1].at("time_ps"));
  CHECK_THAT(base::read_file(folder.path("four/job.svg")),
             Catch::Contains("rank 1, circuit") && Catch::Contains("rank 0, recorded"));
  const json swept = rows_of(
      {"train", "job", "--sweep", "system=2xh100,2xa100,2xb200,2xmi300x", "--engine", "event"},
      folder);
  REQUIRE(swept.size() == 4);
  for (const json& row : swept) CHECK(row.at("recorded_ps") == 244'000'000);
  CHECK(swept[1].at("time_ps") > swept[0].at("time_ps"));  // A100's links have half the rate
}

TEST_CASE("What an imported job has no use for is one line") {
  const tb::Folder folder;
  import(folder, "job");
  const auto fault = [&](const Words& more) {
    return tb::mistake(tb::with({"train", "job"}, more), folder);
  };
  CHECK_THAT(fault({}), Catch::Contains("--system: expected NPUs such as 8xh100"));
  CHECK_THAT(fault({"--system", "4xh100"}),
             Catch::Contains("job.2.et") && Catch::Contains("there are those of 2"));
  CHECK_THAT(
      fault({"--system", "1xh100"}),
      Catch::Contains("--system") && Catch::Contains("as many NPUs as job/job has ranks, 2"));
  for (const Words& more : {Words{"--batch", "8"}, {"--set", "layers=2"}, {"--parallel", "tp=2"}}) {
    CHECK_THAT(fault(tb::with({"--system", "2xh100"}, more)),
               Catch::Contains(more[1].rfind("layers", 0) == 0 ? "--set layers" : more[0]) &&
                   Catch::Contains("expected nothing, as traces say what is done"));
  }
  CHECK_THAT(fault({"--system", "2xh100", "--mode", "astra-aware"}),
             Catch::Contains("--mode: expected faithful for traces"));
  CHECK_THAT(tb::mistake({"simulate", "job", "--system", "2xh100", "--fabrics", "circits"}, folder),
             Catch::Contains("did you mean 'circuit'"));
  CHECK_THAT(tb::mistake({"simulate", "job", "--system", "2xh100", "--seeds", "2"}, folder),
             Catch::Contains("traces say what is sent"));
  CHECK_THAT(fault({"--system", "2xh100", "--set", "detail=circuit"}),
             Catch::Contains("--set detail: expected --engine cycle beside it"));
  CHECK_THAT(
      tb::mistake({"simulate", "job", "--system", "2xh100", "--set", "detail=links"}, folder),
      Catch::Contains("--set detail: expected nothing beside --fabrics"));
  folder.file("mine.json", R"({"traces": "job/job", "batch": 4})");
  CHECK_THAT(tb::mistake({"train", "mine.json", "--system", "2xh100"}, folder),
             Catch::Contains("mine.json#/batch: expected nothing"));
  folder.file("mine.json", R"({"traces": 4})");
  CHECK_THAT(tb::mistake({"train", "mine.json", "--system", "2xh100"}, folder),
             Catch::Contains("mine.json#/traces: expected a path, found 4"));
}
