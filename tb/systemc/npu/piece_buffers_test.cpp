// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/piece_buffers.hpp"

#include <catch2/catch.hpp>

#include "jacquard/collective/generate.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using Segments = std::vector<std::pair<std::uint64_t, std::int64_t>>;

rounds::RoundGraph all_reduce(int npus, std::int64_t bytes, int chunks, collective::Method method) {
  collective::CollectiveRequest request;
  request.shape = rounds::Shape({npus});
  request.algorithms = {{method, 0}};
  request.bytes = Bytes{bytes};
  request.chunks = chunks;
  return generate(request);
}

Segments of(const PieceBuffers& buffers, const rounds::Round& round, int repetition, int rank) {
  Segments all;
  for (const Segment& s : buffers.segments(round, repetition, rank)) {
    all.emplace_back(s.address, s.bytes.count());
  }
  return all;
}

}  // namespace

TEST_CASE("a ring's messages carry the piece that came before, each from its slot") {
  const rounds::RoundGraph graph = all_reduce(4, 400, 2, collective::Method::ring);
  const PieceBuffers buffers(graph, memory::Organisation{}, "bytes");
  // Two chunks of four pieces of 50 bytes, in slots of two bursts. In the first repetition rank 2
  // sends the piece before its own, then the one before that.
  CHECK(of(buffers, graph.rounds[0], 0, 2) == Segments{{1 * 64, 50}});
  CHECK(of(buffers, graph.rounds[0], 1, 2) == Segments{{0 * 64, 50}});
  CHECK(of(buffers, graph.rounds[0], 2, 2) == Segments{{3 * 64, 50}});
  // The second chunk's slots lie behind the first one's, and the area where messages wait behind
  // all of them.
  for (const rounds::Round& round : graph.rounds) {
    if (round.chunk == 1) CHECK(of(buffers, round, 0, 0).front().first >= 4 * 64);
  }
  CHECK(buffers.waiting_area() == 8 * 64);
}

TEST_CASE("pieces that touch are one segment, and a message's bytes are spread over its pieces") {
  // Halving-doubling sends half of the data first: two of four pieces.
  const rounds::RoundGraph graph = all_reduce(4, 4 * 64, 1, collective::Method::halving_doubling);
  const PieceBuffers buffers(graph, memory::Organisation{}, "bytes");
  std::int64_t bytes = 0;
  const Segments first = of(buffers, graph.rounds[0], 0, 0);
  for (const auto& segment : first) bytes += segment.second;
  CHECK(bytes == graph.rounds[0].bytes.count());
  CHECK(bytes == 128);
}

}  // namespace jacquard::systemc
