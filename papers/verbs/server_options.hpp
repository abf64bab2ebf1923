// SPDX-License-Identifier: Apache-2.0
// The job and the server that studies of circuits run.
#pragma once

#include <string>
#include <vector>

#include "sim/cli/arguments.hpp"
#include "sim/cli/train_options.hpp"
#include "systemc/serve/serve_config.hpp"

namespace jacquard::cli {

inline constexpr const char* kNone = "none";

// A job whose experts exchange tokens. Throws ConfigError, naming --job, for another.
TrainJob job_with_experts(const std::string& name, const Common& common);

struct ServerOptions {
  std::string model = "deepseek-v3";  // or none
  std::string system = "circuit_64";
  int requests = 512;
  int input = 32;
  int output = 20;
  int layers = 2;
  std::vector<Option> given = {};  // of what a server alone has
};

void add_server_options(Arguments& app, ServerOptions& o);
// No model: no server is run. Throws ConfigError naming the option.
serve::ServeConfig serving_of(const ServerOptions& o);
// Adds what was asked to the configuration of a result.
void show(const ServerOptions& o, nlohmann::json& config);

}  // namespace jacquard::cli
