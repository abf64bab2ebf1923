// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/ocs.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

using namespace jacquard;
using namespace jacquard::gemm;

namespace {

std::vector<std::string> names_of(int chips) {
  std::vector<std::string> names;
  for (const CubeMesh& one : cube_meshes(chips)) names.push_back(text_of(one.mesh));
  return names;
}

// All sequences.
double exhaustive(const std::vector<std::vector<base::Seconds>>& times, double guard) {
  const std::size_t meshes = times.front().size();
  std::size_t count = 1;
  for (std::size_t pass = 0; pass < times.size(); ++pass) count *= meshes;
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t code = 0; code < count; ++code) {
    std::vector<std::size_t> mesh;
    for (std::size_t rest = code; mesh.size() < times.size(); rest /= meshes) {
      mesh.push_back(rest % meshes);
    }
    double time = 0;
    for (std::size_t pass = 0; pass < mesh.size(); ++pass) {
      time += times[pass][mesh[pass]].count();
      if (mesh[pass] != mesh[(pass + 1) % mesh.size()]) time += guard;
    }
    best = std::min(best, time);
  }
  return best;
}

}  // namespace

TEST_CASE("a switch makes meshes of whole cubes, a side in one dimension or in two", "[gemm]") {
  CHECK(names_of(64) == std::vector<std::string>{"4x16", "16x4"});
  // 4 x 4 x 16 and 4 x 8 x 8.
  CHECK(names_of(256) == std::vector<std::string>{"4x64", "8x32", "16x16", "32x8", "64x4"});
  CHECK(names_of(96).empty());
  CHECK(names_of(16).empty());
  for (const CubeMesh& one : cube_meshes(512)) {
    CHECK(one.mesh.chips() == 512);
    CHECK_NOTHROW(check(one.network, one.mesh));
    for (const int side : one.torus) CHECK(side % kCubeSide == 0);
  }
}

TEST_CASE("a folded side of 32 takes 10 hops in place of 31", "[gemm]") {
  const MeshNetwork network = cubed({32, 8, 1}, Rings::one_way);
  CHECK(passage_of(network, {32, 8, 1}, Direction::column).syncs == 10);
  CHECK(passage_of(network, {32, 8, 1}, Direction::row).syncs == 7);
}

TEST_CASE("a mesh that no cubes make is refused with those that they do", "[gemm]") {
  using Catch::Contains;
  CHECK_THROWS_WITH(cubed({2, 128, 1}, Rings::one_way),
                    Contains("--mesh") && Contains("8x32") && Contains("32x8"));
  CHECK_THROWS_WITH(cubed({10, 10, 1}, Rings::one_way), Contains("take 64 chips"));
}

TEST_CASE("a mesh changes between passes where that saves more than the guard", "[gemm]") {
  std::uint64_t state = 1;
  const auto next = [&] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<double>(state >> 40 & 63U);
  };
  for (int round = 0; round < 300; ++round) {
    const int passes = 1 + round % 5;
    const int meshes = 1 + round % 4;
    std::vector<std::vector<base::Seconds>> times(static_cast<std::size_t>(passes));
    for (auto& of_pass : times) {
      for (int m = 0; m < meshes; ++m) of_pass.emplace_back(next());
    }
    for (const double guard : {0.0, 5.0, 30.0, 1000.0}) {
      const MeshSequence found = cheapest_sequence(times, base::Seconds{guard});
      CHECK(found.time.count() == Approx(exhaustive(times, guard)));
      double told = found.changes * guard;
      for (std::size_t pass = 0; pass < times.size(); ++pass) {
        told += base::at(times[pass], found.mesh[pass]).count();
      }
      CHECK(told == Approx(found.time.count()));
      if (guard == 1000.0) CHECK(found.changes == 0);
    }
  }
}
