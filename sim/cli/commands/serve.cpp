// SPDX-License-Identifier: Apache-2.0
// jacquard serve: a model answering requests on NPUs.
#include <algorithm>
#include <memory>

#include "jacquard/base/error.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/serve/batches.hpp"
#include "sim/cli/serve/dynamic.hpp"
#include "sim/serve/batch_metrics.hpp"
#include "systemc/serve/sweep_cases.hpp"

namespace jacquard::cli {
namespace {

std::vector<report::RowKind> row_kinds() {
  std::vector<report::RowKind> kinds = serve::batch_row_kinds();
  for (report::RowKind& kind : dynamic_row_kinds()) kinds.push_back(std::move(kind));
  return kinds;
}

// Of a front where nothing is swept. Those that memory does not hold are refused one by one.
constexpr const char* kUsualBatches = "batch=1,2,4,8,16,32,64,128,256,512,1024";

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = add_serve_options(app);
  auto dynamic = add_dynamic_options(app);
  return [o, dynamic, &common] {
    std::string split;
    const serve::ServeConfig config = resolve_serve(*o, common, split);
    if (!dynamic->given.disaggregate.given()) dynamic->disaggregate = split;
    require_prefixes(config, *dynamic);
    const bool traffic = common.sweep.empty() && is_dynamic(config, *o, *dynamic, common);
    if (o->traces && !config.afd.empty()) {
      throw base::ConfigError({"--traces", "", "nothing beside --afd", "a value", ""});
    }
    if (traffic && o->traces) {
      throw base::ConfigError({"--traces", "", "a batch", "requests over time", ""});
    }
    if (traffic) return run_dynamic(config, *o, *dynamic, common);
    if (!config.fabric.empty()) {
      throw base::ConfigError(
          {"--fabric", "", "--requests, --rate or --clients beside it", "a batch", ""});
    }
    o->sweep = common.sweep;
    if (o->pareto && o->sweep.empty() && !says(*o, common, "batch")) o->sweep = {kUsualBatches};
    return run_batches(config, *o, common);
  };
}

// Static batches are swept over keys as cases that run side by side, and may have a front. All else
// is run for each value.
bool sweeps_batches(const Common& common) {
  const auto any_word = [&](const std::function<bool(const std::string&)>& is) {
    return std::any_of(common.words.begin(), common.words.end(), [&](const std::string& word) {
      const std::string name = word.substr(0, word.find('='));
      return is(name.rfind("--set", 0) == 0 ? word.substr(0, word.rfind('=')) : name);
    });
  };
  if (any_word([](const std::string& word) {
        return word.rfind("--", 0) == 0 &&
               (word == "--policy" || is_dynamic_option(word.substr(2)));
      })) {
    return false;
  }
  std::vector<std::string> keys;
  for (const std::string& text : common.sweep) {
    keys.push_back(serve::key_of(text.substr(0, text.find_first_of("=."))));
  }
  const std::vector<std::string> of_batches = {"--batch",   "batch",    "--set=batch",
                                               "--compare", "--pareto", "--traces"};
  const bool batches =
      std::find(keys.begin(), keys.end(), "batch") != keys.end() ||
      any_word([&](const std::string& word) {
        return std::find(of_batches.begin(), of_batches.end(), word) != of_batches.end();
      });
  const auto& fields = serve::serve_fields().infos();
  return batches && std::all_of(keys.begin(), keys.end(), [&](const std::string& key) {
           return key != "policy" && std::any_of(fields.begin(), fields.end(),
                                                 [&](const auto& f) { return f.key == key; });
         });
}

}  // namespace

Command serve_command() {
  return {"serve",
          "A model answering requests on NPUs: latency, throughput, memory and energy",
          "  jacquard serve llama3-70b --system 8xh200\n"
          "  jacquard serve llama3-405b --system dgx-h100 --input-tokens 128 --output-tokens 4096 "
          "--batch max\n"
          "  jacquard serve llama3-70b --system 4xh100 --precision fp8 \\\n"
          "    --input-tokens 2048 --output-tokens 128 --batch 32\n"
          "  jacquard serve llama3-70b --system 8xh200 --sweep tp=1,2,4,8 \\\n"
          "    --sweep batch=1,4,16,64,256 --pareto --out front\n"
          "  jacquard serve llama3-405b --compare 8xh200 8xb200 --input-tokens 1024 "
          "--output-tokens 1024\n"
          "  jacquard serve llama3-70b --system 8xh200 --launch vllm\n"
          "  jacquard serve --engine-config run.sh --system 8xh200\n",
          setup,
          true,
          true,
          row_kinds,
          {{"capacity", "max_rate_per_s", "most requests per second that keep the limits"},
           {"load", "ttft_p95_ps", "95th percentile of the time to the first token"},
           {"found", "max_rate_per_s", "most requests per second that keep the limits"},
           {"found", "aggregated_npus", "least number of NPUs"},
           {"traffic", "ttft_p99_ps", "99th percentile of the time to the first token"},
           {"batch", "tokens_per_s", "tokens per second", {"system"}},
           {"replay", "time_ps", "time of the replay"}},
          sweeps_batches};
}

}  // namespace jacquard::cli
