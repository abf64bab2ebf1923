// SPDX-License-Identifier: Apache-2.0
// A user's words on serving, looked up and completed: the model, the NPUs, the degrees.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "jacquard/serve/clock_pool.hpp"
#include "jacquard/serve/deployment.hpp"
#include "jacquard/serve/hardware/system_name.hpp"
#include "jacquard/serve/memory_budget.hpp"
#include "systemc/serve/serve_config.hpp"

namespace jacquard::serve {

struct Setup {
  ServeConfig config;
  std::string source;                    // of an appliance's figures; "" of NPUs
  Deployment deployment;                 // of one replica
  int npus = 1;                          // of the system
  int replicas = 1;                      // npus / deployment.npus()
  std::optional<SwitchPort> one_switch;  // as NamedSystem
  std::optional<RailedRacks> racks;      // likewise
  MemoryBudget memory;
  std::shared_ptr<ClockPool> clocks = std::make_shared<ClockPool>();  // of `deployment`

  // Of an NPU's memory, that the engine may use: 0.9 where nothing is said, as vLLM and
  // TensorRT-LLM have it; all of an appliance.
  double memory_share() const;
  // Requests that a replica's memory holds, `tokens` of each, in whole blocks.
  std::int64_t most_requests(std::int64_t tokens) const;
};

// Models and systems by the words that name them, each read once. Both throw ConfigError at MODEL
// and at --system.
class Nouns {
 public:
  const workload::Model& model(const std::string& word);
  const NamedSystem& system(const std::string& word);

 private:
  std::map<std::string, workload::Model> models_;
  std::map<std::string, NamedSystem> systems_;
};

// Throws ConfigError at MODEL or --system where the word is missing.
void require_named(const ServeConfig& config);

// Throws ConfigError at --npus where --fabric simulates a switch of fewer ports.
void require_ports(const ServeConfig& config, int npus);

// As --npus or the system's name says. Throws ConfigError at --system.
int npus_of_system(const ServeConfig& config);

// Throws ConfigError naming the option: for names that are none; for degrees that the model, the
// heads or the NPUs do not divide by, with what would do; for weights that memory cannot hold, with
// what takes how much and the fewest NPUs that would do.
Setup setup_of(const ServeConfig& config);
Setup setup_of(const ServeConfig& config, Nouns& nouns);

// "405.9 GB of weights, 2.1 GB of buffers, 516096 B of keys and values for each token; ...": of one
// NPU, for errors.
std::string breakdown(const Setup& setup);

// "12 of these NPUs would do: --npus 12 --tp 4 --pp 3": the fewest that hold so many requests of
// the configuration's length.
std::string fewest_npus(const Setup& setup, std::int64_t requests);

}  // namespace jacquard::serve
