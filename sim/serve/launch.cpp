// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/launch/serving.hpp"
#include "jacquard/serve/celestisim/machine.hpp"
#include "jacquard/serve/engine_defaults.hpp"
#include "jacquard/serve/hardware/system_name.hpp"
#include "jacquard/serve/precision_words.hpp"
#include "jacquard/workload/model_name.hpp"
#include "systemc/serve/traffic_run.hpp"

namespace jacquard::serve {
namespace {

using cost::Software;
using workload::NumberType;

void require(bool holds, const char* option, const std::string& expected, const std::string& found,
             const std::string& hint = "") {
  if (!holds) throw base::ConfigError({option, "", expected, found, hint});
}

// As a checkpoint is found by engines: what the user wrote, else the id that begins the source.
std::string checkpoint(const Setup& s) {
  const std::string& word = s.config.model;
  if (word.find('/') != word.npos) return word;
  const std::string id = s.deployment.model.source.substr(0, s.deployment.model.source.find(','));
  if (id.find('/') != id.npos && id.find(' ') == id.npos) return id;
  std::error_code none;
  require(std::filesystem::exists(word, none), "MODEL", "a model with a public id, or a path", word,
          "ORG/NAME is an id, of Hugging Face");
  return word;
}

// Devices that run what is launched. Makers that no architecture of ours names may have a vLLM.
void require_device(const std::string& launch, const Setup& s) {
  const std::string& kind = s.deployment.device.architecture;
  const auto is = [&](const char* words) { return launch::lists(words, kind); };
  const bool nvidia = is("ampere ada hopper blackwell blackwell_rtx rubin") ||
                      s.deployment.device.link_kind == "nvlink";
  const bool ours = launch == "dynamo" || s.deployment.software == Software::trtllm;
  require(ours ? nvidia : !is("tpu trainium"), "--system",
          std::string(ours ? "NVIDIA's" : "NVIDIA's or AMD's") + " GPUs, as --launch " + launch +
              " starts servers on them",
          s.config.system);
}

// Of --block, which engines' kernels are written for.
void require_block(Software engine, int block) {
  const bool power = block > 0 && (block & (block - 1)) == 0;
  const bool vllm = launch::lists("1 8 16 32 64 128", std::to_string(block));
  require(engine == Software::vllm ? vllm : engine != Software::trtllm || power, "--block",
          engine == Software::vllm ? "1, 8, 16, 32, 64 or 128, as vLLM has them"
                                   : "a power of two, as TensorRT-LLM has them",
          std::to_string(block));
}

// What the engine makes of the weights; "" where the checkpoint has them so.
std::string quantised(const Setup& s) {
  const Precision& p = s.deployment.precision;
  Precision own = published_precision(s.deployment.model);
  const std::string named = workload::precision_in_name(s.config.model);
  if (!named.empty()) own.weights = own.experts = weight_type_of(named, {"MODEL", ""});
  // NPUs without products in four bits run them as weights alone.
  if (own.weights == NumberType::nvfp4 && p.weights == NumberType::w4a16) own = p;
  if (own.weights == p.weights && own.experts == p.experts) return "";
  const bool makes = own.weights == NumberType::bf16 && own.experts == NumberType::bf16 &&
                     s.deployment.software != Software::trtllm;
  require(makes && p.weights == NumberType::fp8 && p.experts == NumberType::fp8, "--precision",
          text_of(own) + ", as the checkpoint has it" + (makes ? ", or fp8" : ""), text_of(p),
          "a checkpoint's name ends in its precision: MODEL-FP8, MODEL-NVFP4");
  return "fp8";
}

double buffers_share(const Setup& s) {
  return s.memory.buffers / static_cast<double>(s.deployment.device.memory.count());
}

launch::ServingWorker worker_of(const std::string& launch, const Setup& s, int instances) {
  const ServeConfig& c = s.config;
  const Deployment& d = s.deployment;
  const EngineSettings settings = engine_settings(s);
  const bool sglang = d.software == Software::sglang;
  const Policy usual = policy_of(d.software);
  require(c.policy == usual, "--policy", std::string(name_of(usual)) + ", the engine's",
          name_of(c.policy));
  require(c.spill.empty(), "--spill", "none, as engines read no such memory in a step", c.spill);
  require(c.host_cache.empty(), "--host-cache", "none with --launch", c.host_cache);
  require(c.shared_cache.empty(), "--shared-cache", "none with --launch", c.shared_cache);
  require(c.routing == Routing::fewest, "--routing", "fewest with --launch: the router is yours",
          "prefix");
  require(!celestisim::appliance_named(c.system), "--system", "NPUs that engines run on", c.system);
  require(c.mtp == 0, "--mtp", "0 with --launch", std::to_string(c.mtp));
  require(c.redundant_experts == 0, "--redundant-experts", "0 with --launch",
          std::to_string(c.redundant_experts));
  require(!d.two_batches, "--overlap", "none with --launch", "two_batches");
  require(!c.eager, "--eager", "nothing with --launch", "it");
  require(c.stream_interval == 1, "--stream-interval", "1 with --launch",
          std::to_string(c.stream_interval));
  require(c.batch_wait == 0, "--batch-wait", "0 with --launch", std::to_string(c.batch_wait));
  require_device(launch, s);
  require_block(d.software, settings.block);
  const double share = s.memory_share() - (sglang ? buffers_share(s) : 0);
  const bool fp8 = d.precision.kv == NumberType::fp8;
  launch::ServingWorker worker;
  worker.instances = instances;
  worker.npus = d.npus();
  worker.node = d.node;
  worker.keys = {{"model", checkpoint(s)},
                 {"tp", std::to_string(d.tp)},
                 {"pp", std::to_string(d.pp)},
                 {"dp", std::to_string(d.attention_dp)},
                 {"ep", std::to_string(d.expert_ep)},
                 {"kv_precision", fp8 ? "fp8" : "bf16"},
                 {"max_sequences", std::to_string(settings.max_sequences)},
                 {"max_batched_tokens", std::to_string(settings.max_batched_tokens)},
                 {"memory_share", fmt::format("{:.6g}", share)},
                 {"block", std::to_string(settings.block)},
                 {"prefix_caching", settings.prefix_caching ? "true" : "false"}};
  const std::string made = quantised(s);
  if (!made.empty()) worker.keys["precision"] = made;
  if (c.max_model_length > 0) {
    worker.keys["max_model_length"] = std::to_string(c.max_model_length);
  }
  if (d.software == Software::trtllm && !fp8) {
    require(workload::bytes_per_value(d.precision.weights) > 1, "--kv-precision",
            "fp8 beside such weights, for TensorRT-LLM", "bf16");
    worker.keys.erase("kv_precision");  // as the weights
  }
  return worker;
}

}  // namespace

const report::MetricTable<LaunchRow>& launch_metrics() {
  using M = report::Metric<LaunchRow>;
  using report::Unit;
  static const report::MetricTable<LaunchRow> table(
      "launch", "What starts the servers that were simulated, with --launch.",
      {M("launch", Unit::text, &LaunchRow::launch, "vllm, sglang, trtllm or dynamo.", ""),
       M("text", Unit::text, &LaunchRow::text, "A shell script, or a manifest of Dynamo.", "")});
  return table;
}

Software launched(const std::string& launch, Software usual) {
  for (const Software known : {Software::vllm, Software::sglang, Software::trtllm}) {
    if (launch == name_of(known)) return known;
  }
  require(launch == "dynamo", "--launch", "vllm, sglang, trtllm or dynamo", "'" + launch + "'");
  return usual;
}

LaunchRow launch_of(const std::string& launch, const std::vector<Setup>& setups,
                    const std::vector<int>& instances) {
  const Software engine = setups[0].config.software;
  require(engine != Software::any, "--software", "vllm, sglang or trtllm", "any");
  std::vector<launch::ServingWorker> workers;
  for (std::size_t i = 0; i < setups.size(); ++i) {
    workers.push_back(worker_of(launch, setups[i], instances[i]));
    if (setups.size() > 1) workers[i].role = i == 0 ? "prefill" : "decode";
  }
  return {launch, launch == "dynamo" ? launch::dynamo_manifest(engine, workers)
                                     : launch::launch_script(engine, workers)};
}

void require_npus(const ServeConfig& config, const std::string& place) {
  const std::string& word = config.system;
  if (word.empty() || celestisim::appliance_named(word)) return;
  const int npus = system_named(word, {"--system", ""}).npus;
  if (config.npus <= npus) return;
  throw base::ConfigError(
      {place, "",
       fmt::format("degrees for the {} NPU{} of --system {}", npus, npus == 1 ? "" : "s", word),
       fmt::format("{} NPUs", config.npus), "--tp, --pp and --dp override the file's"});
}

std::string end_reading(ServeConfig& config, bool said_precision, bool said_memory, bool open) {
  if (config.model.empty()) return "";  // which is refused later
  const Precision own = published_precision(Nouns().model(config.model));
  const std::string named = workload::precision_in_name(config.model);
  // Left to itself, `auto` makes fp8 of these where memory is short, and no engine does.
  const bool engine = !celestisim::appliance_named(config.system);
  if (engine && open && named.empty() && own.experts == NumberType::bf16) config.precision = "bf16";
  const std::string published = !open || !engine ? "" : named.empty() ? text_of(own) : named;
  const bool blocks = own.weights == NumberType::fp8_block && config.precision == "fp8";
  if (said_precision && blocks) config.precision = "auto";
  const bool whole = !said_memory || config.system.empty();
  if (whole || config.software != Software::sglang) return published;
  ServeConfig all = config;
  all.memory_share = 1;  // buffers do not depend on it
  config.memory_share = std::min(config.memory_share + buffers_share(setup_of(all)), 1.0);
  return published;
}

}  // namespace jacquard::serve
