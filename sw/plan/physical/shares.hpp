// SPDX-License-Identifier: Apache-2.0
// What a part's levels come to: how its layers and its samples are shared out, and among whom.
#pragma once

#include <cstdint>

#include "jacquard/plan/strategy.hpp"

namespace jacquard::plan::physical {

// Devices that a level joins: those of a node, those of one place in all nodes, or all.
enum class Reach : std::uint8_t { inside, across, all };

// Of level `index` of `levels`. A cluster of one node has no others, of one device no inside.
Reach reach_of(const Levels& levels, int index, const Cluster& cluster);

// Members of a group.
int members(Reach reach, const Cluster& cluster);

// Of a scheme on all levels that have it.
struct Share {
  int degree = 1;  // 1: no level has it
  Reach reach = Reach::inside;
};
Share share_of(const Levels& levels, Scheme scheme, const Cluster& cluster);

struct Shares {
  Share ddp;
  Share fsdp;
  Share tp;
  Share mp;
  int data() const { return ddp.degree * fsdp.degree; }  // the batch is divided by it
};
Shares shares_of(const Levels& levels, const Cluster& cluster);

}  // namespace jacquard::plan::physical
