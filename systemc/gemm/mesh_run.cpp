// SPDX-License-Identifier: Apache-2.0
#include "systemc/gemm/mesh_run.hpp"

#include <limits>
#include <utility>

#include "jacquard/gemm/op_graph.hpp"

namespace jacquard::gemm {
namespace {

// One dimension for each digit of the job's places, and how collectives go round it.
struct Torus {
  std::vector<topology::Dimension> dimensions;
  std::vector<collective::Algorithm> algorithms;
};

collective::Method method_of(const MeshNetwork& network, Direction direction) {
  if (network.open[static_cast<std::size_t>(direction)]) return collective::Method::chain;
  switch (network.rings) {
    case Rings::two_way:
      return collective::Method::two_way_ring;
    case Rings::shorter_way:
      return collective::Method::shorter_way_ring;
    case Rings::one_way:
      break;
  }
  return collective::Method::ring;
}

Torus torus_of(const Mesh& mesh, const Chip& chip, const MeshNetwork& network) {
  Torus torus;
  const auto add = [&](Direction direction, int size) {
    torus.dimensions.push_back(
        {topology::Block::ring, size, link_bandwidth(chip, direction), base::Picoseconds{0}});
    torus.algorithms.push_back(
        {size == 2 ? collective::Method::ring : method_of(network, direction)});
  };
  for (int d = 0; d < kDirections; ++d) {
    const auto direction = static_cast<Direction>(d);
    if (mesh.size(direction) == 1) continue;
    for (const int size : network.sizes(mesh, direction)) add(direction, size);
  }
  if (torus.dimensions.empty()) add(Direction::row, 1);
  return torus;
}

Program checked_program(const RunConfig& config) {
  Program program = program_of(config.request);
  check(config.network, program.request.mesh);
  return program;
}

}  // namespace

MeshRun::MeshRun(const RunConfig& config)
    : program(checked_program(config)),
      fabric(torus_of(program.request.mesh, config.chip, config.network).dimensions,
             {"--mesh", ""}),
      disturbance(config.disturbance) {
  work.job = job_of(program, config.chip, config.network);
  const Torus torus = torus_of(program.request.mesh, config.chip, config.network);
  for (engine::job::Algorithms& of_kind : work.algorithms) of_kind.by_dimension = torus.algorithms;
}

engine::Scenario MeshRun::scenario() const {
  engine::Rules rules;
  rules.endpoint_delay = base::Picoseconds{0};
  rules.local_memory_bandwidth = base::BytesPerSecond{std::numeric_limits<double>::infinity()};
  rules.order = engine::Order::fifo;
  // Packets of one message follow each other; messages of a direction wait by the job's order.
  rules.active_chunks = std::numeric_limits<int>::max();
  engine::Scenario scenario{work, fabric, rules, disturbance, engine::Mode::faithful};
  scenario.origin = {"--shape", "a smaller shape or a faster chip"};
  return scenario;
}

Answer answer_of(const RunConfig& config, const Program& program, base::Picoseconds time,
                 base::Picoseconds compute) {
  Answer answer;
  answer.time = time;
  answer.compute = compute;
  answer.exposed = time - compute;
  const MatrixShape& shape = program.request.shape;
  const double flops = 2.0 * static_cast<double>(shape.m) * static_cast<double>(shape.n) *
                       static_cast<double>(shape.k);
  const double offered =
      config.chip.peak.count() * base::to_seconds(time).count() * program.request.mesh.chips();
  answer.utilisation = offered > 0 ? flops / offered : 0;
  answer.row = bytes_sent(program, Direction::row);
  answer.column = bytes_sent(program, Direction::column);
  answer.buffers = gathered_bytes(program);
  return answer;
}

}  // namespace jacquard::gemm
