// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/chip_of_system.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/topology/network.hpp"

using namespace jacquard;

namespace {

topology::System system_of(const char* topology, std::vector<double> rates,
                           std::vector<std::int64_t> latencies, const char* device = "h100_sxm") {
  topology::System system;
  system.network.topology = topology;
  system.network.bandwidth.clear();
  system.network.latency.clear();
  for (const double rate : rates) system.network.bandwidth.emplace_back(rate);
  for (const std::int64_t ps : latencies) system.network.latency.emplace_back(ps);
  system.npu.device = device;
  return system;
}

gemm::ChipsOfSystem chips_of(const topology::System& system) {
  return gemm::chips_of(system, "mine", {"mine.json", ""});
}

double rate(const gemm::Chip& chip, gemm::Direction direction) {
  return chip.transfers[0].bandwidth[static_cast<std::size_t>(direction)].count();
}

}  // namespace

// Peak and memory of configs/devices/h100_sxm.json.
TEST_CASE("Around one switch rows and columns share a port, two links from a neighbour") {
  const auto found = chips_of(system_of("Switch(8)", {450e9}, {500'000}));
  CHECK(found.count == 8);
  CHECK_FALSE(found.mesh);
  CHECK(found.chip.peak.count() == 989.4e12);
  CHECK(found.chip.memory_bandwidth.count() == 3352e9);
  CHECK(found.chip.effective < found.chip.peak);
  CHECK(found.chip.effective.count() > 0.5 * found.chip.peak.count());
  CHECK(rate(found.chip, gemm::Direction::row) == 225e9);
  CHECK(rate(found.chip, gemm::Direction::column) == 225e9);
  CHECK(found.chip.transfers[0].sync.count() == 2 * 500'000);
}

TEST_CASE(
    "Unlike dimensions are the mesh: rows in the nearest, columns at the slowest of the rest") {
  const auto found = chips_of(
      system_of("Switch(8) Switch(4) Switch(2)", {450e9, 25e9, 50e9}, {500'000, 1'000'000, 0}));
  CHECK(found.count == 64);
  REQUIRE(found.mesh);
  CHECK(*found.mesh == gemm::Mesh{8, 8});
  CHECK(rate(found.chip, gemm::Direction::row) == 450e9);
  CHECK(rate(found.chip, gemm::Direction::column) == 25e9);
  CHECK(found.chip.transfers[0].sync.count() == 2 * 1'000'000);
}

TEST_CASE("A torus of three is searched, and may be folded") {
  const auto found = chips_of(system_of("Ring(4) Ring(4) Ring(4)", {50e9, 50e9, 50e9},
                                        {1'000'000, 1'000'000, 1'000'000}, "tpu_v4"));
  CHECK(found.count == 64);
  CHECK_FALSE(found.mesh);
  CHECK(found.is_torus_of_three);
  CHECK(rate(found.chip, gemm::Direction::row) == 50e9);
  CHECK(found.chip.transfers[0].sync.count() == 1'000'000);
}

TEST_CASE("A system without a device or of one NPU is refused at its key") {
  CHECK_THROWS_AS(chips_of(system_of("Switch(8)", {450e9}, {0}, "")), base::ConfigError);
  CHECK_THROWS_AS(chips_of(system_of("Switch(1)", {450e9}, {0})), base::ConfigError);
}
