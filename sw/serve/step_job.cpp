// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/step_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "jacquard/base/error.hpp"
#include "jacquard/serve/cost/captured.hpp"
#include "jacquard/serve/cost/serving_op.hpp"
#include "jacquard/serve/cost/step_layers.hpp"

namespace jacquard::serve {
namespace {

using workload::OpNode;

constexpr int kTensorGroup = 1;  // of Job::partitions; 0 is all of a stage's NPUs
constexpr int kStageGroup = 2;
constexpr int kStageDigit = 2;

base::Picoseconds whole(base::Seconds seconds) {
  return base::Picoseconds{std::llround(seconds.count() * 1e12)};
}

class Builder {
 public:
  Builder(const Deployment& d, base::Span<const StepLoad> groups, bool timed)
      : d_(d), sizes_(sizes_of(d, groups)), timed_(timed) {}

  workload::OpGraph graph(const StepLoad& load, int group, int stage) {
    nodes_.clear();
    const int from = first_layer(stage), to = first_layer(stage + 1);
    if (stage == 0) add_all(embedding_ops(d_, sizes_.padded), -1);
    if (stage > 0) exchange(workload::OpKind::receive, stage - 1);
    for (int layer = from; layer < to; ++layer) {
      for (const ServingOp& op : layer_ops(d_, load, sizes_, layer)) add(op, layer);
    }
    if (stage + 1 < d_.pp) exchange(workload::OpKind::send, stage + 1);
    if (stage + 1 == d_.pp) add_all(sampling_ops(d_, sizes_.samples), -1);
    return {fmt::format("step of group {}, stage {}", group, stage), std::move(nodes_)};
  }

 private:
  int first_layer(int stage) const {
    const int each = (d_.model.layers + d_.pp - 1) / d_.pp;
    return std::min(d_.model.layers, stage * each);
  }

  OpNode& next(workload::OpKind kind) {
    OpNode node;
    node.id = nodes_.size();
    node.kind = kind;
    node.stream = workload::stream_of(kind);
    if (node.id > 0) node.data_after = {node.id - 1};
    nodes_.push_back(std::move(node));
    return nodes_.back();
  }

  void exchange(workload::OpKind kind, int other) {
    OpNode& node = next(kind);
    node.name = kind == workload::OpKind::send ? "send activations" : "receive activations";
    node.bytes = base::Bytes{std::llround(sizes_.padded * d_.model.hidden * 2)};
    node.peer_digit = kStageDigit;
    (kind == workload::OpKind::send ? node.to : node.from) = other;
  }

  void add_all(const std::vector<ServingOp>& ops, int layer) {
    for (const ServingOp& op : ops) add(op, layer);
  }

  void add(const ServingOp& op, int layer) {
    const bool communicates = std::holds_alternative<Communication>(op.what);
    OpNode& node = next(communicates ? workload::OpKind::collective : workload::OpKind::compute);
    node.name = workload::name_of(op.label);
    node.layer = layer;
    const base::Picoseconds time = whole(seconds_of(d_, op, sizes_.padded <= kMostCaptured));
    if (communicates) {
      const Communication& c = std::get<Communication>(op.what);
      node.collective = c.kind;
      node.bytes = c.bytes;
      node.group = c.npus == d_.tp ? kTensorGroup : kStageGroup;
      node.timed = timed_;
      if (timed_) node.duration = time;
      return;
    }
    const auto amounts = workload::amounts_of(std::get<workload::ComputeWork>(op.what));
    node.flops = base::Flops{amounts.flops};
    node.moved[0] = base::Bytes{std::llround(amounts.bytes)};
    node.duration = time;
  }

  const Deployment& d_;
  StepSizes sizes_;
  bool timed_;
  std::vector<OpNode> nodes_;
};

}  // namespace

workload::Job step_job(const Deployment& deployment, base::Span<const StepLoad> groups,
                       bool timed) {
  require_divisible(deployment, {"deployment", ""});
  JQ_CHECK(static_cast<int>(groups.size()) == deployment.attention_dp, "one load a group");
  JQ_CHECK(deployment.drafts.tokens == 0, "a step's job has no drafts");
  const Deployment d = as_served(deployment);
  workload::Job job;
  job.places = base::MixedRadix({d.tp, d.attention_dp, d.pp});
  job.partitions[kTensorGroup] = {0};
  job.partitions[kStageGroup] = {0, 1};
  Builder builder(d, groups, timed);
  for (int stage = 0; stage < d.pp; ++stage) {
    for (int group = 0; group < d.attention_dp; ++group) {
      job.add(builder.graph(groups[static_cast<std::size_t>(group)], group, stage), d.tp);
    }
  }
  return job;
}

}  // namespace jacquard::serve
