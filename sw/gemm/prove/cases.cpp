// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/prove/cases.hpp"

#include <numeric>

namespace jacquard::gemm {
namespace {

constexpr int kBlocks = 6;       // of each of lcm(rows, columns)
constexpr int kMostSlices = 13;  // that MeshSlice is asked for
constexpr int kPackets = 2;      // a third does nothing that a second does not

std::string why_illegal(const Request& request) {
  const auto fault = illegal(request);
  return fault ? base::ConfigError(*fault).what() : "";
}

class Cases {
 public:
  explicit Cases(Algorithm algorithm) {
    request_.algorithm = algorithm;
    request_.block = algorithm == Algorithm::meshslice ? 2 : 1;
    request_.packets = kPackets;
  }

  void add_meshes(const Mesh& largest) {
    for (request_.mesh.rows = 1; request_.mesh.rows <= largest.rows; ++request_.mesh.rows) {
      for (request_.mesh.columns = 1; request_.mesh.columns <= largest.columns;
           ++request_.mesh.columns) {
        for (int kind = 0; kind < 2 * static_cast<int>(dataflow_names().size()); ++kind) {
          request_.dataflow = static_cast<Dataflow>(kind / 2);
          request_.transposed = kind % 2 == 1;
          request_.shape = telling_shape(request_);
          add_mesh();
        }
      }
    }
  }

  std::vector<ProofCase> take() { return std::move(all_); }

 private:
  void add_mesh() {
    if (legal_slices(request_).empty()) return add(1);
    switch (request_.algorithm) {
      case Algorithm::meshslice:
        return add_up_to(kMostSlices);
      case Algorithm::wang:
        for (const Direction direction : {Direction::row, Direction::column}) {
          request_.overlapped = direction;
          add_up_to(of_program(request_).mesh.size(direction) + 1);
        }
        request_.overlapped.reset();
        return;
      case Algorithm::tp:
      case Algorithm::fsdp:
        return add_up_to(request_.mesh.chips() + 1);
      case Algorithm::summa:
        for (const int slices : legal_slices(request_)) add(slices);
        return add(1 + std::lcm(request_.mesh.rows, request_.mesh.columns));
      case Algorithm::solomonik:
        for (int layers = 1; layers <= request_.mesh.rows; ++layers) {
          request_.mesh.layers = layers;
          add(1);
        }
        request_.mesh.layers = 1;
        return;
      default:
        return add_up_to(2);
    }
  }

  void add_up_to(int slices) {
    for (int s = 1; s <= slices; ++s) add(s);
  }

  void add(int slices) {
    request_.slices = slices;
    all_.push_back({request_, why_illegal(request_)});
    request_.slices = 1;
  }

  Request request_;
  std::vector<ProofCase> all_;
};

}  // namespace

MatrixShape telling_shape(const Request& request) {
  const Request r = of_program(request);
  const std::int64_t rows = std::int64_t{2} * r.mesh.rows;
  const std::int64_t columns = std::int64_t{3} * r.mesh.columns;
  const std::int64_t cut = std::lcm<std::int64_t>(r.mesh.rows, r.mesh.columns) * kBlocks * r.block;
  MatrixShape shape{rows, columns, cut};
  if (r.dataflow == Dataflow::ls) shape = {rows, cut, columns};
  if (r.dataflow == Dataflow::rs) shape = {cut, columns, rows};
  if (request.transposed) std::swap(shape.m, shape.n);
  return shape;
}

std::vector<ProofCase> cases_of(Algorithm algorithm, const Mesh& largest) {
  Cases cases(algorithm);
  cases.add_meshes(largest);
  return cases.take();
}

Effort effort_of(const ProofCase& proof) {
  Effort effort;
  if (proof.request.transposed) effort.least = 2;
  effort.starved_operations = 8;
  effort.budget = proof.request.transposed ? 0 : 8'000;
  return effort;
}

}  // namespace jacquard::gemm
