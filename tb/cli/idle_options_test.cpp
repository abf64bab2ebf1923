// SPDX-License-Identifier: Apache-2.0
// An option that would change nothing is refused, not passed over in silence.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/tool/process.hpp"
#include "papers/verbs/all.hpp"

using jacquard::base::read_file;
using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using jacquard::tb::with;
using jacquard::tb::Words;
using nlohmann::json;

namespace {

struct Idle {
  Words words;  // with which the option would mean nothing
  Words option;
};

const Words kOwn = {"verify", "--rtl", "a.v", "--top", "a", "--kind", "arbiter"};

const std::vector<Idle> kIdle = {
    {{"schedule", "--list"}, {"--demand", "moe:4"}},
    {{"schedule", "--list"}, {"--out", "d"}},
    {{"schedule", "--list"}, {"--set", "bits=4"}},
    {{"schedule", "--demand", "moe:4", "--scheduler", "exact"}, {"--floor", "2"}},
    {{"schedule", "--demand", "moe:4", "--scheduler", "exact,unit"}, {"--top-offset", "2"}},
    {{"schedule", "--demand", "moe:4", "--scheduler", "ladder"}, {"--iterations", "2"}},
    {{"schedule", "--demand", "moe:4", "--scheduler", "ladder"}, {"--window", "20"}},
    {{"schedule", "--demand", "moe:4"}, {"--bytes-per-token", "1 kB"}},
    {{"schedule", "--demand", "moe:4"}, {"--demand-unit", "1 MB"}},
    {{"schedule", "--demand", "moe:4"}, {"--top-k", "2"}},
    {{"schedule", "--demand", "moe:4", "--check", "s.json"}, {"--scheduler", "exact"}},
    {{"schedule", "--demand", "moe:4", "--check", "s.json"}, {"--out", "d"}},
    {{"schedule", "--demand", "moe:4", "--check", "s.json"}, {"--fill"}},
    {{"advise", "--demand", "moe:4"}, {"--top-k", "2"}},
    {{"verify", "--list"}, {"--core", "unit"}},
    {{"verify", "--core", "crossbar"}, {"--diagonals-per-clock", "2"}},
    {{"verify", "--core", "unit"}, {"--top-offset", "1"}},
    {{"verify", "--core", "minhold"}, {"--floor", "1"}},
    {{"verify", "--core", "wwfa"}, {"--no-fill"}},
    {{"verify", "--core", "ladder"}, {"--no-rotate"}},
    {{"verify", "--core", "shift"}, {"--parity"}},
    {kOwn, {"--no-rotate"}},
    {{"simulate", "--list"}, {"--seeds", "2"}},
    {{"simulate", "permutation", "--no-report"}, {"--out", "d"}},
    {{"bench", "--list"}, {"--ports", "4"}},
    {{"bench", "packet"}, {"--largest-baseline", "4"}},
    {{"synth", "--core", "crossbar"}, {"--matrices", "4"}},
    {{"synth", "--core", "wwfa"}, {"--demand-class", "moe"}},
    {{"synth", "--core", "wwfa"}, {"--whole"}},
    {{"synth", "--core", "crossbar"}, {"--power"}},
    {{"synth", "--core", "unit"}, {"--top-offset", "0"}},
    {{"synth", "--core", "unit"}, {"--placed"}},
    {{"synth", "--core", "ladder", "--placed"}, {"--whole"}},
    {{"synth", "--core", "few"}, {"--parity"}},
    {{"search", "cosmic_system2"}, {"--patience", "3"}},
    {{"search", "cosmic_system2"}, {"--repair"}},
    {{"search", "cosmic_system2", "--describe"}, {"--budget", "3"}},
    {{"search", "cosmic_system2", "--describe"}, {"--store", "s.db"}},
    {{"trace", "a.et"}, {"--out", "b.json"}},
    {{"config", "show"}, {"--set", "bits=4"}},
    {{"config", "schema", "schedule"}, {"--set", "bits=4"}},
    {{"config", "show"}, {"--out", "d"}},
    {{"repro", "--list"}, {"--out", "d"}},
    {{"study", "--list"}, {"--out", "d"}},
    {{"study", "arbiter-load"}, {"--burst", "4"}},
    {{"study", "arbiter-load", "--traffic", "bursty"}, {"--hot-share", "0.2"}},
    {{"study", "arbiter-load", "--arbiter", "wwfa"}, {"--iterations", "2"}},
    {{"study", "arbiter-load"}, {"--set", "a=b"}},
    {{"study", "guard-time", "--schedulers", "exact"}, {"--clock", "1 ns"}},
    {{"study", "guard-time", "--schedulers", "unit"}, {"--training", "2"}},
    {{"study", "guard-time", "--ports", "128"}, {"--clock", "1 ns"}},
    {{"collective", "prove"}, {"--set", "a=b"}},
};

std::string unescaped(std::string text) {
  const std::pair<const char*, const char*> named[] = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}};
  for (const auto& [name, meaning] : named) {
    for (std::size_t at; (at = text.find(name)) != text.npos;) {
      text.replace(at, std::string(name).size(), meaning);
    }
  }
  return text;
}

}  // namespace

TEST_CASE("An option that means nothing beside the others is refused by its name") {
  const Folder folder;
  folder.file("a.v", "module a; endmodule\n");
  for (const Idle& idle : kIdle) {
    CHECK_THAT(mistake(with(idle.words, idle.option), folder),
               Catch::Contains(idle.option.front()));
  }
  CHECK_THAT(
      mistake({"schedule", "--demand", "moe:4", "--scheduler", "unit", "--set", "floor=2"}, folder),
      Catch::Contains("--floor"));
}

TEST_CASE("An option that means something to one of the chosen is taken") {
  const Folder folder;
  for (const Words& words : std::vector<Words>{
           {"schedule", "--demand", "moe:4", "--scheduler", "exact,ladder", "--floor", "2"},
           {"schedule", "--demand", "moe:4", "--floor", "2"},
           {"study", "arbiter-load", "--ports", "2", "--slots", "20", "--loads", "0.5",
            "--iterations", "1"}}) {
    CHECK(run_program(words, folder).exit_code == 0);
  }
}

TEST_CASE("The folder of repro and bench receives what --json prints") {
  const Folder folder;
  const Words repro = {"repro", "chronos.slot", "--no-timing", "--out", "r"};
  const Answer shown = run_program(with(repro, {"--json"}), folder);
  CHECK(shown.exit_code == 0);
  CHECK(read_file(folder.path("r/repro.json")) == shown.out);
  CHECK(run_program(repro, folder).exit_code == 0);
  CHECK(read_file(folder.path("r/repro.json")) == shown.out);
  run_program({"bench", "schedule", "--ports", "4", "--repeat", "1", "--out", "b"}, folder);
  CHECK(json::parse(read_file(folder.path("b/bench-schedule.json")))["rows"].size() == 1);
}

TEST_CASE("A conversion under --json is one object too") {
  const Folder folder;
  for (const char* form : {"json", "chakra", "perfetto"}) {
    const Answer answer = run_program({"trace", "configs/astra/overlap/job.json", "--convert", form,
                                       "--out", std::string("o.") + form, "--json"},
                                      folder);
    CHECK(answer.exit_code == 0);
    CHECK(json::parse(answer.out)["rows"][0]["out"] == std::string("o.") + form);
  }
}

TEST_CASE("The command in a schedule's report is what ran, and a shell runs it to the same page") {
  const Folder folder;
  folder.file("it's a matrix.csv", "0,3,1\n2,0,9\n1,1,0\n");
  const Words words = {"schedule",
                       "--demand",
                       "it's a matrix.csv",
                       "--scheduler=exact,qps",
                       "--guard",
                       "10 ns",
                       "--set",
                       "bits=4",
                       "--no-timing",
                       "--seed",
                       "7",
                       "--out",
                       "a & b",
                       "--guard-per",
                       "slot"};
  const Answer first = run_program(with(words, {"--threads", "2"}), folder);
  REQUIRE(first.exit_code == 0);
  const std::string page = read_file(folder.path("a & b/schedule.html"));
  const auto begin = page.find("<code>") + 6;
  const std::string command = unescaped(page.substr(begin, page.find("</code>") - begin));
  CHECK_THAT(command, Catch::Contains("--guard '10 ns'") && Catch::Contains("--seed 7"));
  REQUIRE(std::filesystem::remove(folder.path("a & b/schedule.html")));
  const std::string as_program = std::string("jacquard() { '") + JACQUARD_PROGRAM + "' \"$@\"; }; ";
  const auto again = jacquard::tool::run_process(
      {"sh", "-c", as_program + command + " 2>/dev/null"}, folder.path(""));
  CHECK(again.output == first.out);
  CHECK(read_file(folder.path("a & b/schedule.html")) == page);
}
