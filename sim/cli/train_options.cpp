// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/train_options.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/config/composed.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/plan/model_noun.hpp"
#include "jacquard/systems/system_noun.hpp"
#include "jacquard/topology/fabric.hpp"
#include "jacquard/workload/model_name.hpp"
#include "sim/cli/find_config.hpp"
#include "sim/cli/system_option.hpp"
#include "sim/train/data_sheet_note.hpp"
#include "systemc/plan/knobs/usual_degrees.hpp"
#include "systemc/train/overlap.hpp"
#include "systemc/train/training_keys.hpp"
#include "systemc/train/usual_batch.hpp"

namespace jacquard::cli {
namespace {

constexpr const char* kInput = "JOB";
constexpr const char* kFolder = "jobs";

constexpr const char* kModels = "models";

// What else is an object is a model itself.
bool is_job(const config::Json& json) {
  return json.is_object() &&
         (json.contains("model") || json.contains("system") || json.contains("parallel"));
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Of configs/models in any spelling, or of configs/planner_models.
bool names_model(const std::string& word) {
  return workload::shipped_model_name(word) || has(config::shipped_configs(plan::kModels), word);
}

struct FileSays {
  bool batch = false;
  bool parallel = false;
  bool system = false;
  bool engine = false;
};

int npus_of(const std::string& system) {
  if (system.empty()) return 0;
  const systems::FoundSystem found = systems::find_system(system, {"--system", ""});
  return topology::build_fabric(found.system.network, found.place / "network").npus();
}

FileSays read_recipe(const std::string& file, const std::string& system, TrainJob& job) {
  job.recipe = interop::recipes::read_recipe(file, npus_of(system));
  job.places = config::Place{file, ""};
  try {
    train::train_fields().read(job.config, job.recipe->job, {file, ""});
  } catch (const base::ConfigError& error) {
    throw job.recipe->in_its_words(error);
  }
  return {true, true, false, false};
}

// What a job's file says; of a model's nothing.
FileSays read_input(const std::string& input, const std::string& system, TrainJob& job) {
  if (interop::recipes::is_recipe(input)) return read_recipe(input, system, job);
  const auto& table = train::train_fields();
  std::vector<std::string> names = config::shipped_configs(kFolder);
  std::error_code ignored;
  const bool exists = std::filesystem::exists(input, ignored);
  if (!exists && !has(names, input)) {
    if (names_model(input)) {
      job.config.model = plan::find_transformer(config::Json(input), {kInput, ""});
      return {};
    }
    if (!config::is_path(input)) {
      const std::vector<std::string> models = config::shipped_configs(kModels);
      names.insert(names.end(), models.begin(), models.end());
      base::throw_unknown_name(kInput, "a file, a job or a model", input, names);
    }
  }
  const std::string file = find_config(kFolder, input, kInput);
  const config::Json json = config::read_json(file);
  if (!is_job(json)) {
    job.config.model = plan::find_transformer(json, {file, ""});
    return {};
  }
  table.read(job.config, json, {file, ""});
  job.places = config::Place{file, ""};
  return {json.contains("batch"), json.contains("parallel"), json.contains("system"),
          json.contains("engine")};
}

void read_model_option(const std::string& text, train::TrainConfig& config) {
  if (text.rfind('{', 0) == 0) {
    config.model = plan::find_transformer(config::parse_json(text, "--model"), {"--model", ""});
  } else {
    train::train_fields().set(config, "model", text, "--model");
  }
}

// "parallel", or any key of it.
bool says_degrees(const train::JobPlaces& places) {
  const auto& given = places.given();
  return std::any_of(given.begin(), given.end(), [](const auto& key) {
    return key.first == "parallel" || key.first.rfind("parallel.", 0) == 0;
  });
}

std::string fault_of_empty(const std::string& text) {
  return text.empty() ? "expected a value, found ''" : "";
}

// Keys of a job that have an option of their own name.
bool has_option(const config::FieldInfo& field) {
  return field.inner.empty() && field.key != "model" && field.key != "title";
}

}  // namespace

std::shared_ptr<TrainOptions> add_train_options(Arguments& app) {
  auto o = std::make_shared<TrainOptions>();
  app.add_option(
      kInput, o->input,
      "A job (configs/jobs/*.json or a name of configs/jobs), or a model: a name of "
      "configs/models, a file, a Hugging Face config.json; or a recipe: arguments of Megatron-LM, "
      "TOML of torchtitan, YAML of NeMo or Megatron-Bridge; or traces: a job.json of jacquard "
      "trace "
      "import, its folder, the PREFIX of PREFIX.0.et");
  app.add_option("--model", o->model, "The model, instead of the job's; also a JSON object")
      .check(fault_of_empty);
  add_system_option(app, o->system, "Network and NPUs");
  app.add_option("--placement", o->placement,
                 "Axes from the nearest on, such as tp,dp,pp; default tp,cp,ep,dp,pp")
      .check(fault_of_empty);
  app.add_option("--overlap", o->overlap,
                 "Of tp's communications with its products: none, async, meshslice:S, or "
                 "meshslice:auto for the best S")
      .check(fault_of_empty);
  const auto& fields = train::train_fields().infos();
  o->texts.resize(fields.size());  // CLI11 keeps references: never resized again
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (has_option(fields[i])) {
      o->options.push_back({i, add_key_option(app, fields[i], o->texts[i])});
    }
  }
  return o;
}

void take_options(const TrainOptions& o, const Common& common, TrainJob& job) {
  const auto& table = train::train_fields();
  if (!o.system.empty()) {
    systems::FoundSystem found = systems::find_system(o.system, {"--system", ""});
    job.config.system = std::move(found.system);
    job.places.given_by("system", found.place.source);
  }
  for (const std::string& assignment : common.set) {
    table.set(job.config, assignment);
    const std::string key = config::split_assignment(assignment).path;
    job.places.given_by(key, "--set " + key);
  }
  for (const auto& [field, option] : o.options) {
    if (!option.given()) continue;
    const std::string& key = table.infos()[field].key;
    table.set(job.config, key, o.texts[field], option_name(key));
    job.places.given_by(key, option_name(key));
  }
}

void require_system(bool in_file, const train::JobPlaces& places) {
  if (in_file) return;
  for (const auto& [key, option] : places.given()) {
    if (key == "system" || key.rfind("system.", 0) == 0) return;
  }
  throw base::ConfigError(
      {"--system", "", "NPUs such as 8xh100, or a name of configs/systems", "none", ""});
}

TrainJob resolve_train(const TrainOptions& o, const Common& common) {
  TrainJob job;
  train::TrainConfig& config = job.config;
  if (o.input.empty() && o.model.empty()) {
    throw base::ConfigError({kInput, "", "a job or a model (see jacquard train --help)", "", ""});
  }
  const FileSays file = o.input.empty() ? FileSays{} : read_input(o.input, o.system, job);
  if (!o.model.empty()) read_model_option(o.model, config);
  take_options(o, common, job);
  if (config.model.hidden < 1) {
    job.places.of("model").fail("a model (see jacquard train --help)", "none");
  }
  job.usual_engine = !file.engine && job.places.given().count("engine") == 0;
  config.seed = common.seed;
  if (!o.placement.empty()) {
    std::string axes = o.placement;
    std::replace(axes.begin(), axes.end(), ',', ':');
    config.parallel.placement =
        workload::parse_parallelism("placement=" + axes, "--placement").placement;
  }
  if (job.recipe) require_system(file.system, job.places);
  train::require_training_keys(config, job.places);
  if (!file.parallel && !says_degrees(job.places)) {
    require_system(file.system, job.places);  // whose degrees nobody can say else
    const bool batch = file.batch || job.places.given().count("batch") > 0;
    knobs::Problem problem;
    problem.config = config;
    problem.config.lengths = {};  // degrees are those of whole sequences
    problem.places = job.places;
    problem.threads = common.threads;
    job.usual_degrees = knobs::use_usual_degrees(problem, batch);
    config.parallel = problem.config.parallel;
    config.batch = problem.config.batch;
    if (job.usual_degrees && !common.for_people()) {  // else the answer says so
      spdlog::info("train: {}", knobs::sentence_of_usual_degrees(config));
    }
  }
  if (!file.batch && job.places.given().count("batch") == 0) {
    job.usual_batch = train::use_usual_batch(config, job.places);
    if (job.usual_batch && !common.for_people())
      spdlog::info("train: {}", train::words_of_usual_batch(config.batch));
  } else if (!file.batch && train::fit_micro_batch(config, job.places)) {
    spdlog::info("train: micro_batch={}, the largest that fits into memory",
                 config.parallel.micro_batch);
  }
  train::say_data_sheet("train", config.system.npu.device);
  if (!o.overlap.empty()) train::set_overlap(config, job.places, o.overlap, "--overlap");
  return job;
}

}  // namespace jacquard::cli
