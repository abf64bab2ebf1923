// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/training_software.hpp"

#include <algorithm>

namespace jacquard::workload {
namespace {

using config::boolean;
using config::choice;
using config::field;
using K = SoftwareKeys;
using S = TrainingSoftware;

constexpr base::Picoseconds kSlowestLaunch{1'000'000'000};

config::Codec<NumberType> wide_or_fp8() {
  return choice<NumberType>({{"bf16", NumberType::bf16}, {"fp8", NumberType::fp8}});
}

config::Codec<base::Picoseconds> launch_time() {
  return config::quantity(base::Picoseconds{0}, kSlowestLaunch);
}

const config::FieldTable<K>& key_fields() {
  static const config::FieldTable<K> table(
      "software_keys", "What a release of a training framework does of itself.",
      {
          field<K>(
              "gradient_type", [](auto& k) -> auto& { return k.gradient_type; },
              config::optional(
                  choice<NumberType>({{"fp32", NumberType::fp32}, {"bf16", NumberType::bf16}})),
              "Numbers in which gradients are summed and reduced; none: as the job says."),
          field<K>(
              "attention_type", [](auto& k) -> auto& { return k.attention_type; }, wide_or_fp8(),
              "Numbers of attention's products."),
          field<K>(
              "fused_loss", [](auto& k) -> auto& { return k.fused_loss; }, boolean(),
              "Whether the loss is one kernel each way, which overwrites the logits."),
          field<K>(
              "reduces_beside", [](auto& k) -> auto& { return k.reduces_beside; }, boolean(),
              "Whether gradients are reduced beside the backward pass, if the job overlaps them."),
          field<K>(
              "gathers_beside", [](auto& k) -> auto& { return k.gathers_beside; }, boolean(),
              "Whether weights that were updated are gathered beside the next forward pass."),
          field<K>(
              "expert_path", [](auto& k) -> auto& { return k.expert_path; },
              choice<ExpertPath>({{"all_to_all", ExpertPath::all_to_all},
                                  {"deepep", ExpertPath::deepep},
                                  {"hybridep", ExpertPath::hybridep}}),
              "How tokens reach experts: each row by NCCL, or a token once to each node and once "
              "to "
              "each GPU."),
          field<K>(
              "dispatch_type", [](auto& k) -> auto& { return k.dispatch_type; }, wide_or_fp8(),
              "Numbers in which tokens go to experts."),
          field<K>(
              "experts_beside", [](auto& k) -> auto& { return k.experts_beside; }, boolean(),
              "Whether dispatch and combine run beside another micro-batch's computations."),
          field<K>(
              "eager_activation", [](auto& k) -> auto& { return k.eager_activation; }, boolean(),
              "Whether the activation and the biases of experts are a kernel for each operation."),
          field<K>(
              "fused_experts", [](auto& k) -> auto& { return k.fused_experts; }, boolean(),
              "Whether activation and quantisation are within the products of experts."),
          field<K>(
              "captured", [](auto& k) -> auto& { return k.captured; },
              choice<Captured>({{"nothing", Captured::nothing},
                                {"mixer", Captured::mixer},
                                {"router", Captured::router},
                                {"parts", Captured::parts},
                                {"step", Captured::step}}),
              "What the host starts as one graph: nothing, a layer's mixer, its router, both "
              "parts, or "
              "the step."),
          field<K>(
              "launch", [](auto& k) -> auto& { return k.launch; }, launch_time(),
              "Time of an x86 host for a kernel in no graph, others by `host_time`; 0: not "
              "counted."),
          field<K>(
              "call", [](auto& k) -> auto& { return k.call; }, launch_time(),
              "Time of an x86 host for a function of the framework, beside its kernels'."),
          field<K>(
              "recompute", [](auto& k) -> auto& { return k.recompute; },
              config::optional(recompute_codec()),
              "What the backward pass computes again, where the job says nothing."),
          field<K>(
              "tensor_beside", [](auto& k) -> auto& { return k.tensor_beside; }, boolean(),
              "Whether tp communicates beside its products, if the job's `async_tp` asks for it."),
          field<K>(
              "mtp_layers", [](auto& k) -> auto& { return k.mtp_layers; },
              config::whole_number<int>(0, 16),
              "Modules that predict further tokens, one behind the other, on the last stage."),
      });
  return table;
}

// The keys of a recipe stand beside what it is for.
config::Codec<std::vector<Recipe>> recipes_codec() {
  const auto names = config::list(config::text("a name"));
  config::Document schema = {{"type", "array"}, {"items", {{"type", "object"}}}};
  return {"a list of objects with models, devices or types, and keys that differ for these",
          std::move(schema), config::TextForm::json,
          [names](const config::Json& json, const config::Place& place) {
            if (!json.is_array()) place.fail("a list of objects", json.dump());
            std::vector<Recipe> recipes;
            for (std::size_t i = 0; i < json.size(); ++i) {
              const config::Place at = place / i;
              if (!json[i].is_object()) at.fail("an object", json[i].dump());
              config::Json rest = json[i];
              Recipe recipe;
              const auto take = [&](const char* key, std::vector<std::string>& into) {
                if (!rest.contains(key)) return;
                into = names.read(rest[key], at / key);
                rest.erase(key);
              };
              take("models", recipe.models);
              take("devices", recipe.devices);
              take("types", recipe.types);
              K probe;
              key_fields().read(probe, rest, at);
              recipe.keys = rest.dump();
              recipes.push_back(std::move(recipe));
            }
            return recipes;
          },
          [](const std::vector<Recipe>& recipes) {
            config::Document shown = config::Document::array();
            for (const Recipe& recipe : recipes) {
              config::Document one = config::Document::parse(recipe.keys);
              if (!recipe.models.empty()) one["models"] = recipe.models;
              if (!recipe.devices.empty()) one["devices"] = recipe.devices;
              if (!recipe.types.empty()) one["types"] = recipe.types;
              shown.push_back(std::move(one));
            }
            return shown;
          }};
}

bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

const config::FieldTable<TrainingSoftware>& software_fields() {
  static const config::FieldTable<S> table(
      "software", "What a release of a training framework does of itself.", [] {
        std::vector<config::Field<S>> all = {
            field<S>(
                "name", [](auto& s) -> auto& { return s.name; }, config::text("text"),
                "Framework and release."),
            field<S>(
                "source", [](auto& s) -> auto& { return s.source; }, config::text("text"),
                "Where its keys come from."),
        };
        for (auto& f : config::flattened<S>(
                 [](auto& s) -> auto& { return s.keys; }, key_fields())) {
          all.push_back(std::move(f));
        }
        all.push_back(field<S>(
            "recipes", [](auto& s) -> auto& { return s.recipes; }, recipes_codec(),
            "Keys that some models, devices or types have otherwise; later ones win."));
        return all;
      }());
  return table;
}

SoftwareKeys keys_for(const TrainingSoftware& software, const std::string& model,
                      const std::string& device, NumberType type,
                      const std::vector<std::string>& said) {
  SoftwareKeys keys = software.keys;
  const std::string word = type == NumberType::bf16 ? "bf16" : name_of(type);
  for (const Recipe& recipe : software.recipes) {
    if (!is_among(recipe.models, model) || !is_among(recipe.devices, device)) continue;
    if (!is_among(recipe.types, word)) continue;
    config::Json differing = config::parse_json(recipe.keys, software.name);
    for (const std::string& key : said) differing.erase(key);
    key_fields().read(keys, differing, {software.name, "/recipes"});
  }
  return keys;
}

}  // namespace jacquard::workload
