// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/cost_clock.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/serve/cost/captured.hpp"
#include "jacquard/serve/cost/serving_op.hpp"
#include "jacquard/serve/cost/size_memo.hpp"

namespace jacquard::serve {
namespace {

class CostClock final : public StepClock {
 public:
  explicit CostClock(const Deployment& deployment) : d_(deployment) {
    require_divisible(d_, {"deployment", ""});
    // A server works for minutes on end, as a training step does. Its products in bf16 lose what
    // power sustains; loops in fp8 ran as fast as products alone (docs/validate_serving.md).
    d_.device.peak.bf16 = cost::in_long_bursts(deployment.device).peak.bf16;
  }

  StepTime time(base::Span<const StepLoad> groups) override {
    // Groups meet at the experts and step together: the fullest of each part counts.
    std::int64_t most = 0, all = 0;
    int samples = 0;
    double attention = 0;
    for (const StepLoad& load : groups) {
      most = std::max(most, load.tokens());
      all += load.tokens();
      samples = std::max(samples, load.samples());
      attention = std::max(attention, attention_seconds(load));
    }
    if (most == 0) return {};
    const std::int64_t padded = captured_tokens(most);
    if (groups.size() == 1) all = padded;
    const double layers =
        tokens_.at(padded, [&](double n) { return token_seconds(n); }) +
        experts_.at(all, [&](double n) { return expert_layers() * sum(expert_ops(d_, n), n); }) +
        exchange_.at(padded,
                     [&](double n) { return expert_layers() * sum(exchange_ops(d_, n), n); }) +
        attention;
    const double edges = embedding_.at(padded, [&](double n) {
      return sum(embedding_ops(d_, n), n);
    }) + samples_.at(samples, [&](double n) { return sum(sampling_ops(d_, n), n); });
    const double host = d_.host.step.count() + samples * d_.host.sequence.count();
    return step_time(layers, edges + host, padded);
  }

 private:
  int expert_layers() const { return d_.model.layers_of(workload::LayerKind::experts); }

  double sum(const std::vector<ServingOp>& ops, double tokens) const {
    const bool captured = tokens <= kMostCaptured;
    double seconds = 0;
    for (const ServingOp& op : ops) seconds += serve::seconds_of(d_, op, captured).count();
    return seconds;
  }

  double token_seconds(double tokens) const {
    double seconds = 0;
    for (const auto kind : {workload::LayerKind::dense, workload::LayerKind::experts}) {
      const int layers = d_.model.layers_of(kind);
      if (layers > 0) seconds += layers * sum(token_ops(d_, kind, tokens), tokens);
    }
    return seconds;
  }

  double attention_seconds(const StepLoad& load) const {
    const workload::Model& m = d_.model;
    const auto layers = [&](int count, int window) {
      return count > 0 ? count * sum(attention_ops(d_, load, window), 0) : 0;
    };
    const int alternate = m.alternate_window > 0 ? m.layers / 2 : 0;
    return layers(m.layers - alternate, m.window) + layers(alternate, m.alternate_window);
  }

  StepTime step_time(double layers, double edges, std::int64_t tokens) const {
    const auto whole = [](double seconds) {
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
  SizeMemo tokens_;
  SizeMemo experts_;
  SizeMemo exchange_;
  SizeMemo embedding_;
  SizeMemo samples_;
};

}  // namespace

std::unique_ptr<StepClock> cost_clock(const Deployment& deployment) {
  return std::make_unique<CostClock>(deployment);
}

}  // namespace jacquard::serve
