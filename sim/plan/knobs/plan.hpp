// SPDX-License-Identifier: Apache-2.0
// `jacquard plan` for transformers by Megatron's knobs: docs/plan.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/report/result.hpp"
#include "sim/plan/knobs/rows.hpp"

namespace jacquard::knobs {

// As on the command line; "" and 0 where not given.
struct Options {
  std::string model;         // name of configs/models, file, Hugging Face config.json, or {...}
  std::string system;        // name of configs/systems, file, or {...}
  std::string strategy;      // one setting, ranked among all: "tp=8,pp=16,dp=128,..."
  std::string within;        // ranges of knobs: "tp=4:8,zero=1"
  std::string law;           // of collectives: links, reached
  std::string type;          // numbers of products: bf16, fp8, ...
  std::string pareto;        // "memory,throughput"
  std::string deadline;      // "20 days"
  std::string memory_limit;  // "40 GB"
  bool fewest = false;
  int batch = 0;     // sequences of a step; 0: the model's, else train::usual_batch()
  int sequence = 0;  // tokens; 0: the model's
  int layers = 0;
  double margin = 0;  // 0.1: a tenth more memory than a step's must fit
  double price = 0;   // dollars for an NPU and hour
  double tokens = 0;  // of the training
  int top = 20;       // ranks that are sure; 0: all, which times every setting
  int threads = 0;
  std::uint64_t seed = 1;
  std::vector<std::string> set;  // further keys of a job, "key=value"
  std::string out;               // a folder: all.csv, front.csv
  std::string launch;            // a framework
};

// Whether the word alone means this space: a name of configs/models that is none of
// configs/planner_models, or a file or object that has a transformer's keys.
bool takes(const std::string& model);

// All rows, in an order for people: the space, the ranks, then what is asked of the best. Progress
// goes to stderr. Throws ConfigError naming the option.
struct Answer {
  report::Result result;
  std::string sentence;                  // what it comes to
  bool met = true;                       // what --deadline or --fewest asks for
  std::optional<LaunchRow> launch = {};  // of the setting, for the framework of --launch
};
Answer plan(const Options& options);

}  // namespace jacquard::knobs
