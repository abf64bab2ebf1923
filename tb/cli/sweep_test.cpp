// SPDX-License-Identifier: Apache-2.0
// --sweep and --csv, of any verb.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"

using namespace jacquard;
using nlohmann::json;
using tb::Answer;
using tb::Folder;
using tb::Words;

namespace {

json rows_of(const Words& words, const Folder& folder) {
  const Answer answer = tb::run_program(tb::with(words, {"--json", "--quiet"}), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out)["rows"];
}

const Words kSchedule = {"schedule", "--demand",    "moe:8",  "--scheduler",
                         "exact",    "--no-timing", "--bits", "8"};

}  // namespace

TEST_CASE("A sweep has the rows of the command for each value, one after another") {
  const Folder folder;
  const json swept = rows_of(tb::with(kSchedule, {"--sweep", "guard=10 ns,1 us"}), folder);
  REQUIRE(swept.size() == 2);
  std::size_t k = 0;
  for (const char* guard : {"10 ns", "1 us"}) {
    json alone = rows_of(tb::with(kSchedule, {"--guard", guard}), folder)[0];
    alone["sweep_point"] = std::string("guard=") + guard;
    CHECK(swept[k++] == alone);
  }
}

TEST_CASE("Several sweeps have all combinations, the first key varying slowest") {
  const Folder folder;
  const json rows = rows_of(
      tb::with(kSchedule, {"--sweep", "demand=moe:4,moe:6", "--sweep", "seed=1,2"}), folder);
  std::vector<std::string> points;
  for (const json& row : rows) points.push_back(row["sweep_point"]);
  CHECK(points == std::vector<std::string>{"demand=moe:4; seed=1", "demand=moe:4; seed=2",
                                           "demand=moe:6; seed=1", "demand=moe:6; seed=2"});
  CHECK(rows[3]["ports"] == 6);
}

TEST_CASE("A key that is no option is given by --set") {
  const Folder folder;
  const json rows = rows_of(
      {"simulate", "moe_alltoall", "--set", "traffic.demands=moe:16", "--no-report", "--no-timing",
       "--fabrics", "circuit", "--sweep", "seed=1,2", "--sweep", "traffic.count=1,2"},
      folder);
  std::vector<std::string> points;
  for (const json& row : rows) {
    points.push_back(row["sweep_point"]);
    const bool one_matrix = row["completion_min_ps"] == row["completion_max_ps"];
    CHECK(one_matrix == (points.size() % 2 == 1));
  }
  CHECK(points == std::vector<std::string>{"seed=1; traffic.count=1", "seed=1; traffic.count=2",
                                           "seed=2; traffic.count=1", "seed=2; traffic.count=2"});
}

TEST_CASE("A sweep of a simulation is its experiment's own, so what does not change is run once") {
  const Folder folder;
  const Words words = {"simulate", "moe_alltoall",    "--set",       "traffic.demands=moe:16",
                       "--set",    "traffic.count=1", "--no-report", "--no-timing"};
  const json rows = rows_of(
      tb::with(words, {"--fabrics", "circuit,pfc-only", "--sweep", "circuit.guard=10 ns,1 us"}),
      folder);
  REQUIRE(rows.size() == 4);
  CHECK(rows[0]["fabric"] == "circuit");
  CHECK(rows[0]["completion_mean_ps"] < rows[2]["completion_mean_ps"]);
  CHECK(rows[1]["completion_mean_ps"] == rows[3]["completion_mean_ps"]);
}

TEST_CASE("With --out a sweep is drawn, and each point writes to a folder of its own") {
  const Folder folder;
  rows_of(tb::with(kSchedule, {"--sweep", "guard=10 ns,1 us", "--out", "s"}), folder);
  const std::string picture = base::read_file(folder.path("s/sweep.svg"));
  CHECK(picture.find("Time to send everything against guard") != std::string::npos);
  CHECK(picture.find("time to send everything (ms)") != std::string::npos);
  CHECK(picture.find("guard: dead time while the crossbar changes its setting") != picture.npos);
  CHECK(base::read_file(folder.path("s/sweep.html")).find("</table>") == std::string::npos);
  CHECK(json::parse(base::read_file(folder.path("s/sweep.json")))["rows"].size() == 2);
  CHECK(!base::read_file(folder.path("s/guard-1_us/schedule.html")).empty());
}

TEST_CASE("Values that hold commas stand between semicolons") {
  const Folder folder;
  const Words train = {"train", "llama3-8b",   "--system", "dgx_h100_8", "--batch",
                       "8",     "--no-timing", "--engine", "analytic"};
  const std::vector<std::string> settings = {"tp=8,micro_batch=1", "dp=8,zero=3,micro_batch=1"};
  const auto steps = [](const json& rows) {
    json found = json::array();
    for (const json& row : rows) {
      if (row["row_kind"] == "step") found.push_back(row["time_ps"]);
    }
    return found;
  };
  json alone = json::array();
  for (const std::string& setting : settings) {
    alone.push_back(steps(rows_of(tb::with(train, {"--parallel", setting}), folder)).at(0));
  }
  CHECK(alone[0] != alone[1]);
  const auto sweep = [&](const std::string& text) {
    return steps(rows_of(tb::with(train, {"--sweep", "parallel=" + text}), folder));
  };
  CHECK(sweep(settings[0] + ";" + settings[1]) == alone);
  CHECK(sweep(settings[0] + "; " + settings[1] + ";") == alone);
  CHECK(sweep(settings[1] + ";") == json::array({alone[1]}));
}

TEST_CASE("A key whose values hold commas is swept by --set") {
  const Folder folder;
  const json rows =
      rows_of({"train", "llama3-8b", "--system", "dgx_h100_8x8", "--batch", "64", "--parallel",
               "dp=64,zero=3,micro_batch=1", "--engine", "analytic", "--no-timing", "--sweep",
               "system.network.bandwidth=450 GB/s,50 GB/s;"
               "450 GB/s,5 GB/s"},
              folder);
  std::vector<double> times, bandwidths;
  for (const json& row : rows) {
    if (row["row_kind"] == "step") times.push_back(row["time_ps"]);
    if (row["row_kind"] == "dimension") bandwidths.push_back(row["bandwidth_bytes_per_s"]);
  }
  REQUIRE(times.size() == 2);
  CHECK(times[0] < times[1]);
  REQUIRE(bandwidths.size() == 4);
  CHECK(bandwidths[1] == 10 * bandwidths[3]);
}

TEST_CASE("Every option of traffic can be swept, whether it stands on the line or not") {
  const Folder folder;
  const Words serve = {"serve", "llama3-8b",       "--system", "1xh100",      "--input-tokens",
                       "128",   "--output-tokens", "16",       "--no-timing", "--threads",
                       "1"};
  const auto points = [&](const Words& more, const std::string& key) {
    std::vector<double> values;
    for (const json& row : rows_of(tb::with(serve, more), folder)) {
      if (row.contains(key)) values.push_back(row[key]);
    }
    return values;
  };
  const Words few = {"--requests-count", "20"};
  CHECK(points(tb::with(few, {"--sweep", "rate=1 /s,2 /s"}), "requests").size() == 2);
  CHECK(points(tb::with(few, {"--sweep", "clients=1,2"}), "requests").size() == 2);
  const Words rate = {"--rate", "5 /s"};
  CHECK(points(tb::with(rate, {"--sweep", "requests-count=10,20"}), "requests") ==
        std::vector<double>{10, 20});
  CHECK(points(tb::with(rate, {"--sweep", "requests_count=10"}), "requests") ==
        std::vector<double>{10});
  for (const char* sweep : {"slo=ttft=2 s,tpot=50 ms;e2e=60 s", "arrivals=constant,gamma:2",
                            "shortest=0.5,1", "policy=continuous,prefill_first"}) {
    INFO(sweep);
    CHECK(points(tb::with(tb::with(rate, few), {"--sweep", sweep}), "requests").size() == 2);
  }
  CHECK(points({"--find", "max-rate", "--slo", "ttft=2 s", "--requests-count", "50", "--sweep",
                "system=1xh100,1xh200"},
               "max_rate_per_s")
            .size() == 2);
}

TEST_CASE("A word without dashes is swept by its name") {
  const Folder folder;
  const json rows = rows_of(
      {"train", "--sweep", "job=llama3.2-1b,llama3.2-3b", "--system", "dgx_h100_8", "--batch", "8",
       "--parallel", "tp=8,micro_batch=1", "--engine", "analytic", "--no-timing"},
      folder);
  std::vector<std::string> models;
  for (const json& row : rows) {
    if (row["row_kind"] == "step") models.push_back(row["sweep_point"]);
  }
  CHECK(models == std::vector<std::string>{"job=llama3.2-1b", "job=llama3.2-3b"});
}

TEST_CASE("Fabrics of an experiment are swept as the option names them") {
  const Folder folder;
  const json rows = rows_of(
      {"simulate", "moe_alltoall", "--set", "traffic.demands=moe:16", "--set", "traffic.count=1",
       "--no-report", "--no-timing", "--sweep", "fabrics=circuit,pfc-only"},
      folder);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["fabric"] == "circuit");
  CHECK(rows[1]["fabric"] == "pfc-only");
}

TEST_CASE("Commands below a verb are swept as verbs are") {
  const Folder folder;
  const Words run = {"gemm",       "run", "--algorithm", "meshslice",
                     "--dataflow", "os",  "--shape",     "4096x4096x4096"};
  const json rows =
      rows_of(tb::with(run, {"--sweep", "mesh=2x2,4x4", "--out", "s", "--no-timing"}), folder);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["time_ps"] > rows[1]["time_ps"]);
  const std::string picture = base::read_file(folder.path("s/sweep.svg"));
  CHECK(picture.find("Time of the product against mesh") != std::string::npos);
  CHECK_THAT(tb::mistake(tb::with(run, {"--sweep", "mash=2x2"}), folder),
             Catch::Contains("did you mean 'mesh'"));
}

TEST_CASE("The picture of a sweep has one line of the command's headline, not of rows beside it") {
  const Folder folder;
  rows_of({"train", "llama3-8b", "--system", "dgx_h100_8", "--parallel", "tp=8,micro_batch=1",
           "--engine", "analytic", "--no-timing", "--sweep", "batch=8,16", "--out", "t"},
          folder);
  const auto lines_of = [&](const std::string& file) {
    const std::string picture = base::read_file(folder.path(file));
    std::size_t lines = 0;
    for (auto at = picture.find("<polyline"); at != picture.npos;) {
      ++lines;
      at = picture.find("<polyline", at + 1);
    }
    return lines;
  };
  CHECK(lines_of("t/sweep.svg") == 1);
  rows_of({"serve", "llama3-8b", "--system", "1xh100", "--input-tokens", "64", "--no-timing",
           "--sweep", "tp=1", "--sweep", "batch=1,2,4", "--out", "s"},
          folder);
  CHECK(lines_of("s/sweep.svg") == 1);
  rows_of({"plan", "dlrm-a", "--system", "zionex-128", "--no-timing", "--sweep",
           "batch=32768,65536", "--out", "p"},
          folder);
  CHECK(lines_of("p/sweep.svg") == 1);
}

TEST_CASE("A sweep that cannot be is refused in one line") {
  const Folder folder;
  const auto why = [&](const Words& more) {
    return tb::mistake(tb::with(kSchedule, more), folder);
  };
  CHECK_THAT(why({"--sweep", "guard"}), Catch::Contains("a key and its values"));
  CHECK_THAT(why({"--sweep", "guard=1 us,,2 us"}), Catch::Contains("a value between commas"));
  CHECK_THAT(why({"--sweep", "guard=1"}), Catch::Contains("--guard"));
  CHECK_THAT(why({"--sweep", "guart=1 us"}), Catch::Contains("did you mean 'guard'"));
  CHECK_THAT(why({"--sweep", "guard=1 us", "--sweep", "guard=2 us"}),
             Catch::Contains("each key once"));
  CHECK_THAT(tb::mistake({"synth", "--core", "wwfa", "--sweep", "nothing=1,2"}, folder),
             Catch::Contains("an option of synth"));
  CHECK_THAT(why({"--sweep", "guard=1 us;;2 us"}), Catch::Contains("between semicolons"));
  CHECK_THAT(why({"--sweep", "guard=;"}), Catch::Contains("a value between"));
  CHECK_THAT(why({"--sweep", "set=a=1"}), Catch::Contains("keys of --set"));
}

TEST_CASE("The table of --csv has the figures of --json, a column for each key") {
  const Folder folder;
  const Words words = {"schedule",    "--demand",     "moe:8",
                       "--scheduler", "exact,ladder", "--no-timing"};
  const json rows = rows_of(words, folder);
  std::istringstream csv(tb::run_program(tb::with(words, {"--csv"}), folder).out);
  std::string line;
  std::getline(csv, line);
  std::string heading;
  for (const auto& item : rows[0].items()) heading += (heading.empty() ? "" : ",") + item.key();
  // nlohmann::json sorts keys; the table has them as the rows do.
  CHECK(line.size() == heading.size());
  CHECK(line.substr(0, 10) == "scheduler,");
  for (const json& row : rows) {
    REQUIRE(std::getline(csv, line));
    CHECK(line.substr(0, line.find(',')) == row["scheduler"].get<std::string>());
    CHECK(line.find(std::to_string(row["makespan_ps"].get<long long>())) != std::string::npos);
  }
  CHECK(!std::getline(csv, line));
  CHECK_THAT(tb::mistake(tb::with(kSchedule, {"--csv", "--json"}), folder),
             Catch::Contains("--csv"));
}
