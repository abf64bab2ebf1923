// SPDX-License-Identifier: Apache-2.0
// Every key of every row is explained, and docs/results.md explains what there is.
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "jacquard/base/file.hpp"
#include "support/program.hpp"
#include "support/source_tree.hpp"

using namespace jacquard;
using nlohmann::json;
using tb::Answer;
using tb::Folder;
using tb::run_program;
using tb::Words;

namespace {

json rows_of(Words words, const Folder& folder) {
  words.emplace_back("--json");
  const Answer answer = run_program(words, folder);
  INFO(json(words) << ": " << answer.err);
  REQUIRE(json::accept(answer.out));
  return json::parse(answer.out)["rows"];
}

// Keys by (command, row_kind).
using Schema = std::map<std::pair<std::string, std::string>, std::set<std::string>>;

const Schema& schema() {
  static const Schema known = [] {
    Schema all;
    const Folder folder;
    for (const json& row : rows_of({"results", "schema"}, folder)) {
      all[{row["command"], row["of_row_kind"]}].insert(row["key"].get<std::string>());
    }
    return all;
  }();
  return known;
}

std::vector<std::string> unexplained(const std::string& command, const json& row) {
  const std::string kind = row.value("row_kind", "");
  const auto found = schema().find({command, kind});
  if (found == schema().end()) return {command + ", rows " + kind};
  std::vector<std::string> keys;
  if (found->second.count("*") > 0) return keys;
  for (const auto& item : row.items()) {
    if (item.key() == "row_kind" || found->second.count(item.key()) > 0) continue;
    keys.push_back(command + ", " + kind + ": " + item.key());
  }
  return keys;
}

void require_explained(const std::vector<Words>& commands) {
  const Folder folder;
  for (const Words& words : commands) {
    const json rows = rows_of(words, folder);
    INFO(json(words));
    CHECK(!rows.empty());
    for (const json& row : rows) CHECK(unexplained(words[0], row) == std::vector<std::string>{});
  }
}

std::string overlap(const char* file) {
  return tb::in_source_tree(std::string("configs/astra/overlap/") + file);
}

}  // namespace

TEST_CASE("Every key that a verb's rows have is in the schema of results") {
  const Words astra = {"astra", "--workload-configuration=" + overlap("job.json"),
                       "--system-configuration=" + overlap("system.json"),
                       "--network-configuration=" + overlap("network.yml"),
                       "--remote-memory-configuration=" + overlap("remote_memory.json")};
  const Words collective = {"collective", "--bytes",    "1 MB",           "--bandwidth",
                            "1 GB/s",     "--latency",  "1 us",           "--kind",
                            "all-reduce", "--topology", "Ring(2) Ring(2)"};
  require_explained({
      {"demo", "--no-rtl"},
      {"advise", "--demand", "moe:4"},
      {"schedule", "--demand", "moe:4"},
      {"schedule", "--list"},
      {"verify", "--list"},
      {"simulate", "--list"},
      {"simulate", "moe_alltoall", "--set", "traffic.count=1", "--no-report", "--fabrics",
       "circuit,pfc-only"},
      {"simulate", "guard_sweep", "--set", "traffic.count=1", "--no-report", "--seeds", "2"},
      collective,
      tb::with(collective, {"--engine", "analytic"}),
      {"collective", "--algorithm", "direct", "--topology", "configs/graphs/leaf_spine.json"},
      tb::with(collective, {"--chunks", "1,2"}),
      {"collective", "prove", "--ports", "2,4"},
      astra,
      tb::with(astra, {"--mode", "faithful"}),
      {"trace", overlap("job.json")},
      {"trace", overlap("job.json"), "--check"},
      {"trace", overlap("job.json"), "--convert", "json", "--out", "job.json"},
      {"bench", "--list"},
      {"bench", "schedule", "--ports", "4", "--repeat", "1"},
      {"bench", "packet", "--ports", "2", "--repeat", "1"},
      {"config", "show"},
      {"config", "show", "cosmic_system1"},
      {"config", "show", "moe_alltoall"},
      {"config", "check", "moe_alltoall"},
      {"config", "schema"},
      {"results"},
      {"train", "gpt3-175b", "--layers", "4", "--system", "cosmic_system2", "--parallel",
       "dp=64,tp=4,sp=4,zero=3", "--batch", "1024", "--engine", "analytic", "--out", "step"},
      {"explain", "step/train.json"},
      {"search", "cosmic_system2", "--knobs", "workload", "--budget", "20", "--confirm", "2",
       "--agent", "nsga2", "--reward", "perf_per_bw,time", "--set", "population=10", "--store",
       "search.db"},
      {"search", "show", "search.db"},
      {"search", "cosmic_system2", "--describe"},
      {"serve", "llama3-8b", "--compare", "1xh100", "1xh200", "--input-tokens", "64",
       "--output-tokens", "8", "--sweep", "batch=1,1000000"},
      {"serve", "llama3-8b", "--system", "1xh100", "--isl", "64", "--osl", "8"},
      {"validate", "deepep"},
      {"validate", "training"},
      {"config", "show", "llama3-8b"},
      {"repro", "cosmic.table3"},
      {"repro", "--list"},
      {"study", "--list"},
      {"study", "arbiter-load", "--ports", "2", "--slots", "20", "--loads", "0.5"},
      {"study", "appliance"},
      {"study", "guard-time", "--schedulers", "ladder,exact", "--ports", "4", "--guards", "1"},
  });
}

TEST_CASE("Every key of rows made with RTL and synthesis is in the schema of results", "[rtl]") {
  require_explained({
      {"verify", "--core", "unit", "--ports", "2", "--bits", "2", "--cases", "1"},
      {"verify", "--core", "wwfa", "--ports", "2", "--cases", "1"},
      {"verify", "--core", "crossbar", "--ports", "2", "--cases", "1"},
      {"synth", "--core", "wwfa", "--ports", "2"},
  });
}

TEST_CASE("A key that no table has is noticed") {
  CHECK(unexplained("schedule", {{"scheduler", "exact"}, {"permutations", 3}}).empty());
  CHECK(unexplained("schedule", {{"scheduler", "exact"}, {"permutation", 3}}).size() == 1);
  CHECK(unexplained("schedule", {{"row_kind", "nonsense"}}).size() == 1);
}

TEST_CASE("The schema of all configurations has every kind, and keys with what they mean") {
  const Folder folder;
  std::set<std::string> kinds;
  for (const json& row : rows_of({"config", "schema"}, folder)) {
    kinds.insert(row["config"].get<std::string>());
    if (row["row_kind"] != "field") continue;
    INFO(row);
    CHECK(row["meaning"] != "");
    CHECK(row["value"] != "");
  }
  CHECK(kinds == std::set<std::string>{"schedule",
                                       "software",
                                       "experiment",
                                       "packet_switch",
                                       "optical_switch",
                                       "interconnect",
                                       "system",
                                       "collective",
                                       "device",
                                       "model",
                                       "job",
                                       "parallelism",
                                       "suite",
                                       "circuit_switches",
                                       "genstack",
                                       "operations",
                                       "memory",
                                       "npu",
                                       "photonic_module",
                                       "memory_experiment",
                                       "npu_experiment",
                                       "npu_collective_experiment",
                                       "npu_step_experiment",
                                       "npu_mesh_experiment",
                                       "job_faults_experiment",
                                       "in_network_experiment",
                                       "jobs_experiment",
                                       "photonic_experiment",
                                       "photonic_collective_experiment",
                                       "photonic_appliance",
                                       "planner_model",
                                       "cluster",
                                       "chip",
                                       "library"});
}

TEST_CASE("docs/results.md ends with the page of the tables") {
  const Folder folder;
  const std::string page = run_program({"results", "page"}, folder).out;
  const std::string docs = base::read_file(tb::in_source_tree("docs/results.md"));
  REQUIRE(page.size() > 1000);
  REQUIRE(docs.size() > page.size());
  CHECK(docs.substr(docs.size() - page.size()) == page);
}

TEST_CASE("results says which verbs there are") {
  const Folder folder;
  const Answer answer = run_program({"results", "schema", "schedul"}, folder);
  CHECK(answer.exit_code == 2);
  CHECK_THAT(answer.err, Catch::Contains("did you mean 'schedule'"));
}
