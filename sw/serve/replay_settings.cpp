// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/replay_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "jacquard/base/error.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/config/json_object.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/serve/hardware/system_name.hpp"
#include "jacquard/systems/npus_word.hpp"
#include "jacquard/workload/model_name.hpp"

namespace jacquard::serve {
namespace {

using config::Json;
using config::Place;

constexpr int kMostOfAStep = 1 << 24;
// vLLM's defaults.
constexpr int kSequences = 256;
constexpr int kBatchedTokens = 2048;
constexpr int kBlock = 16;
// Engine start-up leaves kernels to be loaded by the first step: measured once, on the replay of
// data/measured (an RTX 4090), from the first step's end to what its kernels take.
constexpr base::Picoseconds kColdStep{368'000'000'000};
// vLLM hands tokens out and plans the next step in this time; measured there too, as the time
// between a step's tokens and the records of the next one's plan.
constexpr base::Picoseconds kPlanning{100'000'000};

// The same run's steps with prompts, where both their ends are known, take 0.8 to 2.8 % less than
// the profile's layers add up to.
constexpr double kPromptSteps = 0.98;
// Its requests begin alike now and then (request 48 with the 455 tokens of request 40), which
// lengths do not tell. A cache that shares blocks holds so much more.
constexpr double kSharedBlocks = 0.018;

// A member that is there and not null.
const Json* given(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

int whole(const Json& object, const char* key, int most, int otherwise, const Place& place) {
  const Json* value = given(object, key);
  return value == nullptr ? otherwise : config::read_int(*value, 1, most, place / key);
}

bool flag(const Json& object, const char* key, bool otherwise, const Place& place) {
  const Json* value = given(object, key);
  if (value == nullptr) return otherwise;
  if (!value->is_boolean()) (place / key).fail("true or false", config::brief(*value));
  return value->get<bool>();
}

// The shipped device that the engine's name of its GPU has in it; one without a name if there is
// none.
cost::Device device_of(const Json& json, const Place& root) {
  const Json* name = given(json, "device");
  if (name == nullptr) return {};
  if (!name->is_string()) (root / "device").fail("a GPU's name", config::brief(*name));
  const std::string wanted = workload::letters_and_digits(name->get<std::string>());
  const auto stands = [&](const std::string& word) {
    return wanted.find(workload::letters_and_digits(word)) != std::string::npos;
  };
  for (const std::string& shipped : config::shipped_configs("devices")) {
    // "H100 80GB HBM3" is the form with NVLink, which its name leaves out.
    std::string bare = shipped;
    const std::size_t form = bare.find("_sxm");
    if (form != std::string::npos) bare.resize(form);
    if (stands(bare)) return *cost::shipped_device(shipped);
  }
  return {};
}

// Its attention is FlashAttention-2's.
bool has_second_flash(const cost::Device& device) {
  const std::string& kind = device.architecture;
  return kind == "ampere" || kind == "ada" || kind == "blackwell_rtx";
}

void read_cache(const Json& json, EngineSettings& engine, const Place& root) {
  const Json* cache = given(json, "kv_cache");
  if (cache == nullptr) return;
  const Place place = root / "kv_cache";
  if (!cache->is_object()) place.fail("an object", config::brief(*cache));
  engine.block = whole(*cache, "block_size", 1 << 16, kBlock, place);
  engine.prefix_caching = flag(*cache, "enable_prefix_caching", true, place);
  const int none = 0;
  const int most = std::numeric_limits<int>::max();
  engine.blocks = whole(*cache, "num_gpu_blocks", most, none, place);
  if (engine.blocks == 0) {
    engine.blocks = whole(*cache, "num_kv_tokens", most, none, place) / engine.block;
  }
  if (engine.blocks == 1) {
    place.fail("room for at least two blocks, as one is reserved", "one");
  }
}

std::map<std::string, double> read_measured(const Json& json, const Place& root) {
  std::map<std::string, double> measured;
  const Json* metrics = given(json, "metrics");
  if (metrics == nullptr) return measured;
  const Place place = root / "metrics";
  if (!metrics->is_object()) place.fail("an object", config::brief(*metrics));
  for (const auto& [name, values] : metrics->items()) {
    const Json* value = values.is_object() ? given(values, "measured_ms") : nullptr;
    if (value == nullptr || !value->is_number()) {
      (place / name).fail("an object with a number 'measured_ms'", config::brief(values));
    }
    measured[name] = value->get<double>();
  }
  return measured;
}

}  // namespace

ReplaySettings read_replay_settings(const std::string& path) {
  const Json json = config::read_json(path);
  const Place root{path, ""};
  if (!json.is_object()) root.fail("an object with the engine's settings", config::brief(json));
  ReplaySettings settings;
  EngineSettings& engine = settings.engine;
  engine.max_sequences = whole(json, "max_num_seqs", kMostOfAStep, kSequences, root);
  engine.max_batched_tokens =
      whole(json, "max_num_batched_tokens", kMostOfAStep, kBatchedTokens, root);
  engine.max_model_length = whole(json, "max_model_len", std::numeric_limits<int>::max(), 0, root);
  engine.plan_ahead = true;
  engine.queued_between_steps = true;
  engine.host = kPlanning;
  engine.first_step = kColdStep;
  read_cache(json, engine, root);
  if (engine.prefix_caching) {
    settings.shared_blocks =
        static_cast<std::int64_t>(kSharedBlocks * static_cast<double>(engine.blocks));
  }

  settings.groups = whole(json, "dp", systems::kMostNpus, 1, root);
  ProfiledModel& model = settings.model;
  model.tp = whole(json, "tp", systems::kMostNpus, 1, root);
  model.groups = settings.groups;
  const Json* name = given(json, "model");
  if (name == nullptr || !name->is_string()) {
    (root / "model").fail("a model's name", name == nullptr ? "nothing" : config::brief(*name));
  }
  const workload::Model named = workload::named_model(name->get<std::string>(), root / "model");
  model.layers = named.layers;
  model.hidden = named.hidden;
  model.experts = named.experts.count;
  model.experts_per_token = named.experts.top_k;
  model.prompt_steps = kPromptSteps;
  model.kv_heads = named.kv_head_count();
  model.head_size = static_cast<int>(named.size_of_head());
  model.longest = engine.max_model_length;
  model.device = device_of(json, root);
  model.processors = has_second_flash(model.device) ? model.device.processors : 0;
  if (flag(json, "expert_parallel", false, root)) {
    model.expert_parallel = model.tp * settings.groups;
  }
  settings.measured = read_measured(json, root);
  return settings;
}

}  // namespace jacquard::serve
