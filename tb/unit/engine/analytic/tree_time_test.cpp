// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/analytic/tree_time.hpp"

#include <catch2/catch.hpp>

using namespace jacquard::engine;
using jacquard::base::Bytes;
using jacquard::base::BytesPerSecond;
using jacquard::base::Picoseconds;
using jacquard::topology::Block;

namespace {

constexpr std::int64_t kMiB = 1 << 20;

// Both trees of eight: a root above a full tree of the others in order.
const std::vector<Parents> kTrees = {{1, 3, 1, 7, 5, 3, 5, -1}, {-1, 2, 4, 2, 0, 6, 4, 6}};

}  // namespace

TEST_CASE("trees give ASTRA-sim's unaware nanoseconds for all-reduce on eight NPUs") {
  struct Row {
    std::int64_t bytes, connected, switched;
  };
  for (const Row& row : {Row{kMiB, 123'052, 133'552}, Row{64 * kMiB, 7'202'350, 7'212'850},
                         Row{1024 * kMiB, 115'077'070, 115'087'570}}) {
    PhaseModel model{{Block::fully_connected, 8, BytesPerSecond{50.0 * 1024 * 1024 * 1024},
                      Picoseconds{500'000}},
                     Rules{},
                     true};
    const Bytes chunk{row.bytes / 4};
    CHECK(trees_time(model, kTrees, chunk, 4).count() == row.connected * 1000);
    model.dimension.block = Block::switched;
    CHECK(trees_time(model, kTrees, chunk, 4).count() == row.switched * 1000);
  }
}
