// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/prices.hpp"

#include "jacquard/base/at.hpp"

namespace jacquard::plan {
namespace {

double peak_of(const Cluster& cluster, double bytes) {
  if (bytes == 4) return cluster.peak4.count();
  return (bytes == 2 ? cluster.peak2 : cluster.peak1).count();
}

}  // namespace

const char* name_of(Collective collective) {
  switch (collective) {
    case Collective::all_to_all:
      return "all-to-all";
    case Collective::all_reduce:
      return "all-reduce";
    case Collective::all_gather:
      return "all-gather";
    case Collective::reduce_scatter:
      return "reduce-scatter";
  }
  return "";
}

Bandwidths bandwidths_of(const Cluster& c) {
  Bandwidths b;
  b.inside = c.links * c.link_bandwidth.count() / 2 * c.link_utilisation;
  b.across = c.ports * c.port_bandwidth.count() / 2 * c.port_utilisation / c.devices;
  b.mixed = c.all_reduce_inside * b.inside + (1 - c.all_reduce_inside) * b.across;
  return b;
}

Prices::Prices(const Request& request) {
  const Cluster& cluster = request.cluster;
  flops_per_second_ = peak_of(cluster, request.model.dense_bytes) * cluster.compute_utilisation;
  look_up_bytes_per_second_ = cluster.memory_bandwidth.count() * cluster.memory_utilisation;
  Bandwidths b = bandwidths_of(cluster);
  if (cluster.nodes == 1) b.across = b.mixed = b.inside;
  bytes_per_second_ = {{{b.inside, b.across},
                        {b.inside, b.mixed},
                        {2 * b.inside, 2 * b.mixed},
                        {2 * b.inside, 2 * b.mixed}}};
}

double Prices::collective(Collective what, double bytes, int level, int levels) const {
  const double rate =
      base::at(base::at(bytes_per_second_, static_cast<int>(what)), 2 - levels + level);
  return rate > 0 ? bytes / rate : 0;  // a level of one device has no links
}

LayerPrices priced(const LayerAmounts& amounts, const Levels& levels, const Prices& prices) {
  LayerPrices p;
  p.forward = prices.compute(amounts.flops);
  p.backward = 2 * p.forward;
  p.gather = prices.collective(Collective::all_gather, amounts.gather, 0, levels.count);
  p.scatter = prices.collective(Collective::reduce_scatter, amounts.gather, 0, levels.count);
  for (int i = 0; i < levels.count; ++i) {
    const LevelAmounts& sent = base::at(amounts.level, i);
    const auto seconds = [&](Collective what, double bytes) {
      return prices.collective(what, bytes, i, levels.count);
    };
    base::at(p.level, i) = {seconds(Collective::all_reduce, sent.activations),
                            seconds(Collective::all_to_all, sent.exchange),
                            seconds(Collective::all_reduce, sent.gradients)};
  }
  return p;
}

EmbeddingPrices priced(const EmbeddingAmounts& amounts, const Levels& levels,
                       const Prices& prices) {
  EmbeddingPrices p;
  p.look_up = prices.look_up(amounts.looked_up);
  for (int i = 0; i < levels.count; ++i) {
    base::at(p.all_to_all, i) =
        prices.collective(Collective::all_to_all, base::at(amounts.all_to_all, i), i, levels.count);
    base::at(p.all_reduce, i) =
        prices.collective(Collective::all_reduce, base::at(amounts.all_reduce, i), i, levels.count);
  }
  return p;
}

}  // namespace jacquard::plan
