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
#include "jacquard/interop/recipes/recipe.hpp"
#include "jacquard/plan/model_noun.hpp"
#include "jacquard/systems/reached.hpp"
#include "jacquard/systems/system_noun.hpp"
#include "jacquard/workload/model_name.hpp"
#include "sim/train/data_sheet_note.hpp"
#include "systemc/train/training_keys.hpp"
#include "systemc/train/usual_batch.hpp"

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

bool is_object(const std::string& word) { return !word.empty() && word.front() == '{'; }

// Its model, batch, tokens and numbers: degrees are what is asked.
void read_recipe(const std::string& file, train::TrainConfig& config) {
  const interop::recipes::Recipe recipe = interop::recipes::read_recipe(file, -1);
  config::Json job = recipe.job;
  for (const char* degrees : {"parallel", "framework"}) job.erase(degrees);
  if (recipe.places.count("/batch") == 0) job.erase("batch");
  try {
    train::train_fields().read(config, job, {file, ""});
  } catch (const base::ConfigError& error) {
    throw recipe.in_its_words(error);
  }
}

// What a model of layer types says of its training is taken too.
void read_model(const std::string& word, Problem& problem) {
  if (word.empty()) fail("MODEL", "a name, a file or an object", "none");
  if (interop::recipes::is_recipe(word)) return read_recipe(word, problem.config);
  const config::Place place{"MODEL", ""};
  const config::Json json =
      is_object(word) ? config::parse_json(word, "MODEL") : config::Json(word);
  train::TrainConfig& config = problem.config;
  config.model = plan::find_transformer(json, place);
  if (takes(word)) return;
  const plan::Model model = plan::find_layer_types(word, place);
  config.batch = static_cast<int>(std::clamp<std::int64_t>(model.batch, 1, 1 << 30));
  problem.money.training_tokens = model.training_tokens;
}

void read_system(const std::string& word, Problem& problem) {
  if (word.empty()) fail("--system", "NPUs such as 8xh200, a name, a file or an object", "none");
  const systems::FoundSystem found = systems::find_system(word, {"--system", ""});
  systems::require_whole_nodes(
      found.system, topology::build_fabric(found.system.network, found.place / "network"),
      found.place);
  problem.places.given_by("system", found.place.source);
  problem.config.system = found.system;
  if (found.cluster) problem.money.dollars_per_hour = found.cluster->dollars_per_hour;
}

// Of training, which hold for every setting.
void require_keys(const std::vector<std::string>& set, const Problem& problem) {
  train::JobPlaces places = problem.places;
  for (const std::string& assignment : set) {
    const std::string key = config::split_assignment(assignment).path;
    places.given_by(key, "--set " + key);
  }
  if (const auto documents = train::said_documents(problem.config.lengths)) {
    const std::string none = documents->none;
    places.of(documents->key).fail(none + ": a search is of whole sequences", documents->found);
  }
  train::require_training_keys(problem.config, places);
}

}  // namespace

bool takes(const std::string& model) {
  if (is_object(model)) return !plan::says_layer_types(config::parse_json(model, "MODEL"));
  if (has(config::shipped_configs("models"), model)) return true;
  if (has(config::shipped_configs(plan::kModels), model)) return false;
  if (interop::recipes::is_recipe(model)) return true;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(model, ignored)) {
    return workload::shipped_model_name(model).has_value();
  }
  return !plan::says_layer_types(config::read_json(model));
}

Problem resolve(const Options& o) {
  Problem problem;
  train::TrainConfig& config = problem.config;
  const auto& table = train::train_fields();
  read_model(o.model, problem);
  read_system(o.system, problem);
  for (const std::string& assignment : o.set) table.set(config, assignment);
  if (!o.type.empty()) table.set(config, "type", o.type, "--type");
  if (!o.law.empty()) table.set(config, "law", o.law, "--law");
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
  require_keys(o.set, problem);
  if (tokens_of(config) < 1) fail("--sequence", "tokens of a sequence", "none");
  if (o.batch == 0 && config.batch <= 1) {
    config.batch = train::usual_batch(tokens_of(config), npus_of(problem));
    problem.usual_batch = true;
    spdlog::info("plan: {}", train::words_of_usual_batch(config.batch));
  }
  train::say_data_sheet("plan", config.system.npu.device);
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
