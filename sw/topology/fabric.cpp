// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/fabric.hpp"

namespace jacquard::topology {

bool operator==(const Dimension& a, const Dimension& b) {
  return a.block == b.block && a.size == b.size && a.bandwidth == b.bandwidth &&
         a.latency == b.latency;
}

config::Place in_dimension(const config::Place& place, std::size_t d) {
  return {place.source,
          place.where + (place.where.empty() ? "" : ", ") + "dimension " + std::to_string(d)};
}

int ports_of(Block block, int size) {
  if (size == 1) return 0;
  switch (block) {
    case Block::ring:
      return size == 2 ? 1 : 2;
    case Block::fully_connected:
      return size - 1;
    case Block::switched:
    case Block::crossbar:
      return 1;
  }
  return 0;
}

Fabric::Fabric(std::vector<Dimension> dimensions, const config::Place& place)
    : dimensions_(std::move(dimensions)) {
  if (dimensions_.empty()) place.fail("at least one dimension", "none");
  const int least = dimensions_.size() == 1 ? 1 : 2;
  int npus = 1;
  std::vector<int> sizes;
  for (std::size_t d = 0; d < dimensions_.size(); ++d) {
    const Dimension& dimension = dimensions_[d];
    if (dimension.size < least) {
      in_dimension(place, d).fail("at least " + std::to_string(least) + " NPUs",
                                  std::to_string(dimension.size),
                                  dimension.size == 1 ? "leave out a dimension of one" : "");
    }
    if (dimension.size > kMostNpus / npus) {
      in_dimension(place, d).fail("at most " + std::to_string(kMostNpus) + " NPUs in all",
                                  std::to_string(npus) + " x " + std::to_string(dimension.size));
    }
    if (!(dimension.bandwidth > base::BytesPerSecond{0})) {
      in_dimension(place, d).fail("a bandwidth above 0",
                                  std::to_string(dimension.bandwidth.count()) + " B/s");
    }
    if (dimension.latency < base::Picoseconds{0}) {
      in_dimension(place, d).fail("a latency of at least 0",
                                  std::to_string(dimension.latency.count()) + " ps");
    }
    npus *= dimension.size;
    sizes.push_back(dimension.size);
  }
  places_ = base::MixedRadix(std::move(sizes));
}

std::int64_t Fabric::links_in(int d) const {
  const Dimension& block = dimension(d);
  const int down = has_switch(block.block) && block.size > 1 ? 1 : 0;
  return std::int64_t{npus()} * (ports_of(block.block, block.size) + down);
}

int Fabric::switches_in(int d) const {
  const Dimension& block = dimension(d);
  return has_switch(block.block) && block.size > 1 ? npus() / block.size : 0;
}

bool operator==(const Fabric& a, const Fabric& b) { return a.all() == b.all(); }

}  // namespace jacquard::topology
