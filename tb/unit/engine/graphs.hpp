// SPDX-License-Identifier: Apache-2.0
// Graphs and fabrics for tests of the engines.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/collective/generate.hpp"
#include "jacquard/engine/scenario.hpp"

namespace jacquard::tb {

// All of one block, at 50 bytes/ns and 500 ns.
topology::Fabric fabric_of(topology::Block block, int size);

rounds::RoundGraph all_reduce(std::vector<int> shape, collective::Method method, std::int64_t bytes,
                              int chunks, collective::Spread spread = collective::Spread::baseline);

// Both graphs' collectives side by side; those of `second` get the higher numbers.
rounds::RoundGraph beside(rounds::RoundGraph first, const rounds::RoundGraph& second);

topology::Fabric random_fabric(base::Rng& rng);
// A graph of links of so many NPUs: a random tree with switches in it, and links beside.
std::unique_ptr<topology::UserGraph> random_graph(base::Rng& rng, int npus);
engine::Disturbance random_disturbance(base::Rng& rng, const topology::UserGraph& graph);
// Random rounds with any permutation, repetition and dependency the format knows.
rounds::RoundGraph random_rounds(base::Rng& rng, const topology::Fabric& fabric);
// One or two random collectives of the generators.
rounds::RoundGraph random_collectives(base::Rng& rng, const topology::Fabric& fabric);
engine::Rules random_rules(base::Rng& rng);
engine::Disturbance random_disturbance(base::Rng& rng, const topology::Fabric& fabric);

}  // namespace jacquard::tb
