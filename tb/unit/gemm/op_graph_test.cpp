// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/op_graph.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace jacquard;
using namespace jacquard::gemm;

namespace {

Chip chip() {
  Chip c;
  c.effective = base::FlopsPerSecond{1e12};
  const auto cost = [](std::int64_t launch, std::int64_t sync, double row, double column) {
    return TransferCost{base::Picoseconds{launch},
                        base::Picoseconds{sync},
                        {base::BytesPerSecond{row}, base::BytesPerSecond{column}}};
  };
  c.transfers = {cost(100, 10, 80e9, 20e9), cost(200, 20, 40e9, 40e9), cost(300, 30, 60e9, 10e9)};
  return c;
}

Program program(Algorithm algorithm, Dataflow dataflow, const Mesh& mesh, int slices) {
  Request r;
  r.algorithm = algorithm;
  r.dataflow = dataflow;
  r.mesh = mesh;
  r.shape = {768, 768, 768};
  r.slices = slices;
  return program_of(r);
}

}  // namespace

TEST_CASE("a job has a node for each operation, in its order, at all chips", "[gemm]") {
  const Program p = program(Algorithm::meshslice, Dataflow::os, {4, 2, 1}, 4);
  const workload::Job job = job_of(p, chip());
  CHECK(job.npus() == 8);
  REQUIRE(job.graphs.size() == 1);
  const workload::OpGraph& graph = job.graph(0);
  REQUIRE(graph.size() == static_cast<int>(p.ops.size()));
  CHECK(job.places.radices() == std::vector<int>{2, 4});
  double flops = 0;
  for (int n = 0; n < graph.size(); ++n) {
    CHECK(graph.node(n).id == static_cast<std::uint64_t>(n));
    flops += graph.node(n).flops.value_or(base::Flops{0}).count();
  }
  CHECK(flops * 8 == 2.0 * 768 * 768 * 768);
  // The members of a row are neighbours, those of a column are a row apart.
  CHECK(job.members(1, 5) == std::vector<int>{4, 5});
  CHECK(job.members(2, 5) == std::vector<int>{1, 3, 5, 7});
}

TEST_CASE("a collective has the launch, sync and share of its operation and direction", "[gemm]") {
  const workload::Job job =
      job_of(program(Algorithm::meshslice, Dataflow::ls, {4, 2, 1}, 2), chip());
  bool gathers = false;
  bool scatters = false;
  for (int n = 0; n < job.graph(0).size(); ++n) {
    const workload::OpNode& node = job.graph(0).node(n);
    if (node.kind != workload::OpKind::collective) continue;
    if (node.collective == rounds::CollectiveKind::all_gather) {  // B along columns
      gathers = true;
      CHECK(node.group == 2);
      CHECK(node.launch == base::Picoseconds{100});
      CHECK(node.protocol.sync == base::Picoseconds{10});
      CHECK(node.protocol.share == 0.5);
      CHECK(node.bytes == base::Bytes{768 * 768 / 8 / 2 * 2});
    } else {  // C along rows
      scatters = true;
      CHECK(node.collective == rounds::CollectiveKind::reduce_scatter);
      CHECK(node.group == 1);
      CHECK(node.launch == base::Picoseconds{200});
      CHECK(node.protocol.share == 0.5);
      CHECK(node.bytes == base::Bytes{768 / 4 * (768 / 2) * 2});
    }
  }
  CHECK(gathers);
  CHECK(scatters);
}

TEST_CASE("operations of a unit wait for each other in the order of the list", "[gemm]") {
  for (int a = 0; a < static_cast<int>(algorithm_names().size()); ++a) {
    const auto algorithm = static_cast<Algorithm>(a);
    const Mesh mesh = algorithm == Algorithm::tp     ? Mesh{1, 4, 1}
                      : algorithm == Algorithm::fsdp ? Mesh{4, 1, 1}
                                                     : Mesh{4, 4, 1};
    const Program p = program(algorithm, Dataflow::os, mesh, 1);
    const workload::Job job = job_of(p, chip());
    const workload::OpGraph& graph = job.graph(0);
    std::array<int, 4> last{-1, -1, -1, -1};
    for (int n = 0; n < graph.size(); ++n) {
      const Op& op = base::at(p.ops, n);
      const bool product = op.kind == OpKind::multiply;
      if (!product && !op.communicates()) continue;
      int& before = base::at(last, product ? 3 : static_cast<int>(op.direction));
      const auto waits = graph.dependencies(n);
      if (before >= 0) CHECK(std::count(waits.begin(), waits.end(), before) == 1);
      before = n;
    }
  }
}

TEST_CASE("a permute sends to whom the shift says to receive from", "[gemm]") {
  const Program p = program(Algorithm::cannon, Dataflow::os, {3, 3, 1}, 1);
  const workload::Job job = job_of(p, chip());
  int permutes = 0;
  for (int n = 0; n < job.graph(0).size(); ++n) {
    const Op& op = base::at(p.ops, n);
    if (op.kind != OpKind::permute) continue;
    ++permutes;
    const auto& moves = base::at(job.permutations, job.graph(0).node(n).permutation);
    for (int chip = 0; chip < 9; ++chip) {
      const Place place = p.request.mesh.place(chip);
      Place from = place;
      const int at = op.shift.from(place, op.direction, 3);
      (op.direction == Direction::row ? from.column : from.row) = at;
      CHECK(moves.receiver(job.places, p.request.mesh.chip(from)) == chip);
    }
  }
  CHECK(permutes > 0);
}

TEST_CASE("a folded side is a partition of several digits", "[gemm]") {
  const Program p = program(Algorithm::meshslice, Dataflow::os, {8, 2, 1}, 1);
  MeshNetwork network;
  fold_named(network, "column=2x4", "--fold");
  const workload::Job job = job_of(p, chip(), network);
  CHECK(job.places.radices() == std::vector<int>{2, 2, 4});
  CHECK(job.members(2, 3) == std::vector<int>{1, 3, 5, 7, 9, 11, 13, 15});
}
