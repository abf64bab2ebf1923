// SPDX-License-Identifier: Apache-2.0
// `jacquard plan` of a transformer, by knobs, as a user runs it.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"
#include "support/program.hpp"

using namespace jacquard;
using Catch::Contains;
using nlohmann::json;
using tb::Answer;
using tb::Folder;
using tb::mistake;
using tb::run_program;
using tb::with;
using tb::Words;

namespace {

const Words kLlama = {"plan", "llama3-8b", "--system", "dgx_h100_8", "--batch", "32"};

}  // namespace

TEST_CASE("A transformer of configs/models is planned by knobs, alike for any number of threads") {
  const Folder folder;
  const Words words = with(kLlama, {"--top", "3", "--json", "--out", "plan"});
  const Answer one = run_program(with(words, {"--threads", "1"}), folder);
  REQUIRE(one.exit_code == 0);
  const Answer two = run_program(with(words, {"--threads", "3"}), folder);
  CHECK(one.out == two.out);
  const json rows = json::parse(one.out).at("rows");
  CHECK(rows[0].at("row_kind") == "knobs_space");
  CHECK(rows[0].at("counted") == rows[0].at("settings"));
  CHECK(rows[1].at("rank") == 1);
  // What train answers for the same knobs.
  const Answer train =
      run_program({"train", "llama3-8b", "--system", "dgx_h100_8", "--batch", "32", "--engine",
                   "analytic", "--parallel", rows[1].at("parallel").get<std::string>(), "--json"},
                  folder);
  CHECK(json::parse(train.out).at("rows")[0].at("time_ps") == rows[1].at("time_ps"));
}

TEST_CASE("A plan by knobs writes its front as CSV and a page that needs nothing else") {
  const Folder folder;
  const Answer answer = run_program(
      with(kLlama, {"--top", "3", "--pareto", "memory,throughput", "--out", "plan"}), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  const std::string page = base::read_file(folder.path("plan/plan.html"));
  for (const char* part : {"The front", "Its pipeline", "pretrain_gpt.py", "<svg"}) {
    CHECK_THAT(page, Contains(part));
  }
  CHECK_THAT(page, !Contains("nan"));
  CHECK_THAT(base::read_file(folder.path("plan/front.csv")), Contains("dp="));
}

TEST_CASE("Options of plans by layers beside knobs are refused by name, and the other way") {
  const Folder folder;
  const Words knobs = with(kLlama, {"--by", "knobs"});
  CHECK_THAT(mistake(with(knobs, {"--mode", "paper"}), folder), Contains("--mode"));
  CHECK_THAT(mistake(with(knobs, {"--freeze", "emb"}), folder), Contains("--freeze"));
  CHECK_THAT(mistake(with(knobs, {"--task", "inference"}), folder), Contains("--task"));
  CHECK_THAT(mistake(with(kLlama, {"--strategy", "tp=3"}), folder), Contains("--strategy, tp"));
  CHECK_THAT(mistake(with(kLlama, {"--fewest", "--deadline", "9 days", "--sensitivity"}), folder),
             Contains("--sensitivity"));
  CHECK_THAT(mistake(with(kLlama, {"--deadline", "9 days"}), folder),
             Contains("--fewest beside it"));
  CHECK_THAT(mistake(with(kLlama, {"--within", "fold=tp"}), folder), Contains("no experts"));
  CHECK_THAT(mistake(with(kLlama, {"--by", "both"}), folder), Contains("--by"));
  CHECK_THAT(mistake({"plan", "dlrm-a", "--system", "zionex-128", "--within", "tp=2"}, folder),
             Contains("--within"));
  CHECK_THAT(mistake({"plan", "llama3-8b", "--batch", "32"}, folder), Contains("--system"));
}
