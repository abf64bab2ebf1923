// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/cost_clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/serve/cost/captured.hpp"
#include "jacquard/serve/cost/serving_op.hpp"
#include "jacquard/serve/cost/size_memo.hpp"
#include "jacquard/serve/cost/step_layers.hpp"
#include "jacquard/serve/memory_budget.hpp"

namespace jacquard::serve {
namespace {

class CostClock final : public StepClock {
 public:
  CostClock(const Deployment& deployment, ExpertCarrier* carrier)
      : d_(as_served(deployment)), carrier_(carrier) {
    require_divisible(d_, {"deployment", ""});
    for (const workload::Mixer mixer : workload::kAllMixers) {
      base::at(layers_of_mixer_, static_cast<int>(mixer)) = d_.model.layers_of(mixer);
    }
    if (carrier != nullptr) d_.expert_skew = 0;  // the carrier knows who is busiest
  }

  StepTime time(base::Span<const StepLoad> groups) override {
    const StepSizes sizes = sizes_of(groups);
    if (sizes.padded == 0) return {};
    double attention = 0;
    for (const StepLoad& load : groups) attention = std::max(attention, attention_seconds(load));
    const auto padded = static_cast<std::int64_t>(sizes.padded);
    const ExpertStep carried = carrier_ != nullptr ? carrier_->carry(groups) : ExpertStep{};
    const auto all = std::llround(sizes.all * carried.busiest);
    const auto samples = static_cast<std::int64_t>(sizes.samples);
    const double layers =
        tokens_.at(padded, [&](double n) { return token_seconds(n); }) +
        experts_.at(all, [&](double n) { return expert_layers() * sum(expert_ops(d_, n), n); }) +
        (carrier_ != nullptr ? base::to_seconds(carried.exchanges).count()
                             : exchange_.at(padded,
                                            [&](double n) {
                                              return expert_layers() * sum(exchange_ops(d_, n), n);
                                            })) +
        attention;
    const double edges = embedding_.at(padded, [&](double n) {
      return sum(embedding_ops(d_, n), n);
    }) + samples_.at(samples, [&](double n) { return sum(sampling_ops(d_, n), n); });
    const double host = d_.host.step.count() + sizes.samples * d_.host.sequence.count();
    return step_time(layers + spilled_seconds(groups), edges + host, padded);
  }

 private:
  int expert_layers() const { return d_.model.layers_of(workload::FeedForward::experts); }

  double sum(const std::vector<ServingOp>& ops, double tokens) const {
    const bool captured = tokens <= kMostCaptured;
    double seconds = 0;
    for (const ServingOp& op : ops) seconds += serve::seconds_of(d_, op, captured).count();
    return seconds;
  }

  double token_seconds(double tokens) const {
    double seconds = 0;
    for (int i = 0; i < workload::kLayerKinds; ++i) {
      const workload::LayerKind kind = workload::layer_kind(i);
      const int layers = d_.model.layers_of(kind);
      if (layers > 0) seconds += layers * sum(token_ops(d_, kind, tokens), tokens);
    }
    return seconds;
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
  SizeMemo tokens_;
  SizeMemo experts_;
  SizeMemo exchange_;
  SizeMemo embedding_;
  SizeMemo samples_;
};

}  // namespace

std::unique_ptr<StepClock> cost_clock(const Deployment& deployment, ExpertCarrier* carrier) {
  return std::make_unique<CostClock>(deployment, carrier);
}

}  // namespace jacquard::serve
