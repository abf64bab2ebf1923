// SPDX-License-Identifier: Apache-2.0
// Groups and peers by places in ASTRA-sim's modes, against the same job with all said by number.
#include "support/placed_jobs.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "jacquard/astra/files/engine_input.hpp"
#include "jacquard/workload/listed.hpp"
#include "support/astra_case.hpp"
#include "support/source_tree.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using topology::Block;

namespace {

std::vector<std::pair<astra::Tick, astra::Tick>> by_npu(const astra::Answer& answer) {
  std::vector<std::pair<astra::Tick, astra::Tick>> out(answer.finished.size());
  for (const auto& f : answer.finished) out[static_cast<std::size_t>(f.npu)] = {f.time, f.compute};
  return out;
}

struct Shape {
  std::vector<Dimension> network;
  std::vector<int> degrees;
};

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all = {
      {{{Block::ring, 4, 50, 20}, {Block::fully_connected, 4, 25, 700}}, {4, 2, 2, 1}},
      {{{Block::ring, 4, 50, 20}, {Block::switched, 8, 25, 700}}, {2, 8, 1, 2}},
      {{{Block::fully_connected, 8, 50, 500}, {Block::switched, 4, 12.5, 1700}}, {4, 4, 2}},
      {{{Block::ring, 8, 50, 20}, {Block::ring, 4, 12.5, 700}}, {2, 2, 2, 4}},
      {{{Block::switched, 16, 50, 20}}, {2, 2, 4}},
      {{{Block::ring, 4, 187.5, 20},
        {Block::fully_connected, 8, 25, 700},
        {Block::ring, 2, 75, 700}},
       {4, 4, 4, 1}},
  };
  return all;
}

}  // namespace

TEST_CASE("Groups and peers by places take the nanoseconds of the same said by number") {
  int joined = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    base::Rng rng(seed, "placed jobs");
    const Shape& shape = shapes()[seed % shapes().size()];
    Input input = astra_machine(shape.network, {{collective::Method::ring}}, seed % 2 == 0);
    input.job = placed_job({shape.degrees, 12, false, base::Picoseconds{1'000'000}}, rng);
    input.mode = seed % 4 < 2 ? Mode::unaware : Mode::aware;
    Input listed = input;
    listed.job = workload::listed(input.job);
    listed.symmetry = false;
    CAPTURE(seed);
    const astra::Answer by_places = astra::run(input);
    CHECK(by_npu(by_places) == by_npu(astra::run(listed)));
    const std::set<int> simulated(by_places.stands_for.begin(), by_places.stands_for.end());
    joined += simulated.size() < by_places.stands_for.size();
    input.symmetry = false;
    CHECK(by_npu(astra::run(input)) == by_npu(by_places));
  }
  CHECK(joined > 10);
}

TEST_CASE("GPT3-175B's trace of one rank, with its groups by places, takes ASTRA-sim's cycles") {
  astra::AstraFiles files;
  files.network = {{Block::ring, 4, 187.5, 20},
                   {Block::fully_connected, 8, 25, 700},
                   {Block::ring, 4, 75, 700},
                   {Block::switched, 8, 100, 1700}};
  files.traces = interop::read_rank_traces(in_source_tree("tb/vectors/astra/gpt3_175b_4_layers.et"),
                                           astra::npus(files.network));
  Input input = astra::engine_input(files);
  CHECK(input.job.graphs.size() == 1);
  input.job.places = base::MixedRadix({64, 4, 4});
  input.job.partitions = {{1, {0}}, {17, {1}}, {273, {2}}};
  input.system.splits = 4;
  input.system.local_mem_bw = 50e9;
  input.system.peak_perf = 10e12;
  input.system.roofline = true;
  const astra::Answer answer = astra::run(input);
  CHECK(answer.finished.size() == 1024);
  for (const auto& finish : answer.finished) {
    REQUIRE(finish.time == 5'567'646'718);
    REQUIRE(finish.time - finish.compute == 251'880'752);
  }
}
