// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/knobs/resolve.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/config/composed.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/plan/physical/system.hpp"
#include "jacquard/workload/hugging_face.hpp"
#include "sim/plan/knobs/from_planner.hpp"
#include "sim/train/usual_batch.hpp"

namespace jacquard::knobs {
namespace {

[[noreturn]] void fail(const char* option, const std::string& expected, const std::string& found,
                       const std::string& hint = "") {
  throw base::ConfigError({option, "", expected, found, hint});
}

void require_between(const char* option, double value, double low, double high,
                     const char* expected) {
  if (value >= low && value <= high) return;  // NaN is not
  fail(option, expected, fmt::format("{}", value));
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A name of `folder`, else of `other`, a file, or an object.
config::Noun noun_of(const std::string& word, const char* source, const char* folder,
                     const char* other) {
  if (word.empty()) fail(source, "a name, a file or an object", "none");
  const config::Place place{source, ""};
  if (word.front() == '{') return {config::parse_json(word, source), place};
  const bool is_first = has(config::shipped_configs(folder), word);
  const bool is_other = !is_first && has(config::shipped_configs(other), word);
  const bool is_file = config::is_path(word);
  if (!is_first && !is_other && !is_file) {
    std::vector<std::string> names = config::shipped_configs(folder);
    for (std::string& name : config::shipped_configs(other)) names.push_back(std::move(name));
    base::throw_unknown_name(source, "a name or a file", word, names);
  }
  return config::noun_of(config::Json(word), place, is_other ? other : folder);
}

bool is_planner_model(const config::Json& json) {
  for (const char* key : {"bottom", "top", "embedding", "blocks"}) {
    if (json.is_object() && json.contains(key)) return true;
  }
  return false;
}

void read_model(const std::string& word, Problem& problem) {
  const config::Noun noun = noun_of(word, "MODEL", "models", plan::kModels);
  train::TrainConfig& config = problem.config;
  if (!is_planner_model(noun.keys)) {
    config.model = workload::read_model(noun.keys, noun.place);
    return;
  }
  plan::Model model;
  plan::model_fields().read(model, noun.keys, noun.place);
  plan::require_complete(model, noun.place);
  config.model = transformer_of(model, noun.place);
  config.batch = static_cast<int>(std::clamp<std::int64_t>(model.batch, 1, 1 << 30));
  problem.money.training_tokens = model.training_tokens;
}

void read_system(const std::string& word, Problem& problem) {
  const config::Noun noun = noun_of(word, "--system", "systems", plan::kClusters);
  if (noun.keys.is_object() && noun.keys.contains("network")) {
    topology::system_fields().read(problem.config.system, noun.keys, noun.place);
    return;
  }
  plan::Cluster cluster;
  plan::cluster_fields().read(cluster, noun.keys, noun.place);
  plan::require_complete(cluster, noun.place);
  problem.config.system = plan::system_of(cluster);
  problem.money.dollars_per_hour = cluster.dollars_per_hour;
}

}  // namespace

bool takes(const std::string& model) {
  if (has(config::shipped_configs(plan::kModels), model)) return false;
  if (has(config::shipped_configs("models"), model)) return true;
  if (!model.empty() && model.front() == '{') {
    return !is_planner_model(config::parse_json(model, "MODEL"));
  }
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(model, ignored)) return false;
  return !is_planner_model(config::read_json(model));
}

Problem resolve(const Options& o) {
  Problem problem;
  train::TrainConfig& config = problem.config;
  const auto& table = train::train_fields();
  read_model(o.model, problem);
  read_system(o.system, problem);
  for (const std::string& assignment : o.set) table.set(config, assignment);
  if (!o.type.empty()) table.set(config, "type", o.type, "--type");
  if (o.batch != 0) table.set(config, "batch", std::to_string(o.batch), "--batch");
  if (o.sequence != 0) table.set(config, "sequence", std::to_string(o.sequence), "--sequence");
  if (o.layers != 0) table.set(config, "layers", std::to_string(o.layers), "--layers");
  if (config.layers > config.model.layers) {
    fail("--layers", fmt::format("at most the model's {} layers", config.model.layers),
         std::to_string(config.layers));
  }
  if (config.layers > 0) config.model.layers = config.layers;
  config.layers = 0;
  config.engine = "analytic";
  config.seed = o.seed;
  if (config.kind != workload::StepKind::train) {
    fail("kind", "train: knobs of training alone are searched", "inference");
  }
  if (tokens_of(config) < 1) fail("--sequence", "tokens of a sequence", "none");
  if (o.batch == 0 && config.batch <= 1) {
    config.batch = train::usual_batch(tokens_of(config), npus_of(problem));
    problem.usual_batch = true;
    spdlog::info("plan: {}", train::words_of_usual_batch(config.batch));
  }
  problem.places.given_by("system", "--system");
  if (!o.memory_limit.empty()) {
    problem.memory =
        config::parse_quantity<base::Bytes>(o.memory_limit, config::Place{"--memory-limit", ""});
    if (problem.memory.count() < 1) fail("--memory-limit", "more than no bytes", o.memory_limit);
  }
  require_between("--margin", o.margin, 0, 10, "a share of memory, 0 to 10");
  require_between("--price", o.price, 0, 1e6, "dollars for an hour, 0 to 1e6");
  require_between("--tokens", o.tokens, 0, 1e18, "tokens of the training, up to 1e18");
  require_between("--top", o.top, 0, 1e6, "ranks, 0 (all) to 1,000,000");
  problem.margin = o.margin;
  if (o.price > 0) problem.money.dollars_per_hour = o.price;
  if (o.tokens > 0) problem.money.training_tokens = o.tokens;
  problem.threads = o.threads;
  return problem;
}

int npus_of(const Problem& problem) {
  return topology::build_fabric(problem.config.system.network).npus();
}

}  // namespace jacquard::knobs
