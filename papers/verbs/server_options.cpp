// SPDX-License-Identifier: Apache-2.0
#include "papers/verbs/server_options.hpp"

#include "jacquard/base/error.hpp"
#include "jacquard/plan/model_noun.hpp"
#include "sim/cli/require_range.hpp"

namespace jacquard::cli {

TrainJob job_with_experts(const std::string& name, const Common& common) {
  TrainOptions train;
  train.input = name;
  TrainJob job = resolve_train(train, common);
  if (job.config.model.has_experts()) return job;
  throw base::ConfigError({"--job", "", "a job whose experts exchange tokens", name, ""});
}

void add_server_options(Arguments& app, ServerOptions& o) {
  app.add_option("--serving", o.model, "The model that is served, or none").capture_default_str();
  o.given = {
      app.add_option("--system", o.system, "On which it is served").capture_default_str(),
      app.add_option("--requests-count", o.requests, "That are served").capture_default_str(),
      app.add_option("--input-tokens,--isl", o.input, "Tokens of a prompt").capture_default_str(),
      app.add_option("--output-tokens,--osl", o.output, "Tokens of an answer")
          .capture_default_str(),
      app.add_option("--exchange-layers", o.layers,
                     "Of a step of the server that are simulated, the others as these; 0: all")
          .capture_default_str()};
}

serve::ServeConfig serving_of(const ServerOptions& o) {
  require_range("--requests-count", o.requests, 1, 100'000);
  require_range("--input-tokens", o.input, 1, 1 << 20);
  require_range("--output-tokens", o.output, 2, 1 << 20);
  require_range("--exchange-layers", o.layers, 0, 1 << 16);
  serve::ServeConfig serving;
  if (o.model == kNone) {
    for (const Option& option : o.given) option.only_if(false, "--serving none runs no server");
    return serving;
  }
  if (!plan::find_transformer(config::Json(o.model), {"--serving", ""}).has_experts()) {
    throw base::ConfigError({"--serving", "", "a model with experts, or none", o.model, ""});
  }
  serving.model = o.model;
  serving.system = o.system;
  serving.input = o.input;
  serving.output = o.output;
  serving.exchange_layers = o.layers;
  return serving;
}

void show(const ServerOptions& o, nlohmann::json& config) {
  config.update({{"serving", o.model},
                 {"system", o.system},
                 {"requests", o.requests},
                 {"input_tokens", o.input},
                 {"output_tokens", o.output},
                 {"exchange_layers", o.layers}});
}

}  // namespace jacquard::cli
