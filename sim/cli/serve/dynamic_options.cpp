// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/serve/dynamic_options.hpp"

#include <algorithm>
#include <iterator>

#include "jacquard/base/error.hpp"
#include "sim/cli/command.hpp"

namespace jacquard::cli {
namespace {

constexpr std::int64_t kMostDrawn = 10'000'000;
constexpr int kMostClients = 1 << 20;
constexpr int kMostShared = 1 << 24;
constexpr double kShortest = 1e-6;
constexpr double kFewestCharacters = 0.1;
constexpr double kMostCharacters = 1000;

[[noreturn]] void fail(const std::string& option, const std::string& expected,
                       const std::string& found) {
  throw base::ConfigError({option, "", expected, found, ""});
}

void refuse_key(const ServeOptions& words, const char* key, bool applies, const std::string& why) {
  if (applies || !words.given(key)) return;
  fail(option_name(key), "nothing, as " + why, "a value");
}

void check_replay(const DynamicOptions& o, const ServeOptions& words) {
  const DynamicOptions::Given& g = o.given;
  if (!g.profile.given() || !g.serving_config.given() || !g.requests.given()) {
    fail("--profile", "--profile DIR, --serving-config FILE and --requests FILE together",
         "not all of them");
  }
  for (const Option& option :
       {g.skip_failed, g.chars_per_token, g.rate, g.arrivals, g.count, g.shortest, g.clients,
        g.turns, g.think, g.shared_tokens, g.disaggregate, g.autoscale, g.find, g.slo, g.launch}) {
    option.only_if(false, "a replay has its requests and its engine from files");
  }
  // The model, the NPUs and vLLM's scheduler may be named beside: a replay is of these.
  for (const auto& field : serve::serve_fields().infos()) {
    const bool named = field.key == "model" || field.key == "system" || field.key == "policy";
    if (named || !words.given(field.key)) continue;
    fail(option_name(field.key), "nothing, as a replay has its engine from --serving-config",
         "a value");
  }
}

void check_find(const DynamicOptions& o) {
  const DynamicOptions::Given& g = o.given;
  if (o.find != "max-rate" && o.find != "gpus") fail("--find", "max-rate or gpus", o.find);
  if (!g.slo.given()) {
    fail("--find", "--slo beside it, such as --slo \"ttft=2 s,tpot=50 ms\"", "none");
  }
  g.clients.only_if(false, "clients wait for answers, so they have no rate to find");
  const bool rate = o.find == "max-rate";
  g.rate.only_if(!rate, "--find max-rate looks for it");
  g.requests.only_if(!rate,
                     "--find max-rate draws requests, of --input-tokens and --output-tokens");
  g.disaggregate.only_if(rate, "--find gpus looks for the split");
  if (!rate && !o.traffic()) {
    fail("--find gpus", "--requests FILE or --rate beside it", "neither");
  }
}

}  // namespace

std::shared_ptr<DynamicOptions> add_dynamic_options(Arguments& app) {
  auto o = std::make_shared<DynamicOptions>();
  DynamicOptions::Given& g = o->given;
  g.requests = add_file_option(app, "--requests", o->requests,
                               "Recorded requests: a file of ours, Azure, Mooncake, Dynamo, "
                               "Vidur, vllm bench and others (docs/serve.md)");
  g.skip_failed = app.add_flag("--skip-failed", o->is_skip_failed,
                               "Leave out recorded calls without an answer, and count them");
  g.chars_per_token = app.add_option("--chars-per-token", o->chars_per_token,
                                     "Characters of a token, where --requests are texts")
                          .within(kFewestCharacters, kMostCharacters);
  g.rate = app.add_option("--rate", o->rate,
                          "Requests that come a second, drawn with --seed: \"10 /s\"");
  g.arrivals = app.add_option("--arrivals", o->arrivals,
                              "Times between them: poisson (default), constant, or gamma:CV");
  g.count = app.add_option("--requests-count", o->count,
                           "Requests that are drawn (default 1000, with --clients 10 of each)")
                .within(std::int64_t{1}, kMostDrawn);
  g.shortest = app.add_option("--shortest", o->shortest,
                              "Drawn lengths are uniform from this share of --input-tokens and "
                              "--output-tokens up to them")
                   .within(kShortest, 1.0);
  g.clients = app.add_option("--clients", o->clients,
                             "A closed loop: each sends its next request when the last one ends")
                  .within(1, kMostClients);
  g.turns = app.add_option("--turns", o->turns,
                           "Drawn requests are turns of sessions, whose prompts hold all that was "
                           "said before: 5, or geometric:5 in the mean");
  g.think =
      app.add_option("--think", o->think,
                     "From an answer to its session's, or its client's, next prompt: \"30 s\" "
                     "in the mean, constant:TIME or gamma:CV:TIME");
  g.shared_tokens = app.add_option("--shared-tokens", o->shared_tokens,
                                   "That all sessions begin with, beside --turns")
                        .within(0, kMostShared);
  g.slo = app.add_option("--slo", o->slo,
                         "What requests are promised: \"ttft=2 s,tpot=50 ms,e2e=60 s,p=0.9\"");
  g.disaggregate = app.add_option(
      "--disaggregate", o->disaggregate,
      "Prompts and answers on instances of their own: \"prefill=2xtp4,decode=4xtp8\"");
  g.autoscale = app.add_option(
      "--autoscale", o->autoscale,
      "Instances that come and go: \"1..8,load=32,start=60 s,idle=300 s,every=10 s\"");
  g.find = app.add_option("--find", o->find,
                          "max-rate: the most requests a second that keep --slo; gpus: the fewest "
                          "NPUs for the requests, aggregated and disaggregated");
  g.profile = add_file_option(app, "--profile", o->profile,
                              "Measured times of layers, a folder: replays --requests on "
                              "--serving-config");
  g.serving_config = add_file_option(app, "--serving-config", o->serving_config,
                                     "Settings of the engine that is replayed, JSON");
  g.launch =
      app.add_option("--launch", o->launch,
                     "Also what starts these servers: vllm, sglang or trtllm, or dynamo with "
                     "--software's");
  return o;
}

bool DynamicOptions::any() const {
  const Given& g = given;
  for (const Option& option :
       {g.requests, g.skip_failed, g.chars_per_token, g.rate, g.arrivals, g.count, g.shortest,
        g.clients, g.turns, g.think, g.shared_tokens, g.slo, g.autoscale, g.disaggregate, g.find,
        g.profile, g.serving_config, g.launch}) {
    if (option.given()) return true;
  }
  return splits();
}

bool is_dynamic_option(const std::string& name) {
  constexpr const char* kNames[] = {
      "requests",       "skip-failed", "chars-per-token", "rate",   "arrivals",
      "requests-count", "shortest",    "clients",         "slo",    "disaggregate",
      "find",           "profile",     "serving-config",  "launch", "autoscale",
      "turns",          "think",       "shared-tokens"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

void check(const DynamicOptions& o, const ServeOptions& words, bool load) {
  if (!words.compare.empty() || words.pareto) {
    throw base::ConfigError({"--compare, --pareto", "", "neither, as they are of static batches",
                             "traffic over time", "--sweep runs a case for each value"});
  }
  if (o.replays()) return check_replay(o, words);
  const DynamicOptions::Given& g = o.given;
  for (const Option& option : {g.skip_failed, g.chars_per_token}) {
    option.only_if(g.requests.given(), "it is for recorded requests, of --requests");
  }
  g.rate.only_if(!g.clients.given(), "clients send when they have their answers");
  g.arrivals.only_if(!g.clients.given(), "clients send when they have their answers");
  const bool drawn = load || g.rate.given() || g.clients.given() || o.find == "max-rate";
  for (const Option& option : {g.count, g.shortest}) {
    option.only_if(!g.requests.given(), "recorded requests have their number and their lengths");
  }
  for (const Option& option : {g.turns, g.think, g.shared_tokens}) {
    option.only_if(!g.requests.given(), "recorded requests have sessions of their own");
  }
  if (g.turns.given() && !g.think.given()) {
    fail("--turns", "--think beside it, such as --think \"30 s\"", "none");
  }
  g.think.only_if(g.turns.given() || g.clients.given(), "--turns or --clients beside it think");
  g.shared_tokens.only_if(g.turns.given(), "sessions share them: --turns makes these");
  for (const Option& option :
       {g.arrivals, g.count, g.shortest, g.turns, g.think, g.shared_tokens}) {
    option.only_if(drawn, "no requests are drawn: --rate, --clients or --find max-rate draw them");
  }
  for (const char* key : {"input_tokens", "output_tokens"}) {
    refuse_key(words, key, !g.requests.given(), "recorded requests have their lengths");
  }
  refuse_key(words, "batch", false, "traffic makes the batches (--max-sequences bounds them)");
  const char* const one_layout = "--afd says the layout";
  refuse_key(words, "afd", !o.splits(), "--disaggregate says the layout");
  g.launch.only_if(!words.given("afd"), one_layout);
  g.autoscale.only_if(
      o.traffic() && !g.find.given() && !o.splits() && !g.launch.given() && !words.given("fabric"),
      "it is for --rate, --requests or --clients, without --find, "
      "--disaggregate, --fabric and --launch");
  if (g.find.given()) check_find(o);
  g.find.only_if(o.find != "gpus" || !words.given("afd"), one_layout);
}

}  // namespace jacquard::cli
