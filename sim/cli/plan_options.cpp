// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/plan_options.hpp"

#include "jacquard/base/error.hpp"
#include "jacquard/plan/model_noun.hpp"
#include "jacquard/systems/system_noun.hpp"

namespace jacquard::cli {
namespace {

using planner::PlanConfig;

// Keys that have an option of their own name.
bool has_option(const config::FieldInfo& field) { return field.inner.empty(); }

std::string fault_of_empty(const std::string& text) {
  return text.empty() ? "expected a value, found ''" : "";
}

}  // namespace

bool PlanOptions::given(const std::string& key) const {
  for (const Key& k : options) {
    if (planner::plan_fields().infos()[k.field].key == key) return k.option.given();
  }
  return false;
}

std::string PlanOptions::text_of(const std::string& key) const {
  for (const auto& [field, option] : options) {
    if (planner::plan_fields().infos()[field].key == key && option.given()) return texts[field];
  }
  return "";
}

std::shared_ptr<PlanOptions> add_plan_options(Arguments& app) {
  auto o = std::make_shared<PlanOptions>();
  app.add_option("MODEL", o->input,
                 "A name of configs/planner_models, a file, or a JSON object (jacquard config "
                 "schema planner_model); or a recipe, as jacquard train takes it")
      .check(fault_of_empty);
  app.add_option("--model", o->model, "The same as MODEL").check(fault_of_empty);
  add_file_option(
      app, "--system", o->system,
      "The cluster: NPUs such as 16xh100, a name of configs/systems, a file, or a JSON object");
  const auto& fields = planner::plan_fields().infos();
  o->texts.resize(fields.size());  // CLI11 keeps references: never resized again
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!has_option(fields[i])) continue;
    o->options.push_back({i, add_key_option(app, fields[i], o->texts[i])});
  }
  return o;
}

PlanConfig resolve_plan(const PlanOptions& o, const Common& common) {
  const auto& table = planner::plan_fields();
  const auto missing = [](const char* option, const char* expected) {
    throw base::ConfigError({option, "", expected, "none", "see jacquard plan --help"});
  };
  if (o.model_word().empty()) missing("MODEL", "a name of configs/planner_models or a file");
  if (!o.input.empty() && !o.model.empty()) {
    throw base::ConfigError({"--model", "", "nothing beside MODEL", o.model, ""});
  }
  if (o.system.empty())
    missing("--system", "NPUs such as 16xh100, a name of configs/systems, or a file");
  PlanConfig config;
  config.model =
      plan::find_layer_types(o.model_word(), {o.model.empty() ? "MODEL" : "--model", ""});
  config.system = systems::find_cluster(o.system, {"--system", ""});
  for (const std::string& assignment : common.set) table.set(config, assignment);
  for (const auto& [field, option] : o.options) {
    if (!option.given()) continue;
    const std::string& key = table.infos()[field].key;
    table.set(config, key, o.texts[field], option_name(key));
    // To a table the word is no value; here it is the paper's rules.
    if (key == "physics" && o.texts[field] == "none") config.physics = "none";
  }
  require_complete(config.model, {"MODEL", ""});
  require_complete(config.system, {"--system", ""});
  return config;
}

}  // namespace jacquard::cli
