// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/recipes/recipe.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/interop/recipes/draft.hpp"

namespace jacquard::interop::recipes {
namespace {

using config::Json;

// Sections that hold settings of a run, of NeMo, Megatron-Bridge and files of Megatron-LM.
constexpr const char* kSections[] = {"model",
                                     "train",
                                     "trainer",
                                     "training",
                                     "strategy",
                                     "config",
                                     "optim",
                                     "optimizer",
                                     "ddp",
                                     "comm_overlap",
                                     "parallel",
                                     "parallelism",
                                     "dataset",
                                     "data",
                                     "checkpoint",
                                     "tokenizer",
                                     "run",
                                     "overrides",
                                     "megatron",
                                     "megatron_cfg",
                                     "model_config",
                                     "mixed_precision",
                                     "resources",
                                     "distributed",
                                     "language_model",
                                     "model_parallel",
                                     "plugins"};

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool is_section(const std::string& path) {
  if (path.find('.') == std::string::npos) return true;  // in none
  const std::string sections = path.substr(0, path.rfind('.'));
  const std::string last = sections.substr(sections.rfind('.') + 1);
  return ends_with(last, "ARGS") ||
         std::find(std::begin(kSections), std::end(kSections), last) != std::end(kSections);
}

struct Match {
  const Key::Theirs* theirs = nullptr;
  bool own = false;  // the framework's own path
};

Match match(const Key& key, Framework framework, const Setting& setting) {
  const std::string& path = setting.path;
  const auto of = [&](Framework f) {
    const Key::Theirs& theirs = key.of(f);
    if (theirs.path.empty()) return Match{};
    if (path == theirs.path) return Match{&theirs, f == framework};
    const std::string name = theirs.name();
    // torchtitan's degrees stood elsewhere in 2024.
    if (f == Framework::torchtitan) {
      const bool older = theirs.path == "parallelism." + name &&
                         (path == "training." + name || path == "experimental." + name);
      return older ? Match{&theirs} : Match{};
    }
    // Words that many sections have.
    const bool common = name == "name" || name == "type" || name == "model";
    const bool same = name == setting.name() && !common && is_section(path);
    const bool within = name != theirs.path && ends_with(path, "." + theirs.path);
    return same || within ? Match{&theirs} : Match{};
  };
  const Match its = of(framework);
  const bool kindred = framework == Framework::nemo && its.theirs == nullptr;
  return kindred ? of(Framework::megatron) : its;
}

// As the table's kind of value, null for an option that is off. Behind an argument may stand words
// of the command.
Json value_of(Kind kind, const Setting& setting) {
  const bool argument = setting.place.where.rfind("--", 0) == 0;
  const bool several = argument && setting.value.is_array() && kind == Kind::number;
  const Json& v = several ? setting.value[0] : setting.value;
  if (kind == Kind::text && !v.is_binary()) return v;
  if (kind == Kind::text) return config::brief(v);  // as bf16_mixed() in Python
  if (kind == Kind::flag) {
    if (v.is_boolean()) return v;
    if (v.is_number()) return v != 0;
    if (argument) return true;
    setting.place.fail("true or false", config::brief(v));
  }
  constexpr std::int64_t kMost = 1 << 30;
  if (v == false) return nullptr;
  if (v.is_number_integer() && v >= -1 && v <= kMost) return v;
  // Behind a variable that is nothing stands the program.
  const bool none =
      argument && (v == true || (v.is_string() && ends_with(v.get<std::string>(), ".py")));
  setting.place.fail("a whole number, up to 2^30", none ? "none" : config::brief(v),
                     none ? "variables that the script does not set are nothing" : "");
}

bool is_off(const Setting& setting) {
  const Json& value = setting.value;
  const bool one = value == 1 && setting.name().rfind("num_distributed", 0) == 0;
  return one || value == false || value == 0 || value == "no_shard" || value == Json::array();
}

// Names for a note.
struct Names {
  int count = 0;
  std::string first = {};
  void add(const std::string& name) {
    constexpr int kNamed = 6;
    if (++count <= kNamed) first += (count > 1 ? ", " : "") + name;
    if (count == kNamed + 1) first += ", ...";
  }
};

// By key of ours: the setting that counts, and its rank. Less counts first: the framework's own
// path, then the row in the table.
using Taken = std::map<std::string, std::pair<std::size_t, const Setting*>>;

void read_setting(const Setting& setting, Draft& draft, Taken& taken, Names& unknown, Names& lost) {
  const std::vector<Key>& all = keys();
  std::size_t best = 2 * all.size();
  for (std::size_t row = 0; row < all.size(); ++row) {
    const Match its = match(all[row], draft.framework, setting);
    if (its.theirs != nullptr) best = std::min(best, row + (its.own ? 0 : all.size()));
  }
  if (best < 2 * all.size()) {
    const Key& key = all[best % all.size()];
    Json value = value_of(key.kind, setting);
    if (value.is_null()) return;
    if (match(key, draft.framework, setting).theirs->opposite) value = !value.get<bool>();
    const auto before = taken.find(key.ours);
    if (before != taken.end()) {
      const auto& [rank, other] = before->second;
      if (rank < best) return;
      if (rank == best && other->value != setting.value)
        setting.place.fail(
            "the value of " + other->place.where + ", " + config::brief(other->value),
            config::brief(setting.value));
    }
    taken[key.ours] = {best, &setting};
    draft.at(key.ours) = std::move(value);
    draft.places[key.ours] = setting.place;
    return;
  }
  const Effect effect = effect_of(setting.path);
  if (effect == Effect::unknown) unknown.add(setting.path);
  if (effect == Effect::some && !is_off(setting)) lost.add(setting.path);
}

}  // namespace

const Json* Draft::find(const std::string& ours) const {
  const Json::json_pointer pointer(ours);
  return job.contains(pointer) ? &job[pointer] : nullptr;
}
int Draft::number(const std::string& ours, int otherwise) const {
  const Json* const value = find(ours);
  return value == nullptr ? otherwise : value->get<int>();
}
bool Draft::flag(const std::string& ours, bool otherwise) const {
  const Json* const value = find(ours);
  return value == nullptr ? otherwise : value->get<bool>();
}
std::string Draft::text(const std::string& ours, const std::string& otherwise) const {
  const Json* const value = find(ours);
  return value == nullptr     ? otherwise
         : value->is_string() ? value->get<std::string>()
                              : value->dump();
}
std::vector<std::string> Draft::words(const std::string& ours) const {
  const Json* const value = find(ours);
  if (value == nullptr) return {};
  if (!value->is_array()) return base::comma_list(text(ours));
  std::vector<std::string> words;
  for (const Json& word : *value) {
    words.push_back(word.is_string() ? word.get<std::string>() : word.dump());
  }
  return words;
}
config::Place Draft::place(const std::string& ours) const {
  const auto found = places.find(ours);
  return found == places.end() ? config::Place{file, ""} : found->second;
}

base::ConfigError Recipe::in_its_words(const base::ConfigError& error) const {
  base::InputFault fault = error.fault();
  const auto found = places.find(fault.where);
  if (fault.source != file) return error;
  if (found != places.end()) {
    fault.where = found->second.where;
  } else if (!fault.where.empty() && fault.where.front() == '/') {
    fault.where = fault.where.substr(1) + ", as it is read";
  }
  return base::ConfigError(std::move(fault));
}

Recipe read_recipe(const std::string& file, int npus) {
  const Settings settings = read_settings(file);
  Draft draft;
  draft.file = file;
  draft.framework = settings.framework;
  draft.job = Json::object();
  Names unknown, lost;
  Taken taken;
  for (const Setting& setting : settings.all) read_setting(setting, draft, taken, unknown, lost);
  if (draft.places.empty()) {
    config::Place{file, ""}.fail("settings of Megatron-LM, torchtitan, NeMo or Megatron-Bridge",
                                 fmt::format("none of them in {}", settings.all.size()));
  }
  complete_model(draft);
  complete_parallel(draft, npus);
  draft.job.erase("x");
  if (lost.count > 0) draft.notes.push_back("not followed: " + lost.first);
  if (unknown.count > 0) {
    draft.notes.push_back(
        fmt::format("keys that are not known: {} ({})", unknown.count, unknown.first));
  }
  return std::move(draft);
}

}  // namespace jacquard::interop::recipes
