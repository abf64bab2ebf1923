// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/energy.hpp"

#include <catch2/catch.hpp>

#include "jacquard/config/find_config.hpp"
#include "jacquard/memory/closed_forms.hpp"

using namespace jacquard;
using namespace jacquard::memory;

namespace {

MemoryConfig shipped(const std::string& name) {
  MemoryConfig config = config::read_config(
      memory_fields(), config::find_config(kMemories, name, config::Place{"memory", ""}));
  config.organisation.channels = 1;
  return config;
}

constexpr double kPico = 1e-12;

// One refresh interval of reads at the rate of a stream's bound, `bursts_per_row` for each row.
struct Stream {
  base::Bytes bytes{0};
  EnergyParts energy;
  double per_bit(base::Joules part) const {
    return part.count() / static_cast<double>(bytes.count() * 8);
  }
};

Stream stream(const MemoryConfig& config, std::int64_t bursts_per_row, bool writes = false) {
  const base::Picoseconds elapsed = config.timing.tREFI;
  const base::Bytes burst = config.organisation.burst();
  const double moved = streaming_bound(config).count() * base::to_seconds(elapsed).count();
  const auto bursts = static_cast<std::int64_t>(moved / static_cast<double>(burst.count())) /
                      bursts_per_row * bursts_per_row;
  CommandCounts counts;
  counts.activates = counts.precharges = bursts / bursts_per_row;
  (writes ? counts.writes : counts.reads) = bursts;
  counts.refreshes = 1;
  return {burst * bursts, energy_of(config, counts, burst * bursts, elapsed, 1)};
}

}  // namespace

TEST_CASE("the parts of energy add up to the total, each a product of its count") {
  const EventEnergy each{base::Joules{2}, base::Joules{3},   base::Joules{5},
                         base::Joules{7}, base::Joules{0.5}, base::Watts{11}};
  const CommandCounts counts{10, 20, 30, 40, 50};
  const EnergyParts parts = energy_of(each, counts, 0.25, base::Bytes{6},
                                      base::Picoseconds{2 * base::kPicosecondsPerSecond}, 3);
  CHECK(parts.activate.count() == 20);
  CHECK(parts.read.count() == 60);
  CHECK(parts.write.count() == 150);
  CHECK(parts.refresh.count() == 7 * 50 * 0.25);
  CHECK(parts.io.count() == 24);
  CHECK(parts.background.count() == 66);
  CHECK(parts.total().count() == 20 + 60 + 150 + 87.5 + 24 + 66);
}

TEST_CASE("one command of a per-bank refresh costs its share of a refresh") {
  MemoryConfig hbm;
  CHECK(refresh_share(hbm) == 1);
  hbm.controller.refresh = Refresh::per_bank;
  CHECK(refresh_share(hbm) == 1.0 / 16);
  hbm.organisation.stack_ids = 3;
  CHECK(refresh_share(hbm) == 1.0 / 48);
  MemoryConfig ddr5 = shipped("ddr5_5600");
  ddr5.controller.refresh = Refresh::per_bank;
  CHECK(refresh_share(ddr5) == 1.0 / 8);  // half the rows of one bank of every group
}

// O'Connor et al., MICRO 2017, table 3: 909 pJ an activation of 1 KiB, 1.51 + 1.17 pJ/bit from the
// array to the pins, 0.80 pJ/bit on the interposer; section 2: 3.92 pJ/bit an access in all.
TEST_CASE("HBM2 moves a bit for what O'Connor et al. published") {
  const MemoryConfig hbm2 = shipped("tpu_v4_hbm");
  const Stream whole_pages = stream(hbm2, 32);
  CHECK(whole_pages.per_bit(whole_pages.energy.activate) == Approx(909 * kPico / 8192));
  CHECK(whole_pages.per_bit(whole_pages.energy.read) == Approx((1.51 + 1.17) * kPico));
  CHECK(whole_pages.per_bit(whole_pages.energy.io) == Approx(0.80 * kPico));
  CHECK(whole_pages.per_bit(whole_pages.energy.total()) == Approx(3.92 * kPico).epsilon(0.05));
  // Without refresh and background, which the paper leaves out, at 8 bursts a row.
  const Stream parts_of_pages = stream(hbm2, 8);
  const EnergyParts& e = parts_of_pages.energy;
  CHECK(parts_of_pages.per_bit(e.activate + e.read + e.io) == Approx(3.92 * kPico).epsilon(0.002));
}

// SK hynix, IEDM 2023: HBM3E a fifth below HBM2E's 4.3 pJ/bit.
TEST_CASE("HBM3E moves a bit of a stream for about what its maker says") {
  const Stream s = stream(MemoryConfig{}, 32);
  CHECK(s.per_bit(s.energy.total()) == Approx(0.8 * 4.3 * kPico).epsilon(0.05));
}

// Four x8 dies at IDD4R or IDD4W on VDD = 1.1 V, and IPP4R or IPP4W on VPP = 1.8 V.
TEST_CASE("DDR5 without gaps draws the currents of its data sheet") {
  MemoryConfig ddr5 = shipped("ddr5_5600");
  ddr5.controller.refresh = Refresh::none;
  const auto watts = [&ddr5](bool writes) {
    const Stream s = stream(ddr5, 64, writes);
    const double busy = static_cast<double>(s.bytes.count()) / ddr5.organisation.peak().count();
    return (s.energy.read + s.energy.write).count() / busy + ddr5.energy.background.count();
  };
  CHECK(watts(false) == Approx(4 * (0.337 * 1.1 + 0.009 * 1.8)).epsilon(0.002));
  CHECK(watts(true) == Approx(4 * (0.374 * 1.1 + 0.036 * 1.8)).epsilon(0.002));
  // Refresh after refresh: IDD5B and IPP5B.
  const double refresh = ddr5.energy.refresh.count() / base::to_seconds(ddr5.timing.tRFC).count();
  CHECK(refresh + ddr5.energy.background.count() ==
        Approx(4 * (0.277 * 1.1 + 0.028 * 1.8)).epsilon(0.002));
}
