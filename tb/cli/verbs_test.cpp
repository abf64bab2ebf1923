// SPDX-License-Identifier: Apache-2.0
// Every verb's words and options: unknown names, and values none of them takes.
#include <catch2/catch.hpp>

#include "cli/mistake.hpp"
#include "papers/verbs/all.hpp"
#include "sim/cli/command.hpp"

using jacquard::cli::Command;
using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using jacquard::tb::Words;

namespace {

struct Case {
  Words words;
  const char* place;
};

void refuse(const Words& opening, const std::vector<Case>& cases) {
  const Folder folder;
  for (const Case& c : cases) {
    Words words = opening;
    words.insert(words.end(), c.words.begin(), c.words.end());
    CHECK_THAT(mistake(words, folder), Catch::Contains(c.place));
  }
}

}  // namespace

TEST_CASE("An unknown name is answered with the nearest one") {
  refuse(
      {},
      {
          {{"shedule"}, "did you mean 'schedule'?"},
          {{"--versoin"}, "did you mean '--version'?"},
          {{"schedule", "--scheduller", "exact"}, "did you mean '--scheduler'?"},
          {{"schedule", "--jsn=1"}, "did you mean '--json'?"},
          {{"schedule", "--demand", "moe:4", "--scheduler", "solstic"}, "did you mean 'solstice'?"},
          {{"schedule", "--demand", "moe:4", "--scheduler", "exact,ladde"},
           "did you mean 'ladder'?"},
          {{"verify", "--core", "laddr"}, "did you mean 'ladder'?"},
          {{"verify", "--core", "unit", "--demand-class", "unifrom"}, "did you mean 'uniform'?"},
          {{"bench", "schedul"}, "did you mean 'schedule'?"},
          {{"config", "shw"}, "did you mean 'show'?"},
          {{"config", "show", "ladder_fast_optics", "--set", "flor=2"}, "did you mean 'floor'?"},
          {{"repro", "chronos.slto"}, "repro --list"},
          {{"study", "arbiter-lod"}, "did you mean 'arbiter-load'?"},
          {{"study", "arbiter-load", "--lods", "1"}, "did you mean '--loads'?"},
          {{"study", "arbiter-load", "--arbiter", "qsp"}, "did you mean 'qps'?"},
          {{"study", "arbiter-load", "--traffic", "brsty"}, "did you mean 'bursty'?"},
      });
}

TEST_CASE("What has no name near it is still named") {
  refuse({}, {
                 {{}, "verb"},
                 {{""}, "verb"},
                 {{"--"}, "verb"},
                 {{"--json"}, "a verb before any option"},
                 {{"frobnicate"}, "frobnicate"},
                 {{"study"}, "study --list"},
                 {{"bench"}, "bench --list"},
                 {{"verify"}, "--core"},
                 {{"schedule", "stray"}, "stray"},
                 {{"schedule", "--demand"}, "--demand"},
                 {{"schedule", "--bad\nnews"}, "--bad news"},
                 {{"schedule", "-x"}, "'-x'"},
                 {{"schedule", "--list=maybe"}, "--list: expected"},
             });
}

TEST_CASE("Every verb refuses what it does not know, and --set unless it has keys") {
  const Folder folder;
  for (const Command& command : jacquard::cli::commands()) {
    const std::string verb = command.name;
    CHECK_THAT(mistake({verb, "--no-timming"}, folder),
               Catch::Contains("did you mean '--no-timing'?"));
    CHECK_THAT(mistake({verb, "a", "b", "c", "d"}, folder), Catch::Contains("'"));
    CHECK_THAT(mistake({verb, "--threads", "1025"}, folder), Catch::Contains("--threads"));
    CHECK_THAT(mistake({verb, "--threads", "-1"}, folder), Catch::Contains("--threads"));
    CHECK_THAT(mistake({verb, "--seed", "-1"}, folder), Catch::Contains("--seed"));
    CHECK_THAT(mistake({verb, "--seed=", "--json"}, folder), Catch::Contains("a value after ="));
    CHECK_THAT(mistake({verb, "--out", ""}, folder), Catch::Contains("--out"));
    if (!command.writes) {
      CHECK_THAT(mistake({verb, "--out", "d"}, folder), Catch::Contains("writes no files"));
    }
    if (!command.has_keys) {
      CHECK_THAT(mistake({verb, "--set", "a=b"}, folder), Catch::Contains("--set"));
    }
  }
}

TEST_CASE("Every verb and every study shows its examples and its options under --help") {
  const Folder folder;
  const Answer all = run_program({"--help"}, folder);
  CHECK(all.exit_code == 0);
  CHECK(all.err.empty());
  for (const Command& command : jacquard::cli::commands()) {
    CHECK_THAT(all.out, Catch::Contains(std::string("\n  ") + command.name));
    const Answer one = run_program({command.name, "--help"}, folder);
    INFO(command.name);
    CHECK(one.exit_code == 0);
    CHECK(one.err.empty());
    CHECK_THAT(one.out, Catch::Contains("Examples:\n  jacquard " + std::string(command.name)));
    CHECK_THAT(one.out, Catch::Contains("--json") && Catch::Contains("--no-timing"));
  }
  for (const Command& study : jacquard::cli::studies()) {
    const Answer one = run_program({"study", study.name, "--help"}, folder);
    INFO(study.name);
    CHECK(one.exit_code == 0);
    CHECK_THAT(one.out, Catch::Contains("Examples:\n  jacquard study " + std::string(study.name)));
  }
}

TEST_CASE("verify refuses a core that does not exist in RTL before it builds one") {
  refuse({"verify", "--core", "ladder"},
         {
             {{"--ports", "0"}, "--ports: expected a whole number in 1..256"},
             {{"--ports", "257"}, "--ports: expected a whole number in 1..256"},
             {{"--rows-per-clock", "5"}, "--rows-per-clock: expected 1..4, a divisor of 16 ports"},
             {{"--rows-per-clock", "3"}, "--rows-per-clock: expected 1..4, a divisor of 16 ports"},
             {{"--ports", "x"}, "--ports: expected a whole number"},
             {{"--ports", "4.5"}, "--ports: expected a whole number"},
             {{"--ports", "99999999999999"}, "--ports: expected a smaller number"},
             {{"--ports"}, "--ports"},
             {{"--bits", "0"}, "--bits: expected a whole number in 1..16"},
             {{"--bits", "17"}, "--bits: expected a whole number in 1..16"},
             {{"--cases", "0"}, "--cases"},
             {{"--cases", "-5"}, "--cases"},
             {{"--cases", "99999999999999999999999"}, "--cases"},
             {{"--ports", "4", "--diagonals-per-clock", "5"}, "--diagonals-per-clock"},
             {{"--ports", "4", "--diagonals-per-clock", "0"}, "--diagonals-per-clock"},
             {{"--bits", "4", "--top-offset", "4"}, "--top-offset"},
             {{"--top-offset", "-1"}, "--top-offset"},
             {{"--bits", "4", "--floor", "4"}, "--floor"},
             {{"--floor", "-1"}, "--floor"},
             {{"--core", "unit"}, "--core"},
         });
}

TEST_CASE("study and bench refuse what they cannot run") {
  refuse({"study", "arbiter-load"},
         {
             {{"--ports", "0"}, "--ports"},
             {{"--ports", "1025"}, "--ports"},
             {{"--loads", "0"}, "--loads"},
             {{"--loads", "1.5"}, "--loads"},
             {{"--loads", "nan"}, "--loads"},
             {{"--loads", "x"}, "--loads: expected a number"},
             {{"--slots", "0"}, "--slots"},
             {{"--traffic", "bursty", "--burst", "0"}, "--burst"},
             {{"--traffic", "bursty", "--burst", "nan"}, "--burst"},
             {{"--traffic", "hotspot", "--hot-share", "2"}, "--hot-share"},
             {{"--iterations", "-1"}, "--iterations"},
         });
  refuse({"bench", "packet"}, {{{"--ports", "1"}, "--ports"}, {{"--ports", "129"}, "--ports"}});
  refuse({"bench", "schedule"}, {
                                    {{"--ports", "0"}, "--ports"},
                                    {{"--ports", "1025"}, "--ports"},
                                    {{"--ports", "4,x"}, "--ports"},
                                    {{"--repeat", "-1"}, "--repeat"},
                                });
}
