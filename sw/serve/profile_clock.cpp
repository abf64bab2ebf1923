// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/profile_clock.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "jacquard/base/error.hpp"
#include "jacquard/cost/custom_all_reduce.hpp"
#include "jacquard/cost/node_collective.hpp"
#include "jacquard/serve/profile/flash_decoding.hpp"
#include "jacquard/serve/profile/profile_tables.hpp"

namespace jacquard::serve {
namespace {

constexpr int kLongest = 1 << 17;        // where no limit is given
constexpr std::int64_t kCaptured = 512;  // tokens of the largest graph
// Contexts that differ move attention by less than this, so that an unknown kernel does no harm.
constexpr double kLeastOfMean = 0.75;
constexpr double kMostOfMean = 2;

FlashDecoding::Setup flash_setup(const std::vector<AttentionProfile::Row>& rows,
                                 const ProfiledModel& model) {
  FlashDecoding::Setup setup;
  setup.processors = model.processors;
  setup.kv_heads = std::max(1, model.kv_heads / std::max(model.tp, 1));
  setup.head_size = model.head_size;
  setup.longest = model.longest > 0 ? model.longest : kLongest;
  // Two bytes of each key and of each value.
  const double bytes_of_token = 4.0 * setup.kv_heads * setup.head_size;
  // Of the longest reading: shorter ones may stay in a cache.
  double most = 0;
  for (const AttentionProfile::Row& row : rows) {
    const double bytes = row.decodes * row.context * bytes_of_token;
    if (row.chunk > 0 || row.us <= 0 || bytes <= most) continue;
    most = bytes;
    setup.bytes_per_us = bytes / row.us;
  }
  return setup;
}

class ProfileClock : public StepClock {
 public:
  ProfileClock(ProfileTables tables, const ProfiledModel& model)
      : tables_(std::move(tables)),
        attention_(tables_.attention),
        flash_(flash_setup(tables_.attention, model)),
        model_(model) {}

  bool sees_contexts() const override { return true; }
  StepTime time(base::Span<const StepLoad> groups) override {
    double us = 0;
    std::int64_t tokens = 0;
    for (const StepLoad& load : groups) tokens += load.tokens();
    for (const StepLoad& load : groups) {
      if (load.empty()) continue;
      us = std::max(us, group_us(load, tokens) * (load.prompts.empty() ? 1 : model_.prompt_steps));
    }
    const base::Picoseconds time{std::llround(us * 1e6)};
    return {time, time};
  }

 private:
  double group_us(const StepLoad& load, std::int64_t tokens_of_all) {
    const std::int64_t tokens = load.tokens();
    double us = by_tokens(tokens) + model_.layers * attention_us(load);
    if (!tables_.experts.empty()) {
      us += model_.layers * (experts_us(tokens_of_all) + exchange_us(tokens));
    }
    const double samples = std::max(1, load.samples());
    return us + tables_.per_sequence.at("lm_head").at(samples) +
           tables_.per_sequence.at("sampler").at(samples);
  }

  double attention_us(const StepLoad& load) const {
    if (!load.prompts.empty() || !flash_.applies(load.contexts)) return attention_.us(load);
    const double mean = attention_.us(load);
    return std::clamp(flash_.us(load.contexts), kLeastOfMean * mean, kMostOfMean * mean);
  }

  // All that depends on the tokens alone; a run asks for the same few thousand sizes again.
  double by_tokens(std::int64_t tokens) {
    const auto known = by_tokens_.find(tokens);
    if (known != by_tokens_.end()) return known->second;
    const auto layer = [&](const char* name) {
      const auto found = tables_.dense.find(name);
      return found == tables_.dense.end() ? 0.0 : found->second.at(static_cast<double>(tokens));
    };
    double in_layer = 2 * layer("layernorm") + layer("qkv_proj") + layer("qk_norm") +
                      layer("rotary_emb") + layer("o_proj");
    if (tables_.experts.empty()) {
      in_layer += layer("gate_up_proj") + layer("act_fn") + layer("down_proj");
    }
    if (model_.tp > 1) in_layer += 2 * all_reduce_us(tokens);
    const double us = model_.layers * in_layer + layer("embedding") + layer("final_layernorm");
    by_tokens_.emplace(tokens, us);
    return us;
  }

  // Groups gather all tokens before their experts, and reduce-scatter results behind.
  double exchange_us(std::int64_t tokens) const {
    if (model_.groups == 1) return 0;
    const int npus = model_.tp * model_.groups;
    const base::Bytes bytes{2 * tokens * model_.hidden};
    using workload::CollectiveKind;
    const auto seconds = [&](CollectiveKind kind, base::Bytes each) {
      return cost::node_collective(model_.device, {kind, npus, each}).count();
    };
    return 1e6 *
           (seconds(CollectiveKind::all_gather, base::Bytes{bytes.count() / model_.tp}) +
            seconds(CollectiveKind::reduce_scatter, base::Bytes{bytes.count() * model_.groups}));
  }

  // Of hidden states in two bytes: measured, else by the law of the GPU.
  double all_reduce_us(std::int64_t tokens) const {
    const std::int64_t bytes = 2 * tokens * model_.hidden;
    if (!tables_.all_reduce.empty()) return tables_.all_reduce.at(static_cast<double>(bytes));
    // Over PCIe vLLM leaves them to NCCL.
    const base::Seconds time =
        model_.device.link_kind == "nvlink"
            ? cost::custom_all_reduce(model_.device, {cost::Software::vllm, model_.tp,
                                                      base::Bytes{bytes}, tokens <= kCaptured})
            : cost::node_collective(model_.device, {workload::CollectiveKind::all_reduce, model_.tp,
                                                    base::Bytes{bytes}});
    return time.count() * 1e6;
  }

  // Tokens choose experts alike, so of n experts (1 - (1 - k/n)^tokens) n are activated.
  double experts_us(std::int64_t tokens) const {
    const double all = std::max(model_.experts, 1);
    const double missed =
        std::pow(1 - std::min(1.0, model_.experts_per_token / all), static_cast<double>(tokens));
    const double activated = all * (1 - missed) / std::max(model_.expert_parallel, 1);
    return tables_.experts.at({static_cast<double>(tokens), std::max(1.0, activated)});
  }

  ProfileTables tables_;
  AttentionProfile attention_;
  FlashDecoding flash_;
  ProfiledModel model_;
  std::unordered_map<std::int64_t, double> by_tokens_;
};

// NPUs that exchange something which no table has need a device whose law says how long it takes.
void require_exchanges(const std::string& folder, const ProfiledModel& model,
                       const ProfileTables& tables) {
  const bool sums = model.tp > 1 && tables.all_reduce.empty();
  const bool gathers = model.groups > 1 && model.experts > 0;
  if (!sums && !gathers) return;
  const bool by_law = model.device.link.count() > 0;
  if (by_law && model.tp * model.groups <= model.device.node) return;
  throw base::ConfigError(
      {folder, "",
       sums ? "profile_allreduce.csv, or settings with a device whose links are known, as tp is "
              "above 1"
            : "settings with a device whose links join all NPUs, as groups exchange tokens with "
              "experts",
       by_law ? std::to_string(model.tp * model.groups) + " NPUs, of more than one node"
              : "neither",
       ""});
}

}  // namespace

std::unique_ptr<StepClock> profile_clock(const std::string& folder, const ProfiledModel& model) {
  ProfileTables tables = read_profile(folder);
  require_exchanges(folder, model, tables);
  if (tables.experts.empty() != (model.experts == 0)) {
    const bool lacks = tables.experts.empty();
    throw base::ConfigError({folder, "",
                             lacks ? "profile_moe.csv, as the model has experts"
                                   : "no profile_moe.csv, as the model has no experts",
                             lacks ? "none" : "one", ""});
  }
  return std::make_unique<ProfileClock>(std::move(tables), model);
}

}  // namespace jacquard::serve
