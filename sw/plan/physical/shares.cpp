// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/physical/shares.hpp"

#include "jacquard/base/at.hpp"

namespace jacquard::plan::physical {

Reach reach_of(const Levels& levels, int index, const Cluster& cluster) {
  if (cluster.nodes == 1) return Reach::inside;
  if (cluster.devices == 1) return Reach::across;
  if (levels.count == 1) return Reach::all;
  return index == 0 ? Reach::inside : Reach::across;
}

int members(Reach reach, const Cluster& cluster) {
  switch (reach) {
    case Reach::inside:
      return cluster.devices;
    case Reach::across:
      return cluster.nodes;
    case Reach::all:
      return cluster.total();
  }
  return 1;
}

Share share_of(const Levels& levels, Scheme scheme, const Cluster& cluster) {
  Share share;
  bool found = false;
  for (int i = 0; i < levels.count; ++i) {
    const Level& level = base::at(levels.level, i);
    if (level.scheme != scheme) continue;
    share.degree *= level.degree;
    const Reach reach = reach_of(levels, i, cluster);
    share.reach = found ? Reach::all : reach;
    found = true;
  }
  return share;
}

Shares shares_of(const Levels& levels, const Cluster& cluster) {
  return {share_of(levels, Scheme::ddp, cluster), share_of(levels, Scheme::fsdp, cluster),
          share_of(levels, Scheme::tp, cluster), share_of(levels, Scheme::mp, cluster)};
}

}  // namespace jacquard::plan::physical
