// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/knobs/plan.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <sstream>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "support/folder.hpp"
#include "systemc/plan/knobs/front.hpp"
#include "unit/systemc/plan/knobs/problems.hpp"

using namespace jacquard;

namespace {

knobs::Options small_options() {
  knobs::Options o;
  o.model = tb::kSmallModel;
  o.system = tb::cluster("Switch(4) Switch(4)");
  o.system.back() = ',';
  o.system += "\"node\": 4}";
  o.batch = 32;
  o.memory_limit = "250 MB";
  o.top = 5;
  return o;
}

std::vector<report::Row> rows_of(const knobs::Options& o, const std::string& kind) {
  std::vector<report::Row> rows;
  const report::Result result = knobs::plan(o).result;
  for (const report::Row& row : result.rows()) {
    if (row.at("row_kind") == kind) rows.push_back(row);
  }
  return rows;
}

void check_refused(const knobs::Options& o, const std::string& word) {
  CAPTURE(word);
  try {
    knobs::plan(o);
    FAIL("nothing was refused");
  } catch (const base::ConfigError& error) {
    CHECK(std::string(error.what()).find(word) != std::string::npos);
  }
}

}  // namespace

TEST_CASE("A plan has a row for every setting, ranked or with the reason why not") {
  const knobs::Options o = small_options();
  const auto space = rows_of(o, "knobs_space").at(0);
  const auto rows = rows_of(o, "knobs");
  CHECK(rows.size() == space.at("settings").get<std::size_t>());
  CHECK(space.at("counted") == space.at("settings"));
  CHECK(space.at("refused").get<int>() + space.at("too_big").get<int>() +
            space.at("bounded").get<int>() + space.at("timed").get<int>() ==
        space.at("settings").get<int>());
  std::int64_t before = 0;
  for (int rank = 1; rank <= 5; ++rank) {
    const auto& row = rows.at(static_cast<std::size_t>(rank) - 1);
    CHECK(row.at("rank") == rank);
    CHECK(row.at("fits") == true);
    CHECK(row.at("refused") == "");
    CHECK(row.at("time_ps").get<std::int64_t>() >= before);
    before = row.at("time_ps").get<std::int64_t>();
    const double shares = row.at("compute_share").get<double>() +
                          row.at("exposed_share").get<double>() +
                          row.at("bubble_share").get<double>();
    CHECK(shares == Approx(1));
  }
}

TEST_CASE("A given setting is ranked among all") {
  knobs::Options o = small_options();
  o.top = 0;
  const auto all = rows_of(o, "knobs");
  const std::size_t k = 7;
  o.top = 2;
  o.strategy = all.at(k).at("parallel").get<std::string>();
  const auto space = rows_of(o, "knobs_space").at(0);
  const auto row = rows_of(o, "knobs").at(0);
  CHECK(row.at("time_ps") == all.at(k).at("time_ps"));
  std::int64_t faster = 0;
  for (const auto& other : all) {
    faster += other.contains("time_ps") && other.at("time_ps") < row.at("time_ps");
  }
  CHECK(space.at("rank_at_least") == faster + 1);
  CHECK(space.at("rank_at_most") == faster + 1);
}

TEST_CASE("The front is that of all settings timed") {
  knobs::Problem problem = tb::small_problem();
  knobs::Wanted some;
  some.best = 3;
  knobs::Found few = tb::found(problem, some);
  some.best = 0;
  knobs::Found all = tb::found(problem, some);
  const auto quiet = [](double, double, const char*) {};
  const auto front = knobs::front_of(problem, few, quiet);
  REQUIRE(front.size() > 2);
  std::vector<std::string> expected;
  for (const std::size_t i : all.order) {
    const knobs::Setting& s = all.settings[i];
    bool beaten = false;
    for (const std::size_t k : all.order) {
      const knobs::Setting& other = all.settings[k];
      const bool no_worse = other.memory.total() <= s.memory.total() && *other.time <= *s.time;
      const bool better = other.memory.total() < s.memory.total() || *other.time < *s.time;
      beaten = beaten || (no_worse && (better || k < i));
    }
    if (!beaten) expected.push_back(workload::text_of(s.parallel));
  }
  std::vector<std::string> texts;
  for (const std::size_t i : front) {
    texts.push_back(workload::text_of(few.settings[i].parallel));
  }
  std::sort(expected.begin(), expected.end());
  std::sort(texts.begin(), texts.end());
  CHECK(texts == expected);
}

TEST_CASE("The fewest devices that meet a deadline: one node fewer does not") {
  knobs::Options o = small_options();
  o.fewest = true;
  o.tokens = 1e9;
  o.top = 1;
  knobs::Options all = o;
  all.fewest = false;
  const double whole = rows_of(all, "knobs").at(0).at("days").get<double>();
  o.deadline = std::to_string(whole * 1.6) + " days";
  const auto rows = rows_of(o, "devices");
  REQUIRE(!rows.empty());
  const auto& last = rows.back();
  CHECK(last.at("meets") == true);
  const int npus = last.at("npus").get<int>();
  CHECK(npus % 4 == 0);
  CHECK(npus < 16);
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) CHECK(rows[i].at("meets") == false);
  CHECK_THAT(knobs::plan(o).sentence,
             Catch::StartsWith(std::to_string(npus) + " NPUs are the fewest that train ") &&
                 Catch::Contains(last.at("parallel").get<std::string>()));
  o.deadline = "1 s";
  CHECK_THAT(knobs::plan(o).sentence, Catch::StartsWith("No count of NPUs up to 16 trains "));
}

TEST_CASE("The launch line says each degree in Megatron-LM's words") {
  knobs::Options o = small_options();
  o.strategy = "tp=2,pp=2,dp=4,zero=1,micro_batch=2,schedule=interleaved,virtual=2,recompute=full";
  const auto launch = rows_of(o, "launch").at(0);
  const std::string line = launch.at("line").get<std::string>() + " ";
  for (const char* words :
       {"--nnodes 4 --nproc_per_node 4 ", "--tensor-model-parallel-size 2 ",
        "--pipeline-model-parallel-size 2 ", "--num-virtual-stages-per-pipeline-rank 2 ",
        "--context-parallel-size 1 ", "--sequence-parallel ", "--micro-batch-size 2 ",
        "--global-batch-size 32 ", "--seq-length 256 ", "--num-layers 8 ", "--hidden-size 512 ",
        "--ffn-hidden-size 2048 ", "--num-attention-heads 8 ", "--use-distributed-optimizer ",
        "--overlap-grad-reduce --overlap-param-gather ",
        "--recompute-granularity full --recompute-method uniform --recompute-num-layers 1 ",
        "--bf16 ", "--untie-embeddings-and-output-weights "}) {
    CAPTURE(words, line);
    CHECK(line.find(words) != std::string::npos);
  }
  CHECK(line.find("--swiglu") == std::string::npos);
  CHECK(launch.at("notes") == "");
}

TEST_CASE("What a plan by knobs cannot use is refused, each by its name") {
  const knobs::Options good = small_options();
  const auto with = [&good](auto change) {
    knobs::Options o = good;
    change(o);
    return o;
  };
  check_refused(with([](auto& o) { o.model = "gpt5"; }), "gpt5");
  check_refused(with([](auto& o) { o.system = "moon"; }), "moon");
  check_refused(with([](auto& o) { o.strategy = "tp=3"; }), "--strategy");
  check_refused(with([](auto& o) { o.strategy = "dp=8"; }), "16 NPUs");
  check_refused(with([](auto& o) { o.strategy = "dp=16,zero=7"; }), "zero");
  check_refused(with([](auto& o) { o.within = "tp=9999999999"; }), "--within");
  check_refused(with([](auto& o) { o.memory_limit = "40"; }), "--memory-limit");
  check_refused(with([](auto& o) { o.margin = -1; }), "--margin");
  check_refused(with([](auto& o) { o.margin = std::numeric_limits<double>::quiet_NaN(); }),
                "--margin");
  check_refused(with([](auto& o) { o.price = -2; }), "--price");
  check_refused(with([](auto& o) { o.tokens = 1e300; }), "--tokens");
  check_refused(with([](auto& o) { o.pareto = "beauty,wit"; }), "--pareto");
  check_refused(with([](auto& o) {
                  o.strategy = "dp=16";
                  o.pareto = "memory,throughput";
                }),
                "--pareto");
  const auto by = [&](const char* deadline) {
    return with([deadline](auto& o) {
      o.fewest = true;
      o.deadline = deadline;
    });
  };
  check_refused(by("soon"), "--deadline: expected a time");
  check_refused(by("-3 days"), "--deadline: expected a time");
  check_refused(by("3 days"), "--tokens");
  check_refused(with([](auto& o) {
                  o.fewest = true;
                  o.memory_limit.clear();
                }),
                "--fewest");
  check_refused(with([](auto& o) { o.set = {"kind=decode"}; }), "train");
}

TEST_CASE("An option that would do nothing beside others is refused before the search") {
  // Each further word is wrong too, and would be found only by a search.
  const auto refused = [](auto change, const std::string& words) {
    knobs::Options o = small_options();
    change(o);
    check_refused(o, words);
  };
  refused([](auto& o) { o.deadline = "3 days"; }, "--deadline: expected --fewest beside it");
  refused(
      [](auto& o) {
        o.fewest = true;
        o.strategy = "tp=3";
      },
      "--strategy: expected nothing beside --fewest");
  refused(
      [](auto& o) {
        o.fewest = true;
        o.pareto = "beauty,wit";
      },
      "--pareto: expected nothing beside --fewest");
  refused(
      [](auto& o) {
        o.pareto = "beauty,wit";
        o.within = "micro_batch=3";
      },
      "--pareto: expected memory,throughput");
}

TEST_CASE("all.csv has every setting in the order of the ranks, and the ranks") {
  const tb::Folder folder;
  knobs::Options o = small_options();
  o.out = folder.path(".");
  o.pareto = "memory,throughput";
  const auto space = rows_of(o, "knobs_space").at(0);
  CHECK(space.at("listed") == space.at("settings"));
  for (const char* file : {"/all.csv", "/front.csv"}) {
    std::istringstream lines(base::read_file(o.out + file));
    std::string line;
    std::getline(lines, line);
    const auto columns = base::comma_list(line);
    const auto rank = std::find(columns.begin(), columns.end(), "rank") - columns.begin();
    std::int64_t count = 0, ranked = 0;
    while (std::getline(lines, line)) {
      ++count;
      const std::string cell = base::comma_list(line).at(static_cast<std::size_t>(rank));
      if (cell.empty()) continue;
      ++ranked;
      if (std::string(file) == "/all.csv") CHECK(cell == std::to_string(count));
    }
    if (std::string(file) == "/all.csv") {
      CHECK(count == space.at("settings").get<std::int64_t>());
      CHECK(ranked == space.at("exact_ranks").get<std::int64_t>());
    } else {
      CHECK(ranked > 0);  // the fastest of all is on every front
    }
  }
}

TEST_CASE("Where nothing fits the plan says what the smallest setting needs") {
  knobs::Options o = small_options();
  o.memory_limit = "1 MB";
  const auto advice = rows_of(o, "advice");
  REQUIRE(advice.size() == 1);
  CHECK(advice[0].at("finding").get<std::string>().find("no setting fits") == 0);
}

TEST_CASE("An LLM and a cluster of the layers' space are planned by knobs too") {
  knobs::Options o;
  o.model = "gpt-3";
  o.system = "zionex-128";
  o.within = "tp=8,pp=1:2,cp=1,zero=3,recompute=full";
  o.top = 1;
  const auto space = rows_of(o, "knobs_space").at(0);
  CHECK(space.at("npus") == 128);
  CHECK(space.at("model") == "gpt-3");
  o.model = "dlrm-a";
  check_refused(o, "a transformer with a vocabulary");
}
