// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/train_options.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/config/composed.hpp"
#include "jacquard/config/find_config.hpp"
#include "sim/cli/find_config.hpp"
#include "sim/cli/system_option.hpp"

namespace jacquard::cli {
namespace {

constexpr const char* kInput = "JOB";
constexpr const char* kFolder = "jobs";

// A job has a model; what else is an object is a model itself.
bool is_job(const config::Json& json) { return json.is_object() && json.contains("model"); }

bool is_shipped(const std::string& name) {
  const std::vector<std::string> names = config::shipped_configs(kFolder);
  return std::find(names.begin(), names.end(), name) != names.end();
}

void read_input(const std::string& input, train::TrainConfig& config) {
  const auto& table = train::train_fields();
  if (is_shipped(input) || config::is_path(input)) {
    const std::string file = find_config(kFolder, input, kInput);
    const config::Json json = config::read_json(file);
    if (is_job(json)) return table.read(config, json, {file, ""});
  }
  table.set(config, "model", input, kInput);
}

// Keys of a job that have an option of their own name.
bool has_option(const config::FieldInfo& field) {
  return field.inner.empty() && field.key != "model" && field.key != "title";
}

}  // namespace

std::shared_ptr<TrainOptions> add_train_options(Arguments& app) {
  auto o = std::make_shared<TrainOptions>();
  app.add_option(kInput, o->input,
                 "A job (configs/jobs/*.json or a name of configs/jobs), or a model: a name of "
                 "configs/models, a file, a Hugging Face config.json");
  app.add_option("--model", o->model, "The model, instead of the job's");
  add_system_option(app, o->system, "The cluster");
  app.add_option("--placement", o->placement,
                 "Axes from the nearest on, such as tp,dp,pp; default tp,cp,ep,dp,pp");
  const auto& fields = train::train_fields().infos();
  o->texts.resize(fields.size());  // CLI11 keeps references: never resized again
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (has_option(fields[i])) {
      o->options.push_back({i, add_key_option(app, fields[i], o->texts[i])});
    }
  }
  return o;
}

train::TrainConfig resolve_train(const TrainOptions& o, const Common& common) {
  const auto& table = train::train_fields();
  train::TrainConfig config;
  if (o.input.empty() && o.model.empty()) {
    throw base::ConfigError({kInput, "", "a job or a model (see jacquard train --help)", "", ""});
  }
  if (!o.input.empty()) read_input(o.input, config);
  if (!o.model.empty()) table.set(config, "model", o.model, "--model");
  if (!o.system.empty()) config.system = read_system(o.system);
  for (const std::string& assignment : common.set) table.set(config, assignment);
  for (const auto& [field, option] : o.options) {
    if (!option.given()) continue;
    const std::string& key = table.infos()[field].key;
    table.set(config, key, o.texts[field], option_name(key));
  }
  config.seed = common.seed;
  if (!o.placement.empty()) {
    std::string axes = o.placement;
    std::replace(axes.begin(), axes.end(), ',', ':');
    config.parallel.placement =
        workload::parse_parallelism("placement=" + axes, "--placement").placement;
  }
  return config;
}

}  // namespace jacquard::cli
