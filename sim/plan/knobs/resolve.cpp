// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/knobs/resolve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/workload/hugging_face.hpp"

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

void read_noun(train::TrainConfig& config, const char* key, const std::string& text,
               const char* source) {
  const auto& table = train::train_fields();
  if (text.empty()) fail(source, "a name, a file or an object", "none");
  if (text.front() != '{') return table.set(config, key, text, source);
  if (std::string(key) == "model") {
    config.model = workload::read_model(config::parse_json(text, source), {source, ""});
    return;
  }
  topology::system_fields().read(config.system, config::parse_json(text, source), {source, ""});
}

bool is_planner_model(const config::Json& json) {
  for (const char* key : {"bottom", "top", "embedding", "blocks"}) {
    if (json.contains(key)) return true;
  }
  return false;
}

}  // namespace

bool takes(const std::string& model) {
  const std::vector<std::string> names = config::shipped_configs("models");
  if (std::find(names.begin(), names.end(), model) != names.end()) return true;
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
  read_noun(config, "model", o.model, "MODEL");
  read_noun(config, "system", o.system, "--system");
  for (const std::string& assignment : o.set) table.set(config, assignment);
  if (!o.type.empty()) table.set(config, "type", o.type, "--type");
  if (o.batch != 0) table.set(config, "batch", std::to_string(o.batch), "--batch");
  if (o.batch == 0 && config.batch <= 1) fail("--batch", "sequences of a step", "none");
  if (o.sequence != 0) table.set(config, "sequence", std::to_string(o.sequence), "--sequence");
  if (o.layers != 0) table.set(config, "layers", std::to_string(o.layers), "--layers");
  if (config.layers > 0) config.model.layers = std::min(config.layers, config.model.layers);
  config.layers = 0;
  config.engine = "analytic";
  config.seed = o.seed;
  if (config.kind != workload::StepKind::train) {
    fail("kind", "train: knobs of training alone are searched", "inference");
  }
  if (tokens_of(config) < 1) fail("--sequence", "tokens of a sequence", "none");
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
  problem.threads = o.threads;
  return problem;
}

int npus_of(const Problem& problem) {
  return topology::build_fabric(problem.config.system.network).npus();
}

double parse_deadline(const std::string& text, const std::string& source) {
  struct Word {
    const char* word;
    double seconds;
  };
  for (const Word& unit :
       {Word{" days", 86400}, Word{" day", 86400}, Word{" hours", 3600}, Word{" hour", 3600}}) {
    const std::string word = unit.word;
    if (text.size() <= word.size() || text.substr(text.size() - word.size()) != word) continue;
    std::size_t read = 0;
    double value = 0;
    try {
      value = std::stod(text, &read);
    } catch (const std::exception&) {
      read = 0;
    }
    if (read + word.size() != text.size() || !(value > 0) || !(value < 1e6)) break;
    return value * unit.seconds;
  }
  throw base::ConfigError({source, "", "a time such as \"20 days\" or \"36 hours\"", text, ""});
}

}  // namespace jacquard::knobs
