// SPDX-License-Identifier: Apache-2.0
// Traffic on the command line: the words, and which of them go together.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "sim/cli/arguments.hpp"
#include "sim/cli/serve/options.hpp"

namespace jacquard::cli {

struct DynamicOptions {
  std::string requests;  // a file
  bool is_skip_failed = false;
  double chars_per_token = 0;  // of a file of texts; 0: not said
  std::string rate;            // "10 /s"
  std::string arrivals;        // "poisson"
  std::int64_t count = 0;      // of requests
  double shortest = 1;         // share of the lengths that they go down to
  int clients = 0;             // 0: an open loop
  std::string turns;           // of a session: "5"
  std::string think;           // between its turns: "30 s"
  int shared_tokens = 0;       // that all sessions begin with
  std::string slo;             // "ttft=2 s,tpot=50 ms"
  std::string disaggregate;    // "prefill=2xtp4,decode=4xtp8"
  std::string autoscale;       // "1..8,load=32,start=60 s,idle=300 s,every=10 s"
  std::string find;            // "max-rate", "gpus"
  std::string profile;         // a folder
  std::string serving_config;  // a file
  std::string launch;          // "vllm", "sglang", "trtllm", "dynamo"

  // Each as an option, which knows whether it was given.
  struct Given {
    Option requests, skip_failed, chars_per_token, rate, arrivals, count, shortest, clients, turns,
        think, shared_tokens, slo, autoscale, disaggregate, find, profile, serving_config, launch;
  } given;

  bool any() const;  // is given
  bool splits() const { return given.disaggregate.given() || !disaggregate.empty(); }
  bool replays() const { return given.profile.given() || given.serving_config.given(); }
  // Requests are drawn as turns of sessions.
  bool talks() const { return given.turns.given() || given.think.given(); }
  // Requests come by themselves, from a file or drawn, or clients send them.
  bool traffic() const {
    return given.requests.given() || given.rate.given() || given.clients.given();
  }
};

std::shared_ptr<DynamicOptions> add_dynamic_options(Arguments& app);

// Whether the option of this name, without dashes, is of traffic.
bool is_dynamic_option(const std::string& name);

// Throws ConfigError at an option that does not go with the others, or would not be looked at.
// Ranges of numbers are refused where the line is parsed. `load`: the answer is load against
// latency.
void check(const DynamicOptions& options, const ServeOptions& words, bool load);

}  // namespace jacquard::cli
