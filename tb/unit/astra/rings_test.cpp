// SPDX-License-Identifier: Apache-2.0
// Rings worked out at once against every message of every NPU.
#include <catch2/catch.hpp>

#include "jacquard/astra/ring_ways.hpp"
#include "jacquard/workload/listed.hpp"
#include "support/astra_case.hpp"
#include "support/placed_jobs.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using topology::Block;

namespace {

using Finishes = std::vector<std::pair<astra::Tick, astra::Tick>>;

Finishes by_npu(const astra::Answer& answer) {
  Finishes out(answer.finished.size());
  for (const auto& f : answer.finished) out[static_cast<std::size_t>(f.npu)] = {f.time, f.compute};
  return out;
}

struct Shape {
  std::vector<Dimension> network;
  std::vector<int> degrees;
};

Dimension some(Block block, int npus, base::Rng& rng) {
  const double bandwidths[] = {3, 25, 50, 187.5};
  const double latencies[] = {0, 20, 500, 1700};
  return {block, npus, bandwidths[rng.below(4)], latencies[rng.below(4)]};
}

// Rings whose ways share no link, where groups are of neighbours in a dimension; and others.
Shape shape(std::uint64_t seed, base::Rng& rng) {
  switch (seed % 4) {
    case 0:
      return {{some(Block::ring, 4, rng), some(Block::fully_connected, 8, rng)}, {4, 2, 4, 1}};
    case 1:
      return {{some(Block::ring, 4, rng), some(Block::switched, 8, rng)}, {4, 8, 1}};
    case 2:
      return {{some(Block::fully_connected, 4, rng), some(Block::ring, 4, rng),
               some(Block::switched, 4, rng)},
              {4, 4, 4, 1}};
    default:
      return {{some(Block::ring, 8, rng), some(Block::fully_connected, 4, rng)}, {2, 4, 4, 1}};
  }
}

}  // namespace

TEST_CASE("Rings worked out at once take what all their messages take, link by link too") {
  int at_once[2] = {0, 0};  // without and with congestion
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    base::Rng rng(seed, "rings");
    const Shape own = shape(seed, rng);
    Input input = astra_machine(own.network, {{collective::Method::ring}}, rng.chance(0.5));
    input.job = placed_job({own.degrees, 10, false, base::Picoseconds{1'000'000}}, rng);
    input.mode = rng.chance(0.5) ? Mode::aware : Mode::unaware;
    input.system.active_chunks = rng.chance(0.7) ? 1 : 3;
    input.system.splits = 1 + static_cast<int>(rng.below(5));
    input.system.endpoint_delay = static_cast<int>(rng.below(50));
    // Groups of all NPUs run otherwise.
    const int everybody = base::MixedRadix(own.degrees).size();
    for (auto group = input.job.partitions.begin(); group != input.job.partitions.end(); ++group) {
      if (input.job.size_of(group->first) == everybody) group->second.pop_back();
    }
    Input all = input;
    all.symmetry = false;
    const astra::Answer one = astra::run(input);
    const astra::Answer every = astra::run(all);
    CAPTURE(seed, int(input.mode), input.system.active_chunks);
    CHECK(by_npu(one) == by_npu(every));
    CHECK(one.bytes == every.bytes);
    input.job = workload::listed(input.job);
    CHECK(by_npu(astra::run(input)) == by_npu(every));
    const auto nodes = static_cast<std::int64_t>(input.job.graph(0).size());
    at_once[input.mode == Mode::aware] += one.events <= 2 * nodes * input.job.npus();
  }
  CHECK(at_once[0] > 40);
  CHECK(at_once[1] > 15);
}

TEST_CASE("Two rings on one link at one time are simulated message by message") {
  // Ranks 0, 2, 4, 6 and 1, 3, 5, 7 of a ring: every message takes two links, and each link has
  // two.
  Input input = astra_machine({{Block::ring, 8, 50, 500}}, {{collective::Method::ring}});
  input.mode = Mode::aware;
  run_on_all(input, {of_group(collective_node(CollectiveKind::all_gather, 1 << 20), 1)});
  input.job.places = base::MixedRadix({2, 4});
  input.job.partitions[1] = {1};
  Input all = input;
  all.symmetry = false;
  const astra::Answer one = astra::run(input);
  const astra::Answer every = astra::run(all);
  CHECK(by_npu(one) == by_npu(every));
  CHECK(one.events == every.events);
  const astra::Places places(input.network);
  astra::Cast cast;
  for (int npu = 0; npu < 8; ++npu) {
    cast.ranks.push_back(npu);
    cast.stands_for.push_back(static_cast<std::uint32_t>(npu));
  }
  CHECK_FALSE(astra::RingWays(input, places, cast, astra::ties_of(input.job)).apart());
  input.job.partitions[1] = {0};  // neighbours: each has links of its own
  CHECK(astra::RingWays(input, places, cast, astra::ties_of(input.job)).apart());
}

TEST_CASE("Links carry the same bytes where rings are worked out at once") {
  for (const Mode mode : {Mode::unaware, Mode::aware}) {
    base::Rng rng(4, "links");
    Input input = astra_machine({{Block::ring, 4, 50, 20}, {Block::fully_connected, 8, 25, 500}},
                                {{collective::Method::ring}});
    input.job = placed_job({{4, 2, 4, 1}, 10, false, base::Picoseconds{1'000'000}}, rng);
    input.job.partitions.erase(input.job.partitions.find(70));  // everybody
    for (auto& graph : input.job.graphs) {
      std::vector<OpNode> nodes;
      for (int i = 0; i < graph.size(); ++i) {
        nodes.push_back(graph.node(i));
        if (nodes.back().group == 70) nodes.back().group = 10;
      }
      graph = OpGraph("step", std::move(nodes));
    }
    input.mode = mode;
    Input all = input;
    all.symmetry = false;
    const astra::Answer one = astra::run(input);
    const astra::Answer every = astra::run(all);
    CHECK(one.events < every.events);
    for (std::size_t d = 0; d < 2; ++d) {
      CAPTURE(int(mode), d);
      CHECK(one.links[d].bytes > 0);
      CHECK(one.links[d].bytes == Approx(every.links[d].bytes).epsilon(1e-12));
    }
  }
}
