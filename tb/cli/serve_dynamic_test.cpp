// SPDX-License-Identifier: Apache-2.0
// `jacquard serve` under traffic over time as a user runs it.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

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

const Words kModel = {"serve", "llama3-8b", "--system", "1xh100"};
const std::string kHeader = "id,input_tokens,output_tokens,arrival_s\n";

json rows_in(const Words& words, const Folder& folder) {
  const Answer answer = run_program(with(words, {"--json"}), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out).at("rows");
}

json rows_of(const Words& words) { return rows_in(words, Folder()); }

double figure(const json& row, const char* key) { return row.at(key).get<double>(); }

std::string refused_file(const std::string& text, const Words& more = {}) {
  const Folder kept;
  const Folder empty;
  base::write_file(kept.path("r.csv"), text);
  return tb::mistake(with(with(kModel, {"--requests", kept.path("r.csv")}), more), empty);
}

std::string refused(const Words& more) { return tb::mistake(with(kModel, more), Folder()); }

}  // namespace

TEST_CASE("recorded requests are answered with percentiles, and every token is counted") {
  const Folder folder;
  base::write_file(folder.path("r.csv"), kHeader + "0,100,10,0\n1,200,1,0.5\n2,300,30,0.5\n");
  const json rows = rows_in(with(kModel, {"--requests", "r.csv", "--policy", "continuous", "--slo",
                                          "ttft=3600 s,tpot=1 ps"}),
                            folder);
  REQUIRE(rows.size() == 1);
  const json& row = rows[0];
  CHECK(row.at("row_kind") == "traffic");
  CHECK(figure(row, "requests") == 3);
  CHECK(figure(row, "total_input_tokens") == 600);
  CHECK(figure(row, "total_output_tokens") == 41);
  for (const std::string word : {"ttft", "tpot", "e2e"}) {
    double last = 0;
    for (const std::string which : {"p50", "p90", "p95", "p99"}) {
      const double value = figure(row, (word + "_" + which + "_ps").c_str());
      CHECK(value >= last);
      last = value;
    }
    CHECK(figure(row, (word + "_mean_ps").c_str()) > 0);
  }
  // No GPU makes a token in a picosecond; the request of one token has no time per output token.
  CHECK(figure(row, "good_share") == Approx(1.0 / 3));
  CHECK(figure(row, "goodput_per_s") == Approx(figure(row, "requests_per_s") / 3));
  CHECK(figure(row, "preemptions") == 0);
  CHECK(figure(row, "most_kv_bytes") <= figure(row, "kv_capacity_bytes"));
}

TEST_CASE("a folder of output has requests that can be served again, a timeline and a page") {
  const Folder folder;
  const Words run = with(kModel, {"--rate", "20 /s", "--requests-count", "40", "--input-tokens",
                                  "200", "--output-tokens", "20"});
  const json drawn = rows_in(with(run, {"--out", "o", "--slo", "ttft=1 s"}), folder);
  const json again = rows_in(with(kModel, {"--requests", "o/requests.csv"}), folder);
  for (const char* key :
       {"ttft_mean_ps", "tpot_p99_ps", "time_ps", "steps", "total_output_tokens"}) {
    CHECK(drawn.at(0).at(key) == again.at(0).at(key));
  }
  const json timeline = json::parse(base::read_file(folder.path("o/timeline.json")));
  CHECK(timeline.at("otherData").at("requests") == 40);
  CHECK(timeline.at("otherData").at("steps") == drawn.at(0).at("steps"));
  std::int64_t steps = 0;
  std::int64_t begun = 0;
  std::int64_t ended = 0;
  std::int64_t prompt_tokens = 0;
  for (const json& event : timeline.at("traceEvents")) {
    const std::string kind = event.at("ph");
    if (kind == "X") {
      ++steps;
      prompt_tokens += event.at("args").at("prompt_tokens").get<std::int64_t>();
    }
    begun += kind == "b" ? 1 : 0;
    ended += kind == "e" ? 1 : 0;
  }
  CHECK(steps == drawn.at(0).at("steps").get<std::int64_t>());
  CHECK(prompt_tokens == 40 * 200);
  CHECK(begun == ended);
  const std::string page = base::read_file(folder.path("o/serve.html"));
  CHECK_THAT(page, Contains("Time to first token") && Contains("Cache in use") &&
                       Contains("requests keep the limits"));
  CHECK_THAT(page, !Contains("nan") && !Contains("inf,"));
}

TEST_CASE("clients that wait have their number of requests under way, by Little's law") {
  const json row =
      rows_of(with(kModel, {"--clients", "8", "--input-tokens", "300", "--output-tokens", "100"}))
          .at(0);
  CHECK(figure(row, "requests") == 80);
  CHECK(figure(row, "requests_per_s") * figure(row, "e2e_mean_ps") / 1e12 ==
        Approx(8).epsilon(0.02));
}

TEST_CASE("prompts and answers apart hand over the keys and values of every prompt") {
  const json row = rows_of(with(kModel, {"--rate", "20 /s", "--requests-count", "50",
                                         "--input-tokens", "400", "--output-tokens", "40",
                                         "--disaggregate", "prefill=1xtp1,decode=2xtp1"}))
                       .at(0);
  CHECK(figure(row, "npus") == 3);
  CHECK(row.at("layout") == "prefill=1xtp1,decode=2xtp1");
  CHECK(figure(row, "requests") == 50);
  CHECK(figure(row, "hand_overs") == 50);
  // 32 layers, 8 KV heads of 128, keys and values of two bytes: 131,072 B a token.
  CHECK(figure(row, "handed_over_bytes") == 50 * 400 * 131'072.0);
}

TEST_CASE("the largest rate keeps the limits, and a higher one does not") {
  const Words question = with(kModel, {"--input-tokens", "500", "--output-tokens", "50", "--slo",
                                       "ttft=500 ms,tpot=20 ms,p=0.9"});
  const json rows = rows_of(with(question, {"--find", "max-rate"}));
  REQUIRE(rows.size() == 2);
  const double rate = figure(rows[0], "max_rate_per_s");
  CHECK(figure(rows[1], "good_share") >= 0.9);
  const auto share = [&](double at) {
    const auto count = std::max(2000.0, std::ceil(at * 60));
    return figure(rows_of(with(question, {"--rate", std::to_string(at) + " /s", "--requests-count",
                                          std::to_string(static_cast<int>(count))}))
                      .at(0),
                  "good_share");
  };
  CHECK(share(rate) >= 0.9);
  CHECK(share(rate * 1.1) < 0.9);
}

TEST_CASE("the fewest NPUs are found as equals and as a split, with their ratio") {
  const json rows =
      rows_of(with({"serve", "llama3-8b", "--system", "8xh100"},
                   {"--rate", "60 /s", "--requests-count", "600", "--input-tokens", "1000",
                    "--output-tokens", "100", "--find", "gpus", "--slo", "ttft=1 s,tpot=15 ms"}));
  REQUIRE(rows.size() == 3);
  const json& found = rows[0];
  CHECK(found.at("found") == "gpus");
  CHECK(figure(found, "aggregated_npus") == figure(rows[1], "npus"));
  CHECK(figure(found, "disaggregated_npus") == figure(rows[2], "npus"));
  CHECK(figure(found, "disaggregated_ratio") ==
        Approx(figure(rows[2], "npus") / figure(rows[1], "npus")));
  CHECK(figure(rows[1], "good_share") >= 0.9);
  CHECK(figure(rows[2], "good_share") >= 0.9);
}

TEST_CASE("a search for the largest rate sweeps degrees, and names those that cannot be") {
  const Words search = {"serve",
                        "llama3-8b",
                        "--system",
                        "4xh100",
                        "--input-tokens",
                        "200",
                        "--output-tokens",
                        "20",
                        "--requests-count",
                        "200",
                        "--find",
                        "max-rate",
                        "--slo",
                        "ttft=500 ms,tpot=20 ms"};
  const json rows = rows_of(with(search, {"--sweep", "tp=1,3,4"}));
  std::vector<std::string> layouts;
  std::string why;
  for (const json& row : rows) {
    if (row.at("row_kind") == "traffic") layouts.push_back(row.at("layout"));
    if (row.at("row_kind") != "refused") continue;
    CHECK(row.at("sweep_point") == "tp=3");
    why = row.at("refused");
  }
  CHECK(layouts == std::vector<std::string>{"4xtp1", "1xtp4"});
  CHECK_THAT(why, Contains("32 query heads"));
  CHECK_THAT(tb::mistake(with(search, {"--sweep", "tp=3"}), Folder()), Contains("at tp=3"));
}

TEST_CASE(
    "a search for the largest rate tries layouts, experts' parts too, and draws what it tried") {
  const Folder folder;
  const json rows = rows_in({"serve", "qwen3-30b-a3b", "--system", "2xh200", "--input-tokens",
                             "200", "--output-tokens", "20", "--requests-count", "100", "--find",
                             "max-rate", "--slo", "ttft=1 s,tpot=50 ms", "--out", "o"},
                            folder);
  double best = 0;
  std::vector<std::string> layouts;
  for (const json& row : rows) {
    if (row.at("row_kind") != "layout") continue;
    layouts.push_back(row.at("layout"));
    CHECK(row.at("npus") == 2);
    if (!row.at("max_rate_per_s").is_null()) best = std::max(best, figure(row, "max_rate_per_s"));
  }
  for (const char* layout : {"2xtp1", "1xtp2", "1xtp2ep2", "1xtp1dp2ep2"}) {
    CHECK(std::count(layouts.begin(), layouts.end(), layout) == 1);
  }
  CHECK(figure(rows[0], "max_rate_per_s") == best);
  const std::string page = base::read_file(folder.path("o/find.html"));
  CHECK_THAT(page, Contains("largest rate within limits") && Contains("1xtp2ep2"));
  CHECK_THAT(base::read_file(folder.path("o/find.svg")), Contains("requests in the limits"));
}

TEST_CASE("a split takes no more NPUs than the system has") {
  const Words split = {"--rate", "1 /s",           "--requests-count",
                       "5",      "--disaggregate", "prefill=1xtp8,decode=1xtp8"};
  const auto on = [&](const Words& system) {
    return with(
        with({"serve", "llama3-8b", "--input-tokens", "100", "--output-tokens", "5"}, system),
        split);
  };
  CHECK_THAT(tb::mistake(on({"--system", "8xh100"}), Folder()),
             Contains("at most the 8 NPUs of --system") && Contains("--npus 16 would do"));
  CHECK(figure(rows_of(on({"--system", "h100"})).at(0), "npus") == 16);
  CHECK(figure(rows_of(on({"--system", "8xh100", "--npus", "16"})).at(0), "npus") == 16);
}

TEST_CASE("experts over more NPUs than a node has are served, each NPU attending by itself") {
  const json row =
      rows_of({"serve", "deepseek-v3", "--system", "72xh100", "--ep", "72", "--redundant-experts",
               "32", "--software", "sglang", "--clients", "144", "--requests-count", "144",
               "--input-tokens", "64", "--output-tokens", "8"})
          .at(0);
  CHECK(row.at("layout") == "1xtp1dp72ep72");
  CHECK(figure(row, "npus") == 72);
  CHECK_THAT(refused({"--redundant-experts", "2", "--rate", "1 /s"}), Contains("no experts"));
}

TEST_CASE("drafts shorten the time per token, and nothing is assumed of how many are right") {
  const Words serve = {"serve",          "deepseek-v3", "--system",         "8xh200",
                       "--clients",      "4",           "--requests-count", "8",
                       "--input-tokens", "500",         "--output-tokens",  "200"};
  const double plain = figure(rows_of(serve).at(0), "tpot_mean_ps");
  const double drafted =
      figure(rows_of(with(serve, {"--mtp", "1", "--acceptance", "0.8"})).at(0), "tpot_mean_ps");
  CHECK(drafted < plain / 1.3);
  CHECK(drafted > plain / 1.8);
  CHECK_THAT(refused({"--rate", "1 /s", "--mtp", "1"}), Contains("--acceptance beside it"));
  CHECK_THAT(refused({"--rate", "1 /s", "--acceptance", "0.5"}), Contains("--mtp beside it"));
}

TEST_CASE("equal seeds give equal traffic, and other seeds another") {
  const Words run = with(kModel, {"--rate", "5 /s", "--requests-count", "30"});
  CHECK(rows_of(run) == rows_of(with(run, {"--seed", "1"})));
  CHECK(rows_of(run) != rows_of(with(run, {"--seed", "2"})));
}

TEST_CASE("recorded requests that cannot be are refused by file, line and column") {
  CHECK_THAT(refused_file(kHeader + "0,100,10,0\n1,100,10,-1\n"),
             Contains("line 3, column arrival_s") && Contains("-1"));
  CHECK_THAT(refused_file(kHeader + "0,100,10,2\n1,100,10,1\n"),
             Contains("line 3, column arrival_s") && Contains("not before"));
  CHECK_THAT(refused_file(kHeader + "0,0,10,2\n"), Contains("line 2, column input_tokens"));
  CHECK_THAT(refused_file(kHeader + "0,10,0,2\n"), Contains("line 2, column output_tokens"));
  CHECK_THAT(refused_file(kHeader + "0,9000000,10,2\n"),
             Contains("line 2, column input_tokens") && Contains("which the cache holds"));
  CHECK_THAT(refused_file(kHeader + "0,100,10,2\n", {"--max-model-length", "100"}),
             Contains("line 2") && Contains("at most 100 tokens, as --max-model-length says"));
  CHECK_THAT(refused_file("id,inputs,output_tokens,arrival_s\n0,1,1,0\n"),
             Contains("input_tokens"));
  CHECK_THAT(refused_file(""), Contains("an empty file"));
}

TEST_CASE("options that traffic would not look at are refused") {
  CHECK_THAT(refused_file(kHeader + "0,100,10,0\n", {"--arrivals", "poisson"}),
             Contains("--arrivals") && Contains("nothing"));
  CHECK_THAT(refused_file(kHeader + "0,100,10,0\n", {"--output-tokens", "5"}),
             Contains("--output-tokens") && Contains("recorded requests have their lengths"));
  CHECK_THAT(refused({"--slo", "ttft=1 s", "--batch", "4"}),
             Contains("--batch") && Contains("traffic makes the batches"));
  CHECK_THAT(refused({"--rate", "1 /s", "--batch", "4"}), Contains("--batch"));
  CHECK_THAT(refused({"--clients", "4", "--rate", "1 /s"}), Contains("--rate"));
  CHECK_THAT(refused({"--find", "max-rate"}), Contains("--slo"));
  CHECK_THAT(refused({"--find", "max-rate", "--slo", "ttft=1 ms", "--quiet"}),
             Contains("looser limits"));
  CHECK_THAT(refused({"--rate", "0 /s"}), Contains("--rate"));
  CHECK_THAT(refused({"--clients", "0"}), Contains("--clients"));
  CHECK_THAT(refused({"--disaggregate", "prefill=1xtp1"}), Contains("--disaggregate"));
  CHECK_THAT(
      refused({"--rate", "1 /s", "--disaggregate", "prefill=1xtp1,decode=1xtp1", "--npus", "1"}),
      Contains("--npus 2 would do"));
  CHECK_THAT(refused({"--rate", "1 /s", "--slo", "ttft=1"}), Contains("the unit is missing"));
  for (const char* option : {"--turns", "--think", "--autoscale", "--shared-tokens"}) {
    CHECK_THAT(refused_file(kHeader + "0,100,10,0\n",
                            {"--profile", "p", "--serving-config", "c", option, "7"}),
               Contains(option) && Contains("a replay has its requests"));
  }
}
