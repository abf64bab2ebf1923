// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/recipes/python.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "jacquard/base/file.hpp"
#include "jacquard/interop/recipes/python_file.hpp"

namespace jacquard::interop::recipes {
namespace {

using config::Json;
using config::Place;
using Value = PythonValue;
using Object = PythonObject;

constexpr std::size_t kLargest = std::size_t{4} << 20;
constexpr int kDeepest = 60;                  // of objects
constexpr std::size_t kMostValues = 200'000;  // and each 64 characters of their paths

std::string last_of(const std::string& dotted) { return dotted.substr(dotted.rfind('.') + 1); }
bool has_digit(const std::string& text) {
  return text.find_first_of("0123456789") != std::string::npos;
}

// Arguments of recipes of others, by the settings that they make.
const std::map<std::string, const char*> kArguments = {
    {"num_nodes", "trainer.num_nodes"},
    {"num_gpus_per_node", "trainer.devices"},
    {"tensor_parallelism", "model.tensor_model_parallel_size"},
    {"pipeline_parallelism", "model.pipeline_model_parallel_size"},
    {"virtual_pipeline_parallelism", "model.virtual_pipeline_model_parallel_size"},
    {"context_parallelism", "model.context_parallel_size"},
    {"expert_parallelism", "model.expert_model_parallel_size"},
    {"sequence_parallelism", "model.sequence_parallel"}};
constexpr const char* kNeeded[] = {"tensor_model_parallel_size", "pipeline_model_parallel_size",
                                   "global_batch_size", "micro_batch_size", "seq_length"};

class Recipe {
 public:
  explicit Recipe(const std::string& file) : file_(file) {}

  Settings settings(const Value& value) {
    settings_.framework = Framework::nemo;
    add(value, "");
    if (!value.object) return settings_;
    // A recipe of others sets what is not said here.
    const std::string& callee = value.object->callee;
    const bool is_of_others =
        !callee.empty() && std::isupper(static_cast<unsigned char>(last_of(callee)[0])) == 0;
    for (const char* needed : kNeeded) {
      if (!is_of_others || has(needed)) continue;
      Place{file_, fmt::format("line {}", value.line)}.fail(
          fmt::format("{} in this file, as {} is in another", needed, callee), "none");
    }
    return settings_;
  }
  bool is_one(const Value& value) {
    settings(value.object ? stripped(value) : value);
    const bool found =
        std::any_of(std::begin(kNeeded), std::end(kNeeded), [&](const char* n) { return has(n); });
    settings_ = {};
    return found;
  }

 private:
  static Value stripped(Value value) {
    auto copy = std::make_shared<Object>(*value.object);
    copy->callee.clear();
    value.object = std::move(copy);
    return value;
  }
  static bool is_key(const std::string& name) {
    return std::any_of(keys().begin(), keys().end(), [&](const Key& key) {
      return key.of(Framework::nemo).name() == name || key.of(Framework::megatron).name() == name;
    });
  }
  bool has(const char* name) const {
    return std::any_of(settings_.all.begin(), settings_.all.end(),
                       [&](const Setting& setting) { return setting.name() == name; });
  }

  void add(const Value& value, const std::string& path, int depth = 0) {
    const Place place{file_, fmt::format("line {}", value.line)};
    values_ += 1 + path.size() / 64;
    if (depth > kDeepest || values_ > kMostValues) place.fail("a recipe of fewer parts", "more");
    const bool is_leaf = !value.object || value.object->members.empty();
    if (is_leaf && value.object && value.words.empty() && value.object->callee.empty()) return;
    const std::string name = last_of(path);
    const bool is_precision = name == "plugins" && is_leaf;  // bf16_mixed()
    const bool counts = is_precision || (value.literal ? !value.literal->is_null() : is_key(name));
    const bool is_nothing =
        path.empty() || path == "tokenizer.vocab_size";  // the model has its own
    if (is_leaf && counts && !is_nothing) {
      settings_.all.push_back({is_precision ? "mixed_precision" : path, value.leaf(), place});
    }
    if (!value.object) return;
    name_model(*value.object, place);
    for (const auto& [key, member] : value.object->members) {
      const auto argument = path.empty() ? kArguments.find(key) : kArguments.end();
      const std::string inner = path.empty() ? key : path + "." + key;
      add(member, argument != kArguments.end() ? argument->second : inner, depth + 1);
    }
  }

  // "Llama3Config8B", "llm.llama3_8b.pretrain_recipe".
  void name_model(const Object& object, const Place& place) {
    std::string name = object.callee;
    for (const char* part : {"ModelProvider", "Provider", "Config"}) {
      if (const std::size_t at = name.find(part); at != name.npos)
        name.replace(at, std::string(part).size(), "-");
    }
    while (!name.empty() && !has_digit(last_of(name))) {
      name.erase(name.find('.') == name.npos ? 0 : name.rfind('.'));
    }
    if (name.empty() || !has_digit(name) || has("name")) return;
    settings_.all.push_back({"run.name", last_of(name), place});
  }

  const std::string& file_;
  Settings settings_;
  std::size_t values_ = 0;  // walked so far
};

}  // namespace

bool is_python(const std::string& file) {
  const std::size_t colon = file.rfind(".py:");
  const std::string path = colon == file.npos ? file : file.substr(0, colon + 3);
  return std::filesystem::path(path).extension() == ".py";
}

Settings read_python(const std::string& file) {
  const std::size_t colon = file.rfind(".py:");
  const std::string path = colon == file.npos ? file : file.substr(0, colon + 3);
  const std::string named = colon == file.npos ? "" : file.substr(colon + 4);
  PythonFile python(base::read_file(path, kLargest), path);
  Recipe reader(path);
  std::optional<Value> recipe;
  for (const Value& given : python.given()) {
    if (reader.is_one(given)) recipe = given;
  }
  const Place place{path, ""};
  if (!named.empty()) {
    if (!python.has(named)) place.fail("a function '" + named.substr(0, 60) + "'", "none");
    recipe = python.result_of(named);
  } else if (!recipe) {
    std::vector<std::string> names;
    for (const auto& [name, result] : python.results()) {
      if (!result.object || !reader.is_one(result)) continue;
      recipe = result;
      names.push_back(name);
    }
    if (names.size() > 1) {
      place.fail("one recipe, as " + path + ":" + names[0],
                 fmt::format("{}", fmt::join(names, ", ")));
    }
    if (names.empty()) recipe.reset();
  }
  if (!recipe || !recipe->object) {
    place.fail("a recipe: assignments and keyword arguments of literals", "none");
  }
  return reader.settings(*recipe);
}

}  // namespace jacquard::interop::recipes
