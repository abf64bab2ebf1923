// SPDX-License-Identifier: Apache-2.0
// `jacquard serve` where nothing but a model and NPUs is named: load against latency.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
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

// Short requests, so that runs are.
const Words kAsk = {"serve",          "llama3-8b", "--system",        "1xh100",
                    "--input-tokens", "500",       "--output-tokens", "50"};
const Words kLimits = {"--slo", "ttft=500 ms,tpot=20 ms,p=0.95"};

json rows_in(const Words& words, const Folder& folder, const std::string& kind) {
  const Answer answer = run_program(with(words, {"--json"}), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  json rows = json::array();
  const json result = json::parse(answer.out);
  for (const json& row : result.at("rows")) {
    if (row.at("row_kind") == kind) rows.push_back(row);
  }
  return rows;
}

json rows_of(const Words& words, const std::string& kind) { return rows_in(words, Folder(), kind); }

double figure(const json& row, const char* key) { return row.at(key).get<double>(); }

std::string first_line(const Words& words) {
  const Answer answer = run_program(words, Folder());
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return answer.out.substr(0, answer.out.find('\n'));
}

std::string mistake(const Words& words) { return tb::mistake(with(kAsk, words), Folder()); }

}  // namespace

TEST_CASE("a model and NPUs alone are answered with a rate that keeps limits, and no higher one") {
  const json found = rows_of(with(kAsk, kLimits), "capacity").at(0);
  const double rate = figure(found, "max_rate_per_s");
  const auto share = [&](double at, int requests) {
    return figure(rows_of(with(with(kAsk, kLimits), {"--rate", std::to_string(at) + " /s",
                                                     "--requests-count", std::to_string(requests)}),
                          "traffic")
                      .at(0),
                  "good_share");
  };
  const int requests = std::max(2000, static_cast<int>(60 * rate));
  CHECK(share(rate * 0.98, 2 * requests) >= 0.95);
  CHECK(share(rate * 1.05, 2 * requests) < 0.95);
}

TEST_CASE("twice as many requests move the largest rate by less than 5 %") {
  const json found = rows_of(kAsk, "capacity").at(0);
  CHECK(found.at("slo_assumed") == true);
  CHECK(found.at("slo") == "ttft=2 s,tpot=50 ms");
  const double rate = figure(found, "max_rate_per_s");
  const int requests = std::max(2000, static_cast<int>(60 * rate));
  const json more =
      rows_of(with(kAsk, {"--requests-count", std::to_string(2 * requests)}), "capacity").at(0);
  CHECK(figure(more, "max_rate_per_s") == Approx(rate).epsilon(0.05));
}

// Little's law where the queue is steady; a queue that is always full serves at the knee.
TEST_CASE("the knee is what a queue that is always full serves, and the rows lie around it") {
  const json knee = rows_of(kAsk, "capacity").at(0).at("knee_per_s");
  const json full =
      rows_of(with(kAsk, {"--batch", "256", "--policy", "continuous"}), "batch").at(0);
  CHECK(knee.get<double>() == Approx(figure(full, "tokens_per_s") / 50).epsilon(0.1));
  const json rows = rows_of(kAsk, "load");
  REQUIRE(rows.size() >= 8);
  double last = 0;
  for (const json& row : rows) {
    CHECK(figure(row, "rate_per_s") > last);
    last = figure(row, "rate_per_s");
    CHECK(row.at("queue_grows") == (last > knee.get<double>()));
    CHECK(row.at("kept") == (figure(row, "good_share") >= 0.9));
    CHECK(figure(row, "ttft_p50_ps") <= figure(row, "ttft_p95_ps"));
  }
  CHECK(figure(rows.front(), "ttft_p95_ps") < figure(rows.back(), "ttft_p95_ps"));
  CHECK(last > knee.get<double>());
}

TEST_CASE("limits that no rate keeps are said to be so, with what a request takes alone") {
  const Words ask = with(kAsk, {"--slo", "ttft=1 us"});
  CHECK_THAT(first_line(ask), Contains("at no rate: a request alone takes"));
  const json found = rows_of(ask, "capacity").at(0);
  CHECK(found.at("max_rate_per_s").is_null());
  const json alone =
      rows_of(with(kAsk, {"--clients", "1", "--requests-count", "1"}), "traffic").at(0);
  CHECK(found.at("ttft_p95_ps") == alone.at("ttft_p95_ps"));
  CHECK(rows_of(ask, "load").size() >= 8);
}

TEST_CASE("every answer of serve begins with a sentence that answers") {
  CHECK_THAT(first_line(kAsk), Contains("llama3-8b on 1xh100 as 1xtp1 serves ") &&
                                   Contains("TTFT <= 2 s and TPOT <= 50 ms for 90 % of requests"));
  CHECK_THAT(first_line(with(kAsk, {"--batch", "4"})),
             Contains("A batch of 4 requests of llama3-8b on 1xh100 makes "));
  CHECK_THAT(first_line(with(kAsk, {"--batch", "4", "--policy", "continuous"})),
             Contains("queue always full"));
  CHECK_THAT(first_line(with(kAsk, {"--sweep", "batch=1,8"})),
             Contains("Of 2 cases, 1xh100 with") && Contains("batch 8 makes most"));
  CHECK_THAT(first_line(with(kAsk, {"--rate", "5 /s", "--requests-count", "20"})),
             Contains("of these requests a second"));
  CHECK_THAT(first_line(with(with(kAsk, kLimits), {"--find", "max-rate"})),
             Contains("serves ") && Contains("TTFT <= 500 ms"));
  CHECK_THAT(first_line(with(with(kAsk, kLimits),
                             {"--find", "gpus", "--rate", "20 /s", "--requests-count", "100"})),
             Contains("llama3-8b needs "));
  CHECK_THAT(first_line({"serve", "llama3-8b", "--compare", "1xh100", "1xh200", "--batch", "4"}),
             Contains("1xh200 makes ") && Contains("times the tokens/s of 1xh100"));
}

TEST_CASE("the default and --find max-rate give one rate") {
  const json found = rows_of(with(kAsk, kLimits), "capacity").at(0);
  const json again = rows_of(with(with(kAsk, kLimits), {"--find", "max-rate"}), "found").at(0);
  CHECK(found.at("max_rate_per_s") == again.at("max_rate_per_s"));
}

TEST_CASE("the pictures of a load stand in the folder, unless no report is asked for") {
  const Folder folder;
  rows_in(with(kAsk, {"--out", "o"}), folder, "load");
  CHECK_THAT(base::read_file(folder.path("o/load.svg")),
             Contains("TTFT limit") && Contains("TPOT P95") && Contains("knee"));
  CHECK_THAT(base::read_file(folder.path("o/serve.html")), Contains("<h2>Latency by load</h2>"));
  rows_in(with(kAsk, {"--out", "n", "--no-report"}), folder, "load");
  CHECK(std::filesystem::exists(folder.path("n/serve.json")));
  CHECK(!std::filesystem::exists(folder.path("n/load.svg")));
  CHECK(!std::filesystem::exists(folder.path("n/serve.html")));
}

TEST_CASE("a sweep over the batch is of batches, over anything else of loads") {
  CHECK(rows_of(with(kAsk, {"--sweep", "batch=1,8"}), "batch").size() == 2);
  CHECK(rows_of(with(kAsk, {"--batch", "8", "--sweep", "osl=10,20"}), "batch").size() == 2);
  CHECK(rows_of(with(kAsk, {"--sweep", "system=1xh100,1xh200"}), "capacity").size() == 2);
}

TEST_CASE("words that were other options name those of today") {
  CHECK_THAT(mistake({"--batch", "1,8"}), Contains("--sweep batch=1,8"));
  CHECK_THAT(mistake({"--in", "512"}), Contains("did you mean '--input-tokens'"));
  CHECK_THAT(mistake({"--answer", "8"}), Contains("did you mean '--output-tokens'"));
  CHECK_THAT(mistake({"--out", "128"}), Contains("did you mean '--output-tokens 128'"));
  const Folder folder;
  std::filesystem::create_directory(folder.path("128"));
  rows_in(with(kAsk, {"--batch", "1", "--out", "128"}), folder, "batch");
  CHECK(std::filesystem::exists(folder.path("128/serve.json")));
  CHECK(rows_of({"serve", "llama3-8b", "--system", "1xh100", "--isl", "500", "--osl", "50",
                 "--batch", "4"},
                "batch") == rows_of(with(kAsk, {"--batch", "4"}), "batch"));
}

TEST_CASE("a plain batch does not say whether it is on a front") {
  CHECK(!rows_of(with(kAsk, {"--batch", "4"}), "batch").at(0).contains("pareto"));
  CHECK(rows_of(with(kAsk, {"--batch", "4", "--pareto"}), "batch").at(0).at("pareto") == true);
}

TEST_CASE("an encoder is not served, as it makes no tokens") {
  const std::string said = tb::mistake({"serve", "vit-base", "--system", "8xh200"}, Folder());
  CHECK_THAT(said, Contains("MODEL") && Contains("no vocabulary"));
}
