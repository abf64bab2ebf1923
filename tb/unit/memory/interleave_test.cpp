// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/interleave.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <utility>

#include "jacquard/base/rng.hpp"

namespace jacquard::memory {

TEST_CASE("Blocks go round the memories, and a round is a block further in each") {
  const Interleave space(4, base::Bytes{256});
  CHECK(space.home(0).memory == 0);
  CHECK(space.home(255).memory == 0);
  CHECK(space.home(256).memory == 1);
  CHECK(space.home(3 * 256 + 7).memory == 3);
  CHECK(space.home(3 * 256 + 7).address == 7);
  CHECK(space.home(4 * 256 + 7).memory == 0);
  CHECK(space.home(4 * 256 + 7).address == 256 + 7);
  CHECK(space.block_end(255) == 256);
  CHECK(space.block_end(256) == 512);
}

TEST_CASE("Interleaving is a bijection: all bytes of equal memories, each once") {
  for (const int memories : {1, 2, 3, 16}) {
    for (const std::int64_t block : {1, 3, 64}) {
      const Interleave space(memories, base::Bytes{block});
      const std::uint64_t each = static_cast<std::uint64_t>(block) * 5;
      const std::uint64_t all = each * static_cast<std::uint64_t>(memories);
      std::set<std::pair<int, std::uint64_t>> homes;
      for (std::uint64_t address = 0; address < all; ++address) {
        const Interleave::Home home = space.home(address);
        CHECK(home.memory >= 0);
        CHECK(home.memory < memories);
        CHECK(home.address < each);
        homes.insert({home.memory, home.address});
      }
      CHECK(homes.size() == all);
    }
  }
}

TEST_CASE("The address of a home is the one that has this home") {
  base::Rng random(7, "addresses");
  for (int i = 0; i < 2000; ++i) {
    const Interleave space(static_cast<int>(random.between(1, 64)),
                           base::Bytes{random.between(1, 1 << 20)});
    const std::uint64_t address = random.below(std::uint64_t{1} << 56);
    CHECK(space.address(space.home(address)) == address);
    CHECK(space.block_end(address) > address);
  }
}

}  // namespace jacquard::memory
