// SPDX-License-Identifier: Apache-2.0
#include "papers/meshslice/merged_summa.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "jacquard/base/at.hpp"

namespace jacquard::studies::meshslice {
namespace {

using gemm::Direction;
using gemm::Matrix;
using gemm::Request;

constexpr double kNever = std::numeric_limits<double>::infinity();

double seconds(base::Picoseconds time) { return static_cast<double>(time.count()) * 1e-12; }

struct Panels {
  int chips = 1;
  double bytes = 0;  // of all panels of one chip's group
  double bandwidth = 0;
  gemm::TransferCost cost;
};

Panels panels(const Request& request, const gemm::Chip& chip, Direction direction) {
  const Matrix matrix = gemm::moves(request, direction);
  const gemm::Stored size = gemm::stored(request, matrix);
  Panels p;
  p.chips = request.mesh.size(direction);
  p.cost =
      chip.of(matrix == Matrix::c ? gemm::Transfer::reduce_scatter : gemm::Transfer::all_gather);
  p.bandwidth = base::at(p.cost.bandwidth, static_cast<int>(direction)).count();
  p.bytes = static_cast<double>(size.rows) * static_cast<double>(size.columns) *
            request.element_bytes / request.mesh.size(gemm::across(direction));
  return p;
}

// (P - 1 + D - 1) (sync + s / (D bw)) in the best number of packets (MeshSlice s2.3.3).
double streamed(const Panels& p, double bytes) {
  if (p.chips == 1) return 0;
  const double sync = seconds(p.cost.sync), send = bytes / p.bandwidth;
  const double ideal = sync > 0 ? std::floor(std::sqrt((p.chips - 2) * send / sync)) : 1;
  double best = kNever;
  for (const double d : {std::max(1.0, ideal), ideal + 1}) {
    best = std::min(best, (p.chips - 2 + d) * (sync + send / d));
  }
  return seconds(p.cost.launch) + best;
}

double pass_time(const Request& asked, const gemm::Chip& chip) {
  const Request request = gemm::of_program(asked);
  const gemm::MatrixShape& s = request.shape;
  const double product = 2.0 * static_cast<double>(s.m) * static_cast<double>(s.n) *
                         static_cast<double>(s.k) / request.mesh.chips() / chip.effective.count();
  const Panels row = panels(request, chip, Direction::row);
  const Panels column = panels(request, chip, Direction::column);
  const int most = std::lcm(request.mesh.rows, request.mesh.columns);
  double best = kNever;
  for (int u = 1; u <= most; ++u) {
    if (most % u != 0) continue;
    const double a = streamed(row, row.bytes / u), b = streamed(column, column.bytes / u);
    const double prologue = request.dataflow == gemm::Dataflow::os ? std::max(a, b) : a + b;
    const double g = product / u;
    best = std::min(best, prologue + (u - 1) * std::max({a, b, g}) + g);
  }
  return best;
}

}  // namespace

MergedSumma merged_summa(const gemm::Question& question) {
  MergedSumma best;
  best.time = base::Seconds{kNever};
  for (const gemm::Mesh& mesh : gemm::meshes_of(question)) {
    double time = 0;
    for (const gemm::Layer& layer : question.layers) {
      double least = kNever;
      for (const gemm::Choice& choice : question.choices) {
        double sum = 0;
        for (const gemm::Pass pass : gemm::kPasses) {
          sum += pass_time(gemm::request_of(layer, choice, pass, mesh), question.chip);
        }
        least = std::min(least, sum);
      }
      time += least;
    }
    if (time < best.time.count()) best = {mesh, base::Seconds{time}, 0};
  }
  best.utilisation = gemm::utilisation(question, best.time);
  return best;
}

}  // namespace jacquard::studies::meshslice
