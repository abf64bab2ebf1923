// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>

#include "jacquard/rounds/round_graph.hpp"

namespace jacquard::tb {

// Fails the test where any field of the two graphs differs.
inline void require_same(const rounds::RoundGraph& a, const rounds::RoundGraph& b) {
  CHECK(a.channels == b.channels);
  REQUIRE(a.collectives.size() == b.collectives.size());
  for (std::size_t i = 0; i < a.collectives.size(); ++i) {
    const rounds::Collective& x = a.collectives[i];
    const rounds::Collective& y = b.collectives[i];
    CHECK(x.kind == y.kind);
    CHECK(x.shape == y.shape);
    CHECK(x.involved == y.involved);
    CHECK(x.pieces == y.pieces);
    CHECK(x.chunks == y.chunks);
    CHECK(x.bytes == y.bytes);
    CHECK(x.root == y.root);
    CHECK(x.peer == y.peer);
    CHECK(x.npus == y.npus);
  }
  REQUIRE(a.rounds.size() == b.rounds.size());
  for (std::size_t i = 0; i < a.rounds.size(); ++i) {
    const rounds::Round& x = a.rounds[i];
    const rounds::Round& y = b.rounds[i];
    INFO("round " << i);
    CHECK(x.collective == y.collective);
    CHECK(x.chunk == y.chunk);
    CHECK(x.phase == y.phase);
    CHECK(x.channel == y.channel);
    CHECK(x.permutation == y.permutation);
    CHECK(x.cast == y.cast);
    CHECK(x.pieces == y.pieces);
    CHECK(x.action == y.action);
    CHECK(x.repeat == y.repeat);
    CHECK(x.bytes == y.bytes);
    CHECK(x.uneven == y.uneven);
    CHECK(x.after == y.after);
  }
}

}  // namespace jacquard::tb
