// SPDX-License-Identifier: Apache-2.0
#include "papers/meshslice/traffic.hpp"

#include "jacquard/gemm/program.hpp"

namespace jacquard::studies::meshslice {
namespace {

using base::Bytes;
using gemm::Algorithm;
using gemm::Dataflow;
using gemm::Direction;
using gemm::Mesh;
using gemm::Request;

constexpr std::int64_t kBytes = 2;
constexpr std::int64_t kM = 1024 * 1024, kN = 12 * 1024, kK = 48 * 1024;
constexpr int kReplicas = 4;
constexpr Mesh kMesh{32, 8, 1};  // of each replica
constexpr Mesh kCube{16, 16, 4};

Bytes shard(std::int64_t rows, std::int64_t columns, const Mesh& mesh) {
  return Bytes{rows * columns * kBytes / (mesh.rows * mesh.columns)};
}

Bytes sent(const Request& request) {
  const gemm::Program program = gemm::program_of(request);
  Bytes all{0};
  for (const Direction d : {Direction::row, Direction::column, Direction::depth}) {
    all += gemm::bytes_sent(program, d);
  }
  return all;
}

}  // namespace

LayerTraffic layer_traffic() {
  const Bytes weights = shard(kN, kK, kMesh), outputs = shard(kM / kReplicas, kN, kMesh);
  const Bytes left = shard(kM, kK, kCube), right = shard(kK, kN, kCube);
  const Bytes result = shard(kM, kN, kCube);
  const int shifts = kCube.rows / kCube.layers;
  LayerTraffic traffic;
  traffic.paper_meshslice = kMesh.rows * weights + kMesh.columns * outputs;
  traffic.paper_solomonik = shifts * (left + right);
  traffic.solomonik_stationary = shifts * (result + right);
  Request request;
  request.dataflow = Dataflow::ls;
  request.mesh = kMesh;
  request.shape = {kM / kReplicas, kN, kK};
  traffic.meshslice = sent(request);
  traffic.gradients = Bytes{2 * (kReplicas - 1) * weights.count() / kReplicas};
  request.algorithm = Algorithm::solomonik;
  request.dataflow = Dataflow::os;
  request.mesh = kCube;
  request.shape = {kM, kN, kK};
  traffic.solomonik = sent(request);
  return traffic;
}

}  // namespace jacquard::studies::meshslice
