// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "jacquard/collective/generate.hpp"

namespace jacquard::collective {
namespace {

double ring_rounds(CollectiveKind kind, double n, bool uneven) {
  switch (kind) {
    case CollectiveKind::all_reduce:
      return 2;
    case CollectiveKind::all_to_all:
      return uneven ? n * (n - 1) / 2 : n - 1;
    case CollectiveKind::broadcast:
    case CollectiveKind::reduce:
      return n - 1;
    default:
      return 1;
  }
}

double rounds_of(const Phase& phase, double n, bool uneven) {
  if (phase.kind == CollectiveKind::send || phase.kind == CollectiveKind::permute) return 2;
  const double both_ways = phase.kind == CollectiveKind::all_reduce ? 2 : 1;
  switch (phase.algorithm.method) {
    case Method::ring:
      return ring_rounds(phase.kind, n, uneven);
    case Method::two_way_ring:
      return 2 * ring_rounds(phase.kind, n, uneven);
    case Method::direct:
      return both_ways * (n - 1);
    case Method::shorter_way_ring:
    case Method::chain:
      return both_ways * 2 * n;
    case Method::halving_doubling:
      return both_ways * std::log2(n);
    case Method::nvls:
      return phase.kind == CollectiveKind::all_reduce ? 8 * n : n;
    case Method::sharp:
      return n;
    case Method::double_binary_tree:
      break;
  }
  return both_ways * 2 * std::log2(n);
}

}  // namespace

GraphSize graph_size(const CollectiveRequest& request) {
  constexpr double bytes_of_round = 512;  // with its lists
  const double ranks = request.shape.size();
  GraphSize of_chunk;
  for (const Phase& phase : phases(request, 0)) {
    const double n = request.shape.radix(phase.digit);
    const double rounds = rounds_of(phase, n, request.uneven.has_value());
    of_chunk.rounds += rounds;
    // A tree's round lists who sends to whom; an uneven one the size of each rank's message.
    const bool is_list = phase.algorithm.method == Method::double_binary_tree;
    const double listed =
        (is_list ? n * sizeof(int) : 0) + (request.uneven ? ranks * sizeof(base::Bytes) : 0);
    of_chunk.bytes += rounds * (bytes_of_round + listed);
  }
  const int chunks = chunking(request).count;
  return {of_chunk.rounds * chunks, of_chunk.bytes * chunks};
}

}  // namespace jacquard::collective
