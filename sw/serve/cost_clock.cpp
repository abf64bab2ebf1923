// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/cost_clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/divide_up.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/serve/cost/captured.hpp"
#include "jacquard/serve/cost/draft_module.hpp"
#include "jacquard/serve/cost/expert_seconds.hpp"
#include "jacquard/serve/cost/pair_memo.hpp"
#include "jacquard/serve/cost/ping_pong.hpp"
#include "jacquard/serve/cost/serving_op.hpp"
#include "jacquard/serve/cost/size_memo.hpp"
#include "jacquard/serve/cost/step_layers.hpp"
#include "jacquard/serve/memory_budget.hpp"

namespace jacquard::serve {
namespace {

// Of a step's exchanges, or of its computing where that is less: what two batches hide of it.
// SGLang's EP 72 on H100 (LMSYS, 2025-05-05) makes 1.255 times the tokens of one batch with two of
// 128; docs/serve.md has what this says of its other batches.
constexpr double kHidden = 0.63;
// Of an engine without graphs, the host's time to launch a layer's kernels: the floor of steps of
// 80 layers on H100 in 2023 is 28.3 ms (Mutinifni/splitwise-sim, TP 4 and 8 alike).
constexpr double kEagerLayer = 0.35e-3;

class CostClock final : public StepClock {
 public:
  enum class Drafts : std::uint8_t { made, none };

  CostClock(const Deployment& deployment, ExpertCarrier* carrier, Drafts drafts = Drafts::made)
      : d_(as_served(deployment)), carrier_(carrier) {
    require_divisible(d_, {"deployment", ""});
    for (const workload::Mixer mixer : workload::kAllMixers) {
      base::at(layers_of_mixer_, static_cast<int>(mixer)) = d_.model.layers_of(mixer);
    }
    if (carrier != nullptr) d_.expert_skew = 0;  // the carrier knows who is busiest
    for (const ServingOp& op : expert_ops(d_, 1)) {
      const auto& work = std::get<workload::ComputeWork>(op.what);
      deals_ = expert_deals(d_, std::get<workload::ExpertWork>(work));
    }
    if (d_.drafts.tokens == 0 || drafts == Drafts::none) return;
    Deployment module = draft_module(deployment);
    first_draft_ = std::make_unique<CostClock>(module, nullptr, Drafts::none);
    module.drafts = {};
    further_drafts_ = std::make_unique<CostClock>(module, nullptr);
  }

  StepTime time(base::Span<const StepLoad> groups) override {
    const StepSizes sizes = sizes_of(d_, groups);
    if (sizes.padded == 0) return {};
    Parts parts = d_.expert_npus > 0 ? to_and_fro(groups, sizes)
                  : d_.two_batches   ? overlapped(groups, sizes)
                                     : parts_of(groups, sizes);
    parts.edges += d_.host.step.count() + sizes.sequences * d_.host.sequence.count();
    if (first_draft_ != nullptr) parts.edges += draft_seconds(groups);
    if (d_.eager) parts.layers = std::max(parts.layers, kEagerLayer * d_.model.layers);
    return step_time(parts.layers + spilled_seconds(groups), parts.edges,
                     static_cast<std::int64_t>(sizes.padded));
  }

 private:
  // Seconds of all layers, of which exchanges among experts, and of what is outside.
  struct Parts {
    double layers = 0;
    double exchanges = 0;
    double edges = 0;
  };

  Parts parts_of(base::Span<const StepLoad> groups, const StepSizes& sizes) {
    double attention = 0;
    for (const StepLoad& load : groups) attention = std::max(attention, attention_of(load));
    const auto padded = static_cast<std::int64_t>(sizes.padded);
    const ExpertStep carried = carrier_ != nullptr ? carrier_->carry(groups) : ExpertStep{};
    const auto all = std::llround(sizes.all * carried.busiest);
    Parts parts;
    parts.exchanges = carrier_ != nullptr ? base::to_seconds(carried.exchanges).count()
                                          : exchange_.at(padded, [&](double n) {
                                              return expert_layers() * sum(exchange_ops(d_, n), n);
                                            });
    parts.layers =
        tokens_.at(padded, [&](double n) { return token_seconds(n, Layers::all); }) +
        experts_.at(all, [&](double n) { return expert_layers() * sum(expert_ops(d_, n), n); }) +
        parts.exchanges + attention;
    parts.edges = edge_seconds(sizes);
    return parts;
  }

  double edge_seconds(const StepSizes& sizes) {
    const auto padded = static_cast<std::int64_t>(sizes.padded);
    const auto samples = static_cast<std::int64_t>(sizes.samples);
    return embedding_.at(padded, [&](double n) { return sum(embedding_ops(d_, n), n); }) +
           samples_.at(samples, [&](double n) { return sum(sampling_ops(d_, n), n); });
  }

  // One half of the batch computes while the other one's tokens are on their way, where a step is
  // shorter so.
  Parts overlapped(base::Span<const StepLoad> groups, const StepSizes& sizes) {
    const Parts whole = parts_of(groups, sizes);
    const StepSizes half_sizes = cut(groups, 2);
    if (half_sizes.padded == 0 || whole.exchanges == 0) return whole;
    const Parts half = parts_of(cut_, half_sizes);
    const double exchanges = 2 * half.exchanges;
    const double computing = 2 * (half.layers - half.exchanges);
    const double layers = computing + exchanges - kHidden * std::min(exchanges, computing);
    return layers < whole.layers ? Parts{layers, exchanges, whole.edges} : whole;
  }

  // Micro-batches between attention and experts, as many as make the step shortest. Layers without
  // experts are those of attention's NPUs, and so is all that is outside the layers.
  Parts to_and_fro(base::Span<const StepLoad> groups, const StepSizes& sizes) {
    const int layers = d_.model.layers;
    const int with_experts = expert_layers();
    Parts best;
    const auto most = static_cast<int>(std::min<double>(d_.micro_batches, sizes.padded));
    for (int count = 1; count <= most; ++count) {
      const StepSizes cut_sizes = cut(groups, count);
      const auto padded = static_cast<std::int64_t>(cut_sizes.padded);
      double attention = 0;
      for (const StepLoad& load : cut_) attention = std::max(attention, attention_of(load));
      const double alone = dense_tokens_.at(padded, [&](double n) {
        return token_seconds(n, Layers::dense);
      }) + attention * (layers - with_experts) / layers;
      const double all =
          tokens_.at(padded, [&](double n) { return token_seconds(n, Layers::all); }) + attention;
      PingPong layer;
      layer.attention = (all - alone) / with_experts;
      layer.there = exchange_.at(padded, [&](double n) { return exchange_seconds(n, false); });
      layer.back = back_.at(padded, [&](double n) { return exchange_seconds(n, true); });
      layer.experts = experts_.at(std::llround(cut_sizes.all), [&](double n) {
        return expert_layers() * sum(expert_ops(d_, n), n);
      }) / with_experts;
      const double seconds = count * alone + ping_pong_seconds(layer, count, with_experts);
      if (count == 1 || seconds < best.layers) best.layers = seconds;
    }
    best.edges = edge_seconds(sizes);
    return best;
  }

  double exchange_seconds(double tokens, bool back) const {
    double seconds = 0;
    for (const ServingOp& op : exchange_ops(d_, tokens)) {
      const bool combines = op.label == workload::OpLabel::ep_combine;
      if (combines == back) seconds += serve::seconds_of(d_, op, is_captured(tokens)).count();
    }
    return seconds;
  }

  // Sizes of one of `count` equal parts of a step, which stands in cut_.
  StepSizes cut(base::Span<const StepLoad> groups, int count) {
    cut_.resize(groups.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const StepLoad& load = groups[i];
      StepLoad& part = cut_[i];
      part.decodes = base::divide_up(load.decodes, count);
      part.decode_keys =
          load.decodes > 1 ? load.decode_keys * part.decodes / load.decodes : load.decode_keys;
      part.prompts = load.prompts;
      for (PromptChunk& chunk : part.prompts) chunk.tokens = base::divide_up(chunk.tokens, count);
    }
    return sizes_of(d_, cut_);
  }

  // The first draft sees what the step verified, each further one the draft before it.
  double draft_seconds(base::Span<const StepLoad> groups) {
    drafting_.assign(groups.begin(), groups.end());
    for (StepLoad& load : drafting_) {
      load.prompts.clear();
      load.contexts.clear();
    }
    return first_draft_->module_seconds(groups) +
           (d_.drafts.tokens - 1) * further_drafts_->module_seconds(drafting_);
  }

  double module_seconds(base::Span<const StepLoad> groups) {
    const StepSizes sizes = sizes_of(d_, groups);
    if (sizes.padded == 0) return 0;
    const Parts parts = parts_of(groups, sizes);
    const double joining = joining_.at(static_cast<std::int64_t>(sizes.padded),
                                       [&](double n) { return sum(joining_ops(d_, n), n); });
    return parts.layers + parts.edges + joining;
  }

  int expert_layers() const { return d_.model.layers_of(workload::FeedForward::experts); }
  bool is_captured(double tokens) const { return tokens <= kMostCaptured && !d_.eager; }

  double sum(const std::vector<ServingOp>& ops, double tokens) const {
    const bool captured = is_captured(tokens);
    const workload::ExpertDeals* const deals = deals_ ? &*deals_ : nullptr;
    double seconds = 0;
    for (const ServingOp& op : ops) seconds += serve::seconds_of(d_, op, captured, deals).count();
    return seconds;
  }

  enum class Layers : std::uint8_t { all, dense };

  double token_seconds(double tokens, Layers which) const {
    double seconds = 0;
    for (int i = 0; i < workload::kLayerKinds; ++i) {
      const workload::LayerKind kind = workload::layer_kind(i);
      const int layers = d_.model.layers_of(kind);
      const bool counts = which == Layers::all || kind.feed != workload::FeedForward::experts;
      if (layers > 0 && counts) seconds += layers * sum(token_ops(d_, kind, tokens), tokens);
    }
    return seconds;
  }

  // Of a group's step of decodes alone it is remembered: many groups and runs have the same.
  double attention_of(const StepLoad& load) {
    if (load.empty()) return 0;
    if (!load.prompts.empty()) return attention_seconds(load);
    return decodes_.at(load.decodes, load.decode_keys, [&] { return attention_seconds(load); });
  }

  double attention_seconds(const StepLoad& load) const {
    double seconds = 0;
    for (const workload::Mixer mixer : workload::kAllMixers) {
      const int layers = base::at(layers_of_mixer_, static_cast<int>(mixer));
      if (layers > 0) seconds += layers * sum(mixer_ops(d_, load, mixer), 0);
    }
    return seconds;
  }

  // Of the group whose keys exceed the NPU's own memory most.
  double spilled_seconds(base::Span<const StepLoad> groups) const {
    if (d_.beyond.empty()) return 0;
    std::int64_t most = 0;
    for (const StepLoad& load : groups) most = std::max(most, load.decode_keys);
    const auto beyond = static_cast<double>(std::max<std::int64_t>(0, most - d_.own_kv_tokens));
    return read_time(d_.beyond, beyond, kv_bytes_of_token(d_)).count();
  }

  StepTime step_time(double layers, double edges, std::int64_t tokens) const {
    const auto whole = [](double seconds) {
      constexpr double kMost = 4e6;  // 46 days, as of runs
      if (!(seconds < kMost)) {
        throw base::ConfigError({"system", "/npu", "NPUs whose steps end within 46 days",
                                 fmt::format("a step of {:.3g} s", seconds), ""});
      }
      return base::Picoseconds{std::llround(seconds * 1e12)};
    };
    if (d_.pp == 1) return {whole(layers + edges), whole(layers + edges)};
    const double bytes = static_cast<double>(tokens) * d_.model.hidden * 2;
    const bool crosses = d_.npus() > d_.node;
    constexpr double kSend = 10e-6;
    const double send = kSend + bytes / (crosses ? d_.network : d_.device.link).count();
    const int most_layers = (d_.model.layers + d_.pp - 1) / d_.pp;
    const double stage = layers * most_layers / d_.model.layers + edges;
    return {whole(layers + edges + (d_.pp - 1) * send), whole(stage + send)};
  }

  Deployment d_;
  std::array<int, workload::kMixers> layers_of_mixer_{};
  ExpertCarrier* carrier_;
  std::optional<workload::ExpertDeals> deals_;
  PairMemo decodes_;
  SizeMemo tokens_;
  SizeMemo dense_tokens_;
  SizeMemo experts_;
  SizeMemo exchange_;  // to and fro, of all layers; apart: one layer's to the experts
  SizeMemo back_;
  SizeMemo embedding_;
  SizeMemo samples_;
  SizeMemo joining_;
  std::vector<StepLoad> cut_;
  std::vector<StepLoad> drafting_;
  std::unique_ptr<CostClock> first_draft_;
  std::unique_ptr<CostClock> further_drafts_;
};

}  // namespace

std::unique_ptr<StepClock> cost_clock(const Deployment& deployment, ExpertCarrier* carrier) {
  return std::make_unique<CostClock>(deployment, carrier);
}

}  // namespace jacquard::serve
