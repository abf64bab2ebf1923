// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/tune/candidates.hpp"

#include <algorithm>

namespace jacquard::gemm {
namespace {

// Slices pay: only MeshSlice cuts both directions, and each slice launches both again.
bool is_bounded(Algorithm algorithm) { return algorithm == Algorithm::meshslice; }

void search(Request request, const Question& question, const MeshNetwork& network, base::Bytes room,
            PassSearch& found) {
  const std::vector<int> counts = legal_slices(request);
  found.points += static_cast<std::int64_t>(counts.size());
  std::optional<GemmCost> whole;
  for (const int slices : counts) {
    if (whole && found.best && bound_of(*whole, slices) >= found.best->cost.time) return;
    request.slices = slices;
    const GemmCost cost = cost_of(request, question.chip, question.mode, network);
    ++found.evaluated;
    if (slices == 1 && is_bounded(request.algorithm)) whole = cost;
    if (cost.buffers > room) {
      ++found.too_big;
    } else if (!found.best || cost.time < found.best->cost.time) {
      found.best = TunedPass{request, cost};
    }
  }
}

// What an algorithm leaves open beside its slices: Wang's direction that overlaps, the packets of
// SUMMA's and 2.5D's broadcasts.
std::vector<Request> variants(const Request& request) {
  constexpr int kMostPackets = 1'024;
  std::vector<Request> all;
  if (request.algorithm == Algorithm::wang) {
    for (const Direction direction : {Direction::row, Direction::column}) {
      all.push_back(request);
      all.back().overlapped = direction;
    }
  } else if (request.algorithm == Algorithm::summa || request.algorithm == Algorithm::solomonik) {
    for (int packets = 1; packets <= kMostPackets; packets *= 2) {
      all.push_back(request);
      all.back().packets = packets;
    }
  } else {
    all.push_back(request);
  }
  return all;
}

}  // namespace

base::Seconds bound_of(const GemmCost& whole, int slices) {
  const double links = ((whole.launch + whole.sync).count() * slices + whole.transfer.count()) / 2;
  return std::max(whole.compute, base::Seconds{links});
}

PassSearch best_of(Request request, const Question& question, const MeshNetwork& network,
                   base::Bytes room) {
  PassSearch found;
  for (const Algorithm algorithm : question.algorithms) {
    request.algorithm = algorithm;
    for (const Request& variant : variants(request)) {
      search(variant, question, network, room, found);
    }
  }
  return found;
}

}  // namespace jacquard::gemm
