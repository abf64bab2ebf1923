// SPDX-License-Identifier: Apache-2.0
#include "papers/meshslice/shapes.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/gemm/tune/candidates.hpp"

namespace jacquard::studies::meshslice {
namespace {

constexpr gemm::Choice kY{gemm::Stationary::y, false};

bool same(const gemm::MatrixShape& a, const gemm::MatrixShape& b) {
  return a.k == b.k && std::minmax(a.m, a.n) == std::minmax(b.m, b.n);
}

}  // namespace

std::vector<gemm::MatrixShape> distinct_shapes(const Subject& subject, std::int64_t batch) {
  std::vector<gemm::MatrixShape> all;
  for (const gemm::Layer& layer : gemm::paper_layers(subject.hidden, batch * kSequence)) {
    for (const gemm::Pass pass : gemm::kPasses) {
      const gemm::MatrixShape shape = gemm::request_of(layer, kY, pass, {}).shape;
      const auto found = std::find_if(all.begin(), all.end(),
                                      [&](const auto& other) { return same(shape, other); });
      if (found == all.end()) all.push_back(shape);
    }
  }
  return all;
}

std::optional<gemm::TunedPass> best_product(const gemm::MatrixShape& shape, int chips,
                                            gemm::Algorithm algorithm, const gemm::Chip& chip,
                                            gemm::Mode mode) {
  gemm::Question question;
  question.mode = mode;
  question.chips = chips;
  question.chip = chip;
  question.algorithms = {algorithm};
  std::optional<gemm::TunedPass> best;
  for (const gemm::Mesh& mesh : gemm::meshes_of(question)) {
    for (const gemm::Dataflow dataflow :
         {gemm::Dataflow::os, gemm::Dataflow::ls, gemm::Dataflow::rs}) {
      for (const bool transposed : {false, true}) {
        gemm::Request request;
        request.dataflow = dataflow;
        request.mesh = mesh;
        request.shape = shape;
        request.transposed = transposed;
        const auto found = gemm::best_of(request, question, question.network, chip.memory).best;
        if (found && (!best || found->cost.time < best->cost.time)) best = found;
      }
    }
  }
  return best;
}

double mean_gain(gemm::Algorithm over, int chips, const gemm::Chip& chip, gemm::Mode mode) {
  double sum = 0;
  int count = 0;
  for (const Subject& subject : kSubjects) {
    for (const gemm::MatrixShape& shape : distinct_shapes(subject, weak_batch(chips))) {
      const auto ours = best_product(shape, chips, gemm::Algorithm::meshslice, chip, mode);
      const auto theirs = best_product(shape, chips, over, chip, mode);
      sum += theirs->cost.time / ours->cost.time - 1;
      ++count;
    }
  }
  return sum / count;
}

}  // namespace jacquard::studies::meshslice
