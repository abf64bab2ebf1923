// SPDX-License-Identifier: Apache-2.0
#include "papers/madmax/volumes.hpp"

#include <fmt/format.h>

#include <cmath>

#include "papers/madmax/setting.hpp"

namespace jacquard::studies::madmax {
namespace {

base::Picoseconds all_to_all_time(plan::Request request, plan::Physics physics) {
  request.physics = physics;
  const plan::Answer answer = answer_of(request, "mlp=ddp emb=mp");
  return base::Picoseconds{std::llround(answer.times.all_to_all * 1e12)};
}

}  // namespace

std::vector<ExchangeVolume> exchange_volumes() {
  constexpr int nodes[] = {1, 2, 4, 8, 16, 32, 64};
  std::vector<ExchangeVolume> all;
  plan::Request request = request_of("dlrm-a", "zionex-128");
  const plan::EmbeddingSizes& e = request.model.embedding;
  const double vectors = static_cast<double>(e.tables) * e.dimension *
                         request.model.embedding_bytes * static_cast<double>(request.batch());
  for (const int n : nodes) {
    request.cluster.nodes = n;
    const double devices = request.cluster.total();
    ExchangeVolume v;
    v.devices = request.cluster.total();
    v.paper_bytes = 2 * vectors * e.pooling / (devices * devices);
    v.pooled_bytes = vectors / devices * (devices - 1) / devices;
    v.paper_time = all_to_all_time(request, plan::Physics::none());
    v.pooled_time = all_to_all_time(request, plan::Physics::none().with(plan::Departure::volumes));
    all.push_back(v);
  }
  return all;
}

const report::MetricTable<ExchangeVolume>& volume_metrics() {
  using M = report::Metric<ExchangeVolume>;
  using report::Row;
  using report::Unit;
  const auto whole = [](double ExchangeVolume::*member) {
    return [member](const ExchangeVolume& v) { return std::llround(v.*member); };
  };
  static const report::MetricTable<ExchangeVolume> table(
      "exchange", "The exchange of DLRM-A's embeddings at a number of devices.",
      {M("devices", Unit::count, &ExchangeVolume::devices, "All, in nodes of 8.", "devices"),
       M("paper_bytes", Unit::bytes, whole(&ExchangeVolume::paper_bytes),
         "A device sends in one direction of a step, by the paper's rule.", "paper"),
       M("pooled_bytes", Unit::bytes, whole(&ExchangeVolume::pooled_bytes),
         "The same, as the pooled vectors of its samples.", "pooled"),
       M("paper_all_to_all_ps", Unit::ps, &ExchangeVolume::paper_time,
         "All of a step, by the paper's rules.", "paper time"),
       M("pooled_all_to_all_ps", Unit::ps, &ExchangeVolume::pooled_time,
         "The same with physical volumes alone.", "pooled time")});
  return table;
}

}  // namespace jacquard::studies::madmax
