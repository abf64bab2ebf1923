// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/memory_config.hpp"

#include <catch2/catch.hpp>

#include "jacquard/config/find_config.hpp"
#include "support/fault_of.hpp"

using namespace jacquard;
using namespace jacquard::memory;
using Catch::Contains;
using tb::fault_of;

namespace {

MemoryConfig shipped(const std::string& name) {
  return config::read_config(memory_fields(),
                             config::find_config(kMemories, name, config::Place{"memory", ""}));
}

std::string fault_with(const std::vector<std::string>& set) {
  return fault_of([&] {
    MemoryConfig config;
    for (const std::string& assignment : set) memory_fields().set(config, assignment);
    require_consistent(config, {"mine", ""});
  });
}

}  // namespace

TEST_CASE("every shipped memory is consistent, says its sources, and reads back") {
  const auto names = config::shipped_configs(kMemories);
  CHECK(names.size() == 8);
  for (const std::string& name : names) {
    INFO(name);
    const MemoryConfig memory = shipped(name);
    CHECK_NOTHROW(require_consistent(memory, {name, ""}));
    CHECK(memory.source.size() > 100);
    const config::Document shown = memory_fields().show(memory);
    MemoryConfig again;
    memory_fields().read(again, config::Json(shown), {"again", ""});
    CHECK(memory_fields().show(again) == shown);
  }
}

TEST_CASE("without a word a memory is one pseudo-channel of hbm3e_9200") {
  MemoryConfig stack = shipped("hbm3e_9200");
  CHECK(stack.organisation.channels == 32);
  stack.organisation.channels = 1;
  stack.source = "";
  CHECK(memory_fields().show(stack) == memory_fields().show(MemoryConfig{}));
}

TEST_CASE("peaks and sizes are those of the standards") {
  const auto peak = [](const char* name) { return shipped(name).organisation.peak().count(); };
  CHECK(peak("hbm3e_9200") == Approx(1177.6e9));
  CHECK(peak("ddr5_5600") == Approx(22.4e9));
  CHECK(peak("ddr5_6400") == Approx(25.6e9));
  CHECK(peak("hbm2e") == Approx(409.6e9));
  CHECK(peak("tpu_v4_hbm") == 1200e9);
  CHECK(peak("hbm4") == 2048 * 8e9 / 8);
  // 24 pins of 32/3 Gb/s, of whose 36 bytes a burst 32 are data.
  CHECK(peak("lpddr6") == Approx(24 * 32e9 / 3 / 8 * 32 / 36).epsilon(1e-9));
  CHECK(peak("gddr7") == 32 * 28e9 / 8);
  const auto gib = [](const char* name) {
    const Organisation o = shipped(name).organisation;
    return (o.capacity * o.channels).count() / (std::int64_t{1} << 30);
  };
  CHECK(gib("hbm3e_9200") == 36);
  CHECK(gib("ddr5_5600") == 8);
  CHECK(gib("hbm2e") == 16);
  CHECK(gib("tpu_v4_hbm") == 32);
  CHECK(gib("hbm4") == 36);
  CHECK(gib("lpddr6") == 4);
  CHECK(gib("gddr7") == 2);
}

// Ramulator 2's presets have these clocks; the files have times. tCCD_L_WR is not Ramulator's:
// writes of x8 dies do not read first, and JESD79-5's tCCD_L_WR2 of those is max(16 nCK, 10 ns).
TEST_CASE("DDR5's times are the clocks of its speed bins again") {
  const auto clocks = [](const char* name) {
    const MemoryConfig m = shipped(name);
    return clocks_of(m.timing, m.organisation);
  };
  const ClockTiming a = clocks("ddr5_5600");
  CHECK(std::vector<Clock>{a.tCL, a.tRCDRD, a.tRP, a.tRAS, a.tRC, a.tWR, a.tRTP, a.tCWL} ==
        std::vector<Clock>{40, 40, 40, 90, 130, 84, 20, 38});
  CHECK(std::vector<Clock>{a.tCCD_S, a.tCCD_L, a.tCCD_L_WR, a.tWTR_S, a.tWTR_L, a.tRRD_S, a.tFAW} ==
        std::vector<Clock>{8, 12, 28, 5, 28, 8, 56});
  const ClockTiming b = clocks("ddr5_6400");
  CHECK(std::vector<Clock>{b.tCL, b.tRCDRD, b.tRP, b.tRAS, b.tRC, b.tWR, b.tRTP, b.tCWL} ==
        std::vector<Clock>{46, 46, 46, 103, 149, 96, 24, 44});
  CHECK(std::vector<Clock>{b.tCCD_S, b.tCCD_L, b.tCCD_L_WR, b.tWTR_S, b.tWTR_L, b.tRRD_S, b.tFAW} ==
        std::vector<Clock>{8, 16, 32, 5, 32, 8, 64});
}

// HBM4_8000Mbps and GDDR7_28000_PAM3 of Ramulator 2.1 have these clocks.
TEST_CASE("times of HBM4 and GDDR7 are the clocks of their source again") {
  const auto clocks = [](const char* name) {
    const MemoryConfig m = shipped(name);
    return clocks_of(m.timing, m.organisation);
  };
  const ClockTiming h = clocks("hbm4");
  CHECK(std::vector<Clock>{h.tCL, h.tRCDRD, h.tRCDWR, h.tRP, h.tRAS, h.tRC, h.tWR, h.tRTP,
                           h.tCWL} == std::vector<Clock>{20, 39, 19, 33, 57, 90, 42, 12, 10});
  CHECK(std::vector<Clock>{h.tCCD_S, h.tCCD_L, h.tRRD_S, h.tRRD_L, h.tFAW, h.tWTR_S, h.tWTR_L} ==
        std::vector<Clock>{2, 4, 5, 7, 30, 9, 13});
  const ClockTiming g = clocks("gddr7");
  CHECK(std::vector<Clock>{g.tRCDRD, g.tRCDWR, g.tRP, g.tRAS, g.tRC, g.tWR, g.tRTP, g.tCWL} ==
        std::vector<Clock>{30, 19, 30, 60, 90, 30, 4, 6});
  CHECK(std::vector<Clock>{g.tCCD_S, g.tCCD_L, g.tRRD_S, g.tWTR_S, g.tWTR_L, g.tRFC, g.tRFC_B} ==
        std::vector<Clock>{2, 4, 4, 9, 11, 315, 105});
}

// LPDDR6_10667_BL24 of Ramulator 2.1, whose clock is 375 ps.
TEST_CASE("times of LPDDR6 are the clocks of its source, a burst is 6 of them") {
  const Timing t = shipped("lpddr6").timing;
  const auto in_clocks = [](base::Picoseconds time) { return time / base::Picoseconds{375}; };
  CHECK(std::vector<double>{in_clocks(t.tCL), in_clocks(t.tCWL), in_clocks(t.tRCDRD),
                            in_clocks(t.tRCDWR), in_clocks(t.tRAS), in_clocks(t.tRC),
                            in_clocks(t.tFAW), in_clocks(t.tCCD_S), in_clocks(t.tCCD_L)} ==
        std::vector<double>{56, 26, 48, 22, 54, 169, 40, 6, 10});
  const Organisation o = shipped("lpddr6").organisation;
  CHECK(o.burst() == base::Bytes{32});
  CHECK(time_of(o.burst_clocks(), o) == base::Picoseconds{6 * 375});
}

TEST_CASE("parts of a memory that do not fit each other are one explained line each") {
  CHECK_THAT(fault_with({"timing.tRC=40 ns"}), Contains("mine#/timing/tRC"));
  CHECK_THAT(fault_with({"organisation.page=1000 B"}), Contains("mine#/organisation/page"));
  CHECK_THAT(fault_with({"controller.mapping=row"}), Contains("mine#/controller/mapping"));
  CHECK_THAT(fault_with({"controller.write_high=65"}), Contains("/controller/write_high"));
  CHECK_THAT(fault_with({"controller.write_low=64"}), Contains("writes would never go"));
  CHECK_THAT(fault_with({"timing.tCCD_S=0.4 ns"}),
             Contains("at least the 2 clocks of a burst") && Contains("overlap"));
  CHECK_THAT(fault_with({"timing.tRTW=5 ns"}), Contains("written data would meet read data"));
  CHECK_THAT(fault_with({"timing.tREFI=360 ns"}), Contains("/timing/tREFI: expected at least") &&
                                                      Contains("opens, is written and closes"));
  CHECK_THAT(fault_with({"controller.refresh=per_bank", "timing.tRREFD=250 ns"}),
             Contains("/timing/tREFI"));
  CHECK_THAT(fault_with({"controller.refresh=per_bank", "timing.tWR=250 ns"}),
             Contains("/timing/tREFI"));
  CHECK(fault_with({"controller.refresh=off", "timing.tREFI=360 ns"}).empty());
  CHECK_THAT(fault_with({"controller.queue=0"}), Contains("controller.queue"));
  CHECK_THAT(fault_with({"controller.page=ajar"}), Contains("\"open\" or \"closed\""));
  CHECK_THAT(fault_with({"energy.read=-1 pJ"}), Contains("energy.read"));
  CHECK_THAT(fault_with({"energy.background=nan W"}), Contains("energy.background"));
  CHECK_THAT(fault_with({"energy.refresh=36"}), Contains("energy.refresh"));
  CHECK_THAT(fault_with({"timing.tXYZ=1 ns"}), Contains("tXYZ"));
}
