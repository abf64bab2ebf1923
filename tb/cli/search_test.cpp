// SPDX-License-Identifier: Apache-2.0
// `jacquard search` as a user runs it.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

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

// Degrees that multiply to 1,024. Six degrees of tensor parallelism divide GPT-3's 96 heads (1 to
// 32), each with three numbers of stages: 18 designs.
const char* const kSpace = R"json({
  "title": "Degrees of a step",
  "environment": {
    "verb": "train",
    "base": {"model": "gpt3-175b", "layers": 4, "system": "cosmic_system2", "batch": 2048,
             "ignore_memory": true, "engine": "analytic"},
    "bind": {"parallel": "dp={dp},tp={tp},pp={pp}"}
  },
  "fidelities": {"unaware": {"mode": "astra-unaware"}, "astra": {"engine": "event", "mode": "astra-aware"}},
  "knobs": {"workload": {"dp": {"powers_of_two": [1, 1024]}, "tp": {"powers_of_two": [1, 1024]},
                         "pp": {"set": [1, 2, 4]}}},
  "constraints": ["dp * tp * pp == 1024"],
  "base": {"dp": 128, "tp": 8, "pp": 1},
  "rewards": {"speed": "1 / time_s", "small": "-memory_bytes"},
  "reward": "speed"
})json";

struct InFolder {
  Folder folder;
  InFolder() { base::write_file(folder.path("space.json"), kSpace); }

  json rows(const Words& words, int exit_code = 0) const {
    const Answer answer = run_program(with(words, {"--json"}), folder);
    INFO(answer.err);
    REQUIRE(answer.exit_code == exit_code);
    return json::parse(answer.out).at("rows");
  }
};

json of_kind(const json& rows, const std::string& kind) {
  json found = json::array();
  for (const json& row : rows) {
    if (row.value("row_kind", "") == kind) found.push_back(row);
  }
  return found;
}

const Words kExhaustive = {"search", "space.json", "--agent", "exhaustive"};

std::string mistaken(const std::string& old, const std::string& instead, const Words& more = {}) {
  std::string text = kSpace;
  const std::size_t at = text.find(old);
  REQUIRE(at != std::string::npos);
  text.replace(at, old.size(), instead);
  Folder folder;
  base::write_file(folder.path("space.json"), text);
  return mistake(with({"search", "space.json"}, more), folder);
}

}  // namespace

TEST_CASE("An exhaustive search certifies the best of all feasible designs") {
  const InFolder in;
  const json rows = in.rows(with(kExhaustive, {"--out", "found"}));
  const json& all = rows.at(0);
  CHECK(all.at("row_kind") == "search");
  CHECK(all.at("certified") == true);
  CHECK(all.at("space_size") == 11 * 11 * 3);
  CHECK(all.at("feasible") == 18);
  CHECK(all.at("feasible_fraction") == Approx(18.0 / 363));
  CHECK(all.at("evaluations_per_wall_s").get<double>() > 0);
  const json best = of_kind(rows, "design").at(1);
  CHECK(best.at("rank") == 1);
  CHECK(best.at("time_ps") == all.at("best_time_ps"));
  CHECK(best.at("reward_value") == all.at("best_reward"));
  CHECK(all.at("best_reward") == Approx(1e12 / all.at("best_time_ps").get<double>()));
  CHECK(best.at("dp").get<int>() * best.at("tp").get<int>() * best.at("pp").get<int>() == 1024);

  // The verb itself gives the same time for the configuration that was written.
  const json step = in.rows({"train", "found/best.json"});
  CHECK(step.at(0).at("time_ps") == all.at("best_time_ps"));

  std::istringstream csv(base::read_file(in.folder.path("found/evaluations.csv")));
  std::string line;
  std::getline(csv, line);
  CHECK(line ==
        "step,valid,reward_speed,dp,pp,tp,time_ps,memory_bytes,bandwidth_bytes_per_s,"
        "cost_dollars,why_not");
}

TEST_CASE("A search shows the base, the best designs, what differs and which knobs decide") {
  const InFolder in;
  const json rows =
      in.rows({"search", "space.json", "--budget", "12", "--seed", "3", "--top", "2"});
  CHECK(rows.at(0).at("agent") == "aco");
  CHECK(rows.at(0).at("evaluations") == 12);
  CHECK(rows.at(0).at("steps_to_best").get<int>() <= 12);
  const json designs = of_kind(rows, "design");
  REQUIRE(designs.size() == 3);
  CHECK(designs.at(0).at("rank") == 0);
  CHECK(designs.at(0).at("dp") == 128);
  const json& best = designs.at(1);
  for (const json& row : of_kind(rows, "difference")) {
    const std::string knob = row.at("knob");
    CHECK(row.at("base") == designs.at(0).at(knob).dump());
    CHECK(row.at("best") == best.at(knob).dump());
    CHECK(row.at("base") != row.at("best"));
  }
  double before = 1;
  for (const json& row : of_kind(rows, "importance")) {
    CHECK(row.at("importance").get<double>() <= before);
    CHECK(row.at("importance").get<double>() >= 0);
    before = row.at("importance");
  }
}

TEST_CASE("A budget larger than the space ends when all was evaluated, and is certified") {
  const InFolder in;
  for (const char* agent : {"random", "ga", "sa", "aco", "bo"}) {
    INFO(agent);
    const json all = in.rows({"search", "space.json", "--agent", agent, "--budget", "400"}).at(0);
    CHECK(all.at("distinct") == 18);
    CHECK(all.at("certified") == true);
    CHECK(all.at("evaluations").get<int>() < 4000);
  }
  // No agent stops short of a budget that the space has room for.
  const json some = in.rows({"search", "space.json", "--agent", "aco", "--budget", "17"}).at(0);
  CHECK(some.at("distinct") == 17);
  CHECK(some.at("certified") == false);
}

TEST_CASE("Several rewards give a front in which no design beats another in all") {
  const InFolder in;
  const json rows = in.rows(
      {"search", "space.json", "--agent", "nsga2", "--reward", "speed,small", "--budget", "200"});
  const json front = of_kind(rows, "front");
  REQUIRE(front.size() >= 2);
  for (std::size_t i = 1; i < front.size(); ++i) {  // slower and slower, smaller and smaller
    CHECK(front[i].at("time_ps") > front[i - 1].at("time_ps"));
    CHECK(front[i].at("memory_bytes") < front[i - 1].at("memory_bytes"));
  }
}

TEST_CASE("A store is resumed with a larger budget, and shown, as one search in a piece") {
  const InFolder in;
  const Words whole = {"search", "space.json", "--agent", "sa", "--no-timing", "--budget", "16"};
  in.rows({"search", "space.json", "--agent", "sa", "--budget", "9", "--store", "s.db"});
  const json resumed = in.rows({"search", "--resume", "s.db", "--budget", "16", "--no-timing"});
  CHECK(resumed == in.rows(whole));
  CHECK(in.rows({"search", "show", "s.db", "--no-timing"}) == resumed);
  const json step = in.rows({"search", "show", "s.db", "--step", "7"});
  CHECK(step.at(0).at("step") == 7);
  const int steps = resumed.at(0).at("evaluations");
  CHECK(resumed.at(0).at("distinct") == 16);
  CHECK_THAT(mistake({"search", "show", "s.db", "--step", std::to_string(steps + 1)}, in.folder),
             Contains("1.." + std::to_string(steps)));
  CHECK_THAT(mistake({"search", "--resume", "s.db", "--agent", "sa"}, in.folder),
             Contains("--resume"));
}

TEST_CASE("Other fidelities rank the best again, each with the regret of its own best") {
  const InFolder in;
  const json rows = in.rows(with(kExhaustive, {"--confirm", "6"}));
  const json fidelities = of_kind(rows, "fidelity");
  REQUIRE(fidelities.size() == 2);
  for (const json& fidelity : fidelities) {
    double best = 0;
    std::set<int> ranks;
    const json all = of_kind(rows, "confirmed");
    for (const json& row : all) {
      if (row.at("fidelity") != fidelity.at("fidelity")) continue;
      ranks.insert(row.at("rank").get<int>());
      if (row.at("rank") == 1) best = row.at("time_ps");
    }
    CHECK(ranks == std::set<int>{1, 2, 3, 4, 5, 6});
    for (const json& row : all) {
      if (row.at("fidelity") != fidelity.at("fidelity")) continue;
      // The reward is 1 / time, so what it lacks to the best is 1 - best / time.
      const double time = row.at("time_ps");
      CHECK(row.at("regret").get<double>() == Approx(1 - best / time).margin(1e-9));
      if (row.at("found_rank") != 1) continue;
      CHECK(fidelity.at("winner_rank") == row.at("rank"));
      CHECK(fidelity.at("winner_regret") == row.at("regret"));
    }
    CHECK(fidelity.at("spearman").get<double>() <= 1);
    CHECK(fidelity.at("spearman").get<double>() >= -1);
  }
}

TEST_CASE("A description says how large a space is, and what the base is worth") {
  const InFolder in;
  const json rows = in.rows({"search", "space.json", "--describe"});
  CHECK(rows.at(0).at("feasible") == 18);
  const json knobs = of_kind(rows, "knob");
  REQUIRE(knobs.size() == 3);
  CHECK(of_kind(rows, "constraint").at(0).at("base_holds") == true);
  const json rewards = of_kind(rows, "reward");
  const json base = of_kind(in.rows({"search", "space.json", "--budget", "1"}), "design").at(0);
  CHECK(rewards.at(1).at("reward") == "speed");
  CHECK(rewards.at(1).at("base_value") == base.at("reward_value"));
}

TEST_CASE("A mistake in a search's options is one line that names it") {
  const InFolder in;
  const auto wrong = [&](const Words& words) {
    return mistake(with({"search", "space.json"}, words), in.folder);
  };
  CHECK_THAT(wrong({"--agent", "ant"}), Contains("--agent") && Contains("'ant'"));
  CHECK_THAT(wrong({"--reward", "sped"}), Contains("--reward") && Contains("'speed'"));
  CHECK_THAT(wrong({"--reward", "speed,small"}), Contains("nsga2"));
  CHECK_THAT(wrong({"--knobs", "network"}), Contains("--knobs") && Contains("'network'"));
  for (const char* budget :
       {"0", "-3", "nan", "inf", "1e3", "1e30", "99999999999999999999", "5 x"}) {
    CHECK_THAT(wrong({"--budget", budget}), Contains("--budget"));
  }
  CHECK_THAT(wrong({"--top", "0"}), Contains("--top"));
  CHECK_THAT(wrong({"--confirm", "0"}), Contains("--confirm"));
  CHECK_THAT(wrong({"--set", "mutatoin=0.1"}), Contains("'mutation'"));
  CHECK_THAT(wrong({"--store", "none/s.db"}), Contains("none/s.db"));
  CHECK_THAT(mistake({"search"}, in.folder), Contains("SPACE"));
  CHECK_THAT(mistake({"search", "nonesuch"}, in.folder), Contains("nonesuch"));
  CHECK_THAT(mistake({"search", "--resume", "nonesuch.db"}, in.folder), Contains("nonesuch.db"));
  CHECK_THAT(mistake({"search", "show", "space.json"}, in.folder), Contains("space.json"));
  CHECK_THAT(mistake({"search", "show"}, in.folder), Contains("STORE"));
  CHECK_THAT(mistake({"search", "serve-env"}, in.folder), Contains("SPACE"));
}

TEST_CASE("A mistake in a space's file is one line with its place") {
  CHECK_THAT(mistaken("dp * tp * pp == 1024", "dp * tp * pp == 1023"),
             Contains("dp * tp * pp == 1023"));
  CHECK_THAT(mistaken("dp * tp * pp == 1024", "dp * tp * * pp"), Contains("/constraints/0"));
  CHECK_THAT(mistaken("dp * tp * pp == 1024", "dp * tq == 4"), Contains("'tq'"));
  CHECK_THAT(mistaken("1 / time_s", "1 / tine_s"), Contains("/rewards/speed"));
  CHECK_THAT(mistaken("\"verb\": \"train\"", "\"verb\": \"trane\""), Contains("trane"));
  CHECK_THAT(mistaken("\"parallel\"", "\"paralel\""), Contains("'parallel'"));
  CHECK_THAT(mistaken("\"dp\": 128", "\"dp\": 129"), Contains("/base/dp"));
  CHECK_THAT(mistaken("\"fidelities\"", "\"fidelty\""), Contains("/fidelty"));
  CHECK_THAT(mistaken("\"astra\": {\"engine\"", "\"astra\": {\"engin\"", {"--confirm", "2"}),
             Contains("engin"));
  Folder folder;
  base::write_file(folder.path("space.json"), std::string(kSpace).substr(0, 300));
  CHECK_THAT(mistake({"search", "space.json"}, folder), Contains("space.json"));
}

TEST_CASE("A store of another space or of nothing is refused and stays as it is") {
  const InFolder in;
  in.rows({"search", "space.json", "--budget", "3", "--store", "s.db"});
  const std::string before = base::read_file(in.folder.path("s.db"));
  CHECK_THAT(mistake({"search", "space.json", "--store", "s.db"}, in.folder), Contains("--resume"));
  CHECK(base::read_file(in.folder.path("s.db")) == before);
}

TEST_CASE("A scheduler's RTL in the loop confirms what its model in software found", "[rtl]") {
  const InFolder in;
  const json rows = in.rows(
      {"search", "circuit_moe", "--knobs", "bits", "--agent", "exhaustive", "--confirm", "2"});
  CHECK(rows.at(0).at("certified") == true);
  const json fidelity = of_kind(rows, "fidelity").at(0);
  CHECK(fidelity.at("fidelity") == "rtl");
  CHECK(fidelity.at("refused") == 0);
  CHECK(fidelity.at("winner_rank") == 1);
}
