// SPDX-License-Identifier: Apache-2.0
// The usual way of a collective, against all ways that there are.
#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>

#include "jacquard/base/rng.hpp"
#include "jacquard/engine/step/collective_time.hpp"
#include "unit/engine/job/jobs.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using collective::Method;
using collective::Spread;
using collective::Way;
using engine::step::CollectiveTimes;
using engine::step::CommMachine;
using engine::step::GroupDigit;
using topology::Block;
using Kind = CollectiveKind;

namespace {

constexpr Kind kKinds[] = {Kind::all_reduce, Kind::reduce_scatter, Kind::all_gather,
                           Kind::all_to_all};

// Every way of the usual algorithms in each dimension, spreads and numbers of chunks.
std::vector<Way> all_ways(Kind kind, const std::vector<GroupDigit>& digits) {
  const std::vector<Method> methods = {Method::ring, Method::two_way_ring, Method::halving_doubling,
                                       Method::direct};
  std::vector<Way> ways{{}};
  for (const GroupDigit& digit : digits) {
    std::vector<Way> more;
    for (const Way& way : ways) {
      for (const Method method : methods) {
        if (!collective::unsupported({method, 0}, kind, digit.radix).empty()) continue;
        more.push_back(way);
        more.back().by_dimension.push_back({method, 0});
      }
    }
    ways = std::move(more);
  }
  std::vector<Way> all;
  for (Way way : ways) {
    for (const Spread spread : {Spread::baseline, Spread::blueconnect}) {
      for (const int chunks : {1, 8, 64}) {
        if (digits.size() == 1 && chunks > 1) continue;
        way.spread = spread;
        way.chunks = chunks;
        all.push_back(way);
      }
    }
  }
  return all;
}

std::vector<GroupDigit> all_of(const topology::Fabric& fabric) {
  std::vector<GroupDigit> digits;
  for (int d = 0; d < fabric.dimensions(); ++d) digits.push_back({d, 1, fabric.dimension(d).size});
  return digits;
}

CommMachine usual_on(const topology::Fabric& fabric) {
  CommMachine machine;
  machine.fabric = &fabric;
  machine.spread = Spread::blueconnect;
  machine.usual = true;
  return machine;
}

}  // namespace

TEST_CASE("No usual way is faster than the one that is taken where nobody says how") {
  base::Rng rng(7, "usual ways");
  const std::vector<Block> blocks = {Block::ring, Block::switched, Block::fully_connected};
  for (int trial = 0; trial < 40; ++trial) {
    std::vector<topology::Dimension> dimensions;
    const int count = 1 + static_cast<int>(rng.below(2));
    for (int d = 0; d < count; ++d) {
      const int size = 2 + static_cast<int>(rng.below(15));
      dimensions.push_back(dimension(blocks[rng.below(3)], size, 10'000 + 40'000 * d));
    }
    const topology::Fabric fabric(dimensions);
    const CollectiveTimes times(usual_on(fabric));
    const std::vector<GroupDigit> digits = all_of(fabric);
    for (const Kind kind : kKinds) {
      const base::Bytes bytes{std::int64_t{1} << (10 + rng.below(18))};
      const Way way = times.way_of(kind, bytes, digits);
      const base::Picoseconds taken = times.of(kind, bytes, digits).time;
      CHECK(taken == times.of(kind, bytes, digits, &way).time);
      base::Picoseconds least{std::numeric_limits<std::int64_t>::max()};
      for (const Way& other : all_ways(kind, digits)) {
        least = std::min(least, times.of(kind, bytes, digits, &other).time);
      }
      INFO("kind " << static_cast<int>(kind) << " of " << bytes.count() << " bytes over " << count);
      CHECK(taken.count() == least.count());
    }
  }
}

// Each node sums what its eight put in while the sums of the chunk before cross: 2 (n-1)/n of an
// eighth of the bytes over a port, the slowest of three phases, and one chunk of the others.
TEST_CASE("A large all-reduce over nodes is as fast as its ports") {
  const topology::Fabric fabric(
      {dimension(Block::switched, 8, 450'000), dimension(Block::switched, 8, 50'000)});
  const std::int64_t bytes = 1'000'000'000;
  const double ports = 2.0 * 7 / 8 * bytes / 8 / 50e9;
  const double inside = 2.0 * 7 / 8 * bytes / 450e9;
  const CollectiveTimes times(usual_on(fabric));
  const double taken =
      static_cast<double>(
          times.of(Kind::all_reduce, base::Bytes{bytes}, all_of(fabric)).time.count()) *
      1e-12;
  CHECK(taken > std::max(ports, inside));
  CHECK(taken < 1.1 * (std::max(ports, inside) + std::min(ports, inside) / 8));
}

TEST_CASE("A machine that says its way keeps it") {
  const topology::Fabric fabric(
      {dimension(Block::switched, 8, 450'000), dimension(Block::switched, 8, 50'000)});
  CommMachine machine = usual_on(fabric);
  machine.usual = false;
  const Way way =
      CollectiveTimes(machine).way_of(Kind::all_reduce, base::Bytes{1 << 30}, all_of(fabric));
  CHECK(way.by_dimension.empty());
  CHECK(way.chunks == 1);
  CHECK(way.spread == Spread::blueconnect);
}
