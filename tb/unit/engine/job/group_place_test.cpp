// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/job/group_place.hpp"

#include <catch2/catch.hpp>
#include <numeric>

using namespace jacquard;
using engine::job::GroupPlace;
using engine::job::place_of;
using engine::job::shared_place;
using engine::job::SharedPlace;
using topology::Block;
using Groups = std::vector<std::vector<int>>;

namespace {

topology::Fabric fabric_of(std::vector<std::pair<Block, int>> blocks) {
  std::vector<topology::Dimension> dimensions;
  for (const auto& [block, size] : blocks) {
    dimensions.push_back({block, size, base::BytesPerSecond{1e9}, base::Picoseconds{1000}});
  }
  return topology::Fabric(std::move(dimensions));
}

std::vector<int> all_of(int npus) {
  std::vector<int> all(static_cast<std::size_t>(npus));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace

TEST_CASE("A group that fills places of some dimensions is numbered by these") {
  const auto fabric = fabric_of({{Block::ring, 4}, {Block::switched, 8}});
  const GroupPlace column = place_of(fabric, {1, 5, 9, 13, 17, 21, 25, 29});
  CHECK(column.shape.radices() == std::vector<int>{8});
  CHECK(column.dimensions == std::vector<int>{1});
  CHECK(column.npus == std::vector<int>{1, 5, 9, 13, 17, 21, 25, 29});

  // Two places of dimension 0 times three of dimension 1, listed anyhow.
  const GroupPlace patch = place_of(fabric, {30, 6, 14, 12, 4, 28});
  CHECK(patch.shape.radices() == std::vector<int>{2, 3});
  CHECK(patch.dimensions == std::vector<int>{0, 1});
  CHECK(patch.npus == std::vector<int>{4, 6, 12, 14, 28, 30});

  const GroupPlace everybody = place_of(fabric, all_of(32));
  CHECK(everybody.shape.radices() == std::vector<int>{4, 8});
  CHECK(everybody.npus.empty());
}

TEST_CASE("A group that does not fill its places is flat, in the order of its list") {
  const auto fabric = fabric_of({{Block::ring, 4}, {Block::switched, 8}});
  const GroupPlace bent = place_of(fabric, {5, 0, 1});
  CHECK(bent.shape.radices() == std::vector<int>{3});
  CHECK(bent.npus == std::vector<int>{5, 0, 1});
  CHECK(bent.dimensions == std::vector<int>{0});
  // They differ in dimension 1 only from 0 to 4, but also in dimension 0.
  CHECK(place_of(fabric, {0, 4, 8, 13}).dimensions == std::vector<int>{0});
}

TEST_CASE("Partitions into parts of dimensions share one numbering of all NPUs") {
  const auto fabric = fabric_of({{Block::switched, 8}, {Block::ring, 2}});
  const Groups pairs = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}, {10, 11}, {12, 13}, {14, 15}};
  const Groups strided = {{0, 2, 4, 6}, {1, 3, 5, 7}, {8, 10, 12, 14}, {9, 11, 13, 15}};
  SharedPlace place;
  REQUIRE(shared_place(fabric, {pairs, strided, {all_of(16)}}, place) == false);
  REQUIRE(shared_place(fabric, {pairs, strided}, place));
  CHECK(place.shape.radices() == std::vector<int>{2, 4, 2});
  CHECK(place.dimensions == std::vector<int>{0, 0, 1});
  CHECK(place.digits == Groups{{0}, {1}});
}

TEST_CASE("Partitions that cut a dimension askew, or are none, share no numbering") {
  const auto fabric = fabric_of({{Block::switched, 6}});
  SharedPlace place;
  CHECK_FALSE(shared_place(fabric, {{{0, 1}, {2, 3}, {4, 5}}, {{0, 1, 2}, {3, 4, 5}}}, place));
  CHECK_FALSE(shared_place(fabric, {{{0, 1, 3}, {2, 4, 5}}}, place));
  // NPU 0's group is a digit, the others are not.
  CHECK_FALSE(shared_place(fabric, {{{0, 1}, {2, 4}, {3, 5}}}, place));
  CHECK_FALSE(shared_place(fabric, {{{0, 5}, {1, 2}, {3, 4}}}, place));
}

TEST_CASE("Partitions by places lie on digits of one dimension each, as large as they can be") {
  const auto fabric = fabric_of({{Block::ring, 4}, {Block::switched, 8}});
  const jacquard::base::MixedRadix places({2, 4, 1, 4});
  SharedPlace place;
  // The second place lies on both dimensions: two values in the first, two in the second.
  REQUIRE(shared_place(fabric, places, {{0}, {1}}, place));
  CHECK(place.shape.radices() == std::vector<int>{2, 2, 2, 4});
  CHECK(place.dimensions == std::vector<int>{0, 0, 1, 1});
  CHECK(place.digits == Groups{{0}, {1, 2}});
  const GroupPlace group = engine::job::group_of(place, 1, 3 + 8 + 4);
  CHECK(group.shape.radices() == std::vector<int>{2, 2});
  CHECK(group.npus == std::vector<int>{9, 11, 13, 15});

  // Both together alone: the first dimension as a whole.
  REQUIRE(shared_place(fabric, places, {{0, 1}}, place));
  CHECK(place.shape.radices() == std::vector<int>{4, 2, 4});
  CHECK(place.digits == Groups{{0, 1}});

  // Three in four do not go.
  CHECK_FALSE(shared_place(fabric_of({{Block::ring, 4}, {Block::ring, 3}}),
                           jacquard::base::MixedRadix({3, 4}), {{0}}, place));
}
