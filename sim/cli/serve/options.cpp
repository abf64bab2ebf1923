// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/serve/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/launch/serving.hpp"
#include "jacquard/report/cell_text.hpp"
#include "jacquard/tool/swept.hpp"
#include "sim/serve/launch.hpp"
#include "systemc/serve/sweep_cases.hpp"

namespace jacquard::cli {
namespace {

constexpr int kQuickLayers = 2;

struct OfFabric {
  const char* key;
  const char* fabrics;  // that look at it
};
// A scheduler goes with each, so that one line of options compares all fabrics.
constexpr const char* kAll = "circuit, packet, photonic or ideal";
constexpr OfFabric kOfFabrics[] = {
    {"expert_routing", kAll},  {"scale_out", "circuit, packet or ideal"},
    {"decide", kAll},          {"exchange_layers", kAll},
    {"expert_start", kAll},    {"journal", kAll},
    {"scheduler", kAll},       {"faults", kAll},
    {"circuit", "circuit"},    {"photonic", "photonic"},
    {"appliance", "photonic"}, {"packet", "circuit or packet"}};

// As other tools call the lengths.
const char* other_name(const std::string& key) {
  if (key == "input_tokens") return ",--isl";
  return key == "output_tokens" ? ",--osl" : "";
}

// What the fabric does not look at.
void require_fabric(const ServeOptions& o, const serve::ServeConfig& config) {
  const auto& table = serve::serve_fields();
  const auto given = table.show(config);
  const auto usual = table.show(serve::ServeConfig{});
  for (const auto& [key, fabrics] : kOfFabrics) {
    const std::string all = fabrics;
    const auto is_among = [&](const std::string& fabric) {
      return !fabric.empty() && all.find(fabric) != std::string::npos;
    };
    // Rails may be of another kind than a rack's switch.
    if (is_among(config.fabric) || (!config.fabric.empty() && is_among(config.scale_out))) continue;
    if (given.value(key, config::Document()) == usual.value(key, config::Document())) continue;
    throw base::ConfigError({o.given(key) ? option_name(key) : std::string("--set ") + key, "",
                             fmt::format("--fabric {} beside it", fabrics),
                             config.fabric.empty() ? "none" : config.fabric, ""});
  }
}

// What an engine's own configuration says, and nothing by hand. Returns its split, if it has one.
std::string read_engine(const ServeOptions& o, const Common& common, serve::ServeConfig& config) {
  const auto by_hand = [&](const std::string& key) { return says(o, common, key); };
  const bool named = by_hand("software") && config.software != cost::Software::any;
  launch::ReadServing read =
      launch::read_serving(o.engine_config, named ? std::optional(config.software) : std::nullopt);
  read.keys["software"] = serve::name_of(read.engine);
  if (by_hand("tp") || by_hand("pp") || by_hand("dp")) read.keys.erase("npus");
  if (!o.input.empty()) read.keys.erase("model");
  const auto place_of = [&](const std::string& key) {
    const auto name = read.written.find(key);
    return o.engine_config + (name == read.written.end() ? fmt::format(" ({} of its degrees)", key)
                                                         : "#/" + name->second);
  };
  constexpr const char* kSomething = "memory_share max_sequences max_model_length";  // 0 says none
  std::string said;
  for (const auto& [key, text] : read.keys) {
    if (by_hand(key)) continue;
    if (launch::lists(kSomething, key) && base::parse_number<double>(text) == 0.0) {
      throw base::ConfigError({place_of(key), "", "more than 0", text, ""});
    }
    serve::serve_fields().set(config, key, text, place_of(key));
    said += fmt::format("{}{} {}", said.empty() ? "" : ", ", key, text);
  }
  if (read.keys.count("npus") > 0 && !by_hand("npus")) {
    const auto is_written = [&](const char* key) { return read.written.count(key) > 0; };
    const char* const degree = is_written("tp") ? "tp" : is_written("pp") ? "pp" : "dp";
    serve::require_npus(config, place_of(degree));
    std::vector<std::string> others = o.compare;
    for (const tool::Swept& swept : tool::read_sweeps(common.sweep, serve::kMostCases)) {
      if (swept.key == "system") others = swept.values;
    }
    for (const std::string& system : others) {
      serve::ServeConfig other = config;
      other.system = system;
      serve::require_npus(other, place_of(degree));
    }
  }
  const auto sets = [&](const char* key) { return read.keys.count(key) > 0 && !by_hand(key); };
  const bool open = !by_hand("precision") && !sets("precision");
  const std::string published =
      serve::end_reading(config, sets("precision"), sets("memory_share"), open);
  if (!published.empty()) said += ", precision " + published + " as published";
  if (!read.split.empty() && !by_hand("npus")) config.npus = 0;  // the split says how many
  if (!read.split.empty()) said += ", --disaggregate " + read.split;
  const auto clean = [](const std::string& text) {
    return report::without_control(text, report::Lines::one);
  };
  spdlog::info("serve: read {} as {}'s: {}; {} other options passed over", o.engine_config,
               launch::serving_table(read.engine).name, clean(said), read.passed_over);
  if (!read.not_simulated.empty()) {
    spdlog::warn("serve: not simulated, though times depend on it: {}",
                 clean(fmt::format("{}", fmt::join(read.not_simulated, ", "))));
  }
  return read.split;
}

}  // namespace

bool ServeOptions::given(const std::string& key) const {
  for (const Key& k : options) {
    if (serve::serve_fields().infos()[k.field].key == key) return k.option.given();
  }
  return false;
}

bool says(const ServeOptions& options, const Common& common, const std::string& key) {
  return options.given(key) ||
         std::any_of(common.set.begin(), common.set.end(),
                     [&](const std::string& text) { return text.rfind(key + "=", 0) == 0; });
}

std::shared_ptr<ServeOptions> add_serve_options(Arguments& app) {
  auto o = std::make_shared<ServeOptions>();
  app.add_option("MODEL", o->input,
                 "A name of configs/models in any spelling, a file, or a Hugging Face config.json");
  add_file_option(
      app, "--engine-config", o->engine_config,
      "A server's own configuration, which options beside it override: a script or line "
      "that starts vLLM, SGLang or TensorRT-LLM, its YAML, or a manifest of Dynamo");
  const auto& fields = serve::serve_fields().infos();
  o->texts.resize(fields.size());  // CLI11 keeps references: never resized again
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!fields[i].inner.empty()) continue;
    o->options.push_back(
        {i, add_key_option(app, fields[i], o->texts[i], other_name(fields[i].key))});
  }
  app.add_option("--compare", o->compare,
                 "Two systems instead of --system: rows of both, and ratios of the second over the "
                 "first")
      .delimiter(',');
  app.add_flag("--pareto", o->pareto,
               "Mark rows that none beats in tokens/s per user and per NPU; with --out a picture");
  o->quick = app.add_flag("--quick", o->is_quick,
                          fmt::format("With --fabric: --exchange-layers {}", kQuickLayers));
  app.add_flag("--no-report", o->no_report, "No page and no picture into the folder of --out");
  app.add_flag("--traces", o->traces,
               "Also DIR/trace of --out: Chakra traces of a prompt's step and of a decode step");
  return o;
}

serve::ServeConfig resolve_serve(const ServeOptions& o, const Common& common, std::string& split) {
  const auto& table = serve::serve_fields();
  serve::ServeConfig config;
  if (!o.input.empty()) {
    if (o.given("model")) {
      throw base::ConfigError({"--model", "", "nothing beside MODEL", "'" + o.input + "'", ""});
    }
    config.model = o.input;
  }
  for (const std::string& assignment : common.set) table.set(config, assignment);
  for (const auto& [field, option] : o.options) {
    if (!option.given()) continue;
    const std::string& key = table.infos()[field].key;
    table.set(config, key, o.texts[field], option_name(key));
  }
  if (o.quick.given()) {
    o.quick.only_if(!config.fabric.empty(),
                    "it is for --fabric circuit, packet, photonic or ideal");
    o.quick.only_if(!o.given("exchange_layers"), "--exchange-layers says how many");
    config.exchange_layers = kQuickLayers;
  }
  require_fabric(o, config);
  if (!o.compare.empty() && o.compare.size() != 2) {
    throw base::ConfigError({"--compare", "", "two systems such as 8xh100 8xh200",
                             std::to_string(o.compare.size()), ""});
  }
  if (!o.compare.empty() && !config.system.empty()) {
    throw base::ConfigError({"--compare", "", "no --system beside it", "'" + config.system + "'",
                             "--compare names both systems"});
  }
  if (!o.compare.empty()) config.system = o.compare[0];
  if (!o.engine_config.empty()) split = read_engine(o, common, config);
  return config;
}

}  // namespace jacquard::cli
