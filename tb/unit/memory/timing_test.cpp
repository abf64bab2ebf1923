// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/timing.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"

using namespace jacquard;
using namespace jacquard::memory;
using base::Picoseconds;
using Catch::Contains;
using tb::fault_of;

namespace {

const config::Place kPlace{"mine", "/timing"};

Organisation ddr5_5600() {
  Organisation o;
  o.standard = Standard::ddr5;
  o.pin_rate = base::BitsPerSecond{5'600'000'000};
  o.bits_per_clock = 2;
  o.burst_length = 16;
  return o;
}

}  // namespace

TEST_CASE("times become clocks by JEDEC's rule: up, but for a hundredth of a clock") {
  Timing t;
  const ClockTiming hbm = clocks_of(t, Organisation{});  // 2.3 GHz
  CHECK(hbm.tCL == 29);                                  // 28.75
  CHECK(hbm.tRC == 104);                                 // 103.5
  CHECK(hbm.tFAW == 35);                                 // 34.5
  CHECK(hbm.tCCD_S == 2);                                // 2.001: a burst, printed to 10 ps
  CHECK(hbm.tCCD_L == 6);                                // 5.75
  CHECK(hbm.tRFC == 805);                                // exactly
  CHECK(hbm.tREFI == 8970);

  t.tCL = Picoseconds{14'286};  // 40 clocks of 2.8 GHz are 14,285.71 ps
  t.tFAW = Picoseconds{20'000};
  t.tRRD_L = Picoseconds{14'300};  // 40.04 clocks: not a rounded 40
  const ClockTiming ddr5 = clocks_of(t, ddr5_5600());
  CHECK(ddr5.tCL == 40);
  CHECK(ddr5.tFAW == 56);
  CHECK(ddr5.tRRD_L == 41);
  CHECK(ddr5.tRFC == 980);
}

TEST_CASE("a clock's time is the nearest picosecond, and its clock is found again") {
  for (const Organisation& o : {Organisation{}, ddr5_5600()}) {
    const double period = 1e12 * o.bits_per_clock / static_cast<double>(o.pin_rate.count());
    for (Clock c : {Clock{0}, Clock{1}, Clock{2}, Clock{7}, Clock{23}, Clock{46}, Clock{1'000'003},
                    Clock{123'456'789'012}}) {
      CHECK(static_cast<double>(time_of(c, o).count()) ==
            Approx(static_cast<double>(c) * period).margin(0.5).epsilon(1e-15));
      CHECK(clock_at(time_of(c, o), o) == c);
      CHECK(clock_at(time_of(c, o) + Picoseconds{1}, o) == c + 1);
    }
  }
  CHECK(time_of(23, Organisation{}).count() == 10'000);
  CHECK(clock_at(Picoseconds{0}, Organisation{}) == 0);
  CHECK(clock_at(Picoseconds{1}, Organisation{}) == 1);
}

TEST_CASE("the largest readable timings on the fastest pins are exact and do not wrap") {
  Timing t;
  t.tREFI = Picoseconds{1'000'000'000};
  Organisation o;
  o.pin_rate = base::BitsPerSecond{1'000'000'000'000};
  o.bits_per_clock = 1;
  CHECK(clocks_of(t, o).tREFI == 1'000'000'000);
  CHECK(time_of(std::numeric_limits<Clock>::max(), o).count() ==
        std::numeric_limits<std::int64_t>::max());
  o.pin_rate = base::BitsPerSecond{1'000'000};
  o.bits_per_clock = 64;
  CHECK(time_of(std::numeric_limits<Clock>::max(), o).count() ==
        std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("timings that contradict each other are one explained line each") {
  struct Planted {
    const char* assignment;
    const char* key;
    const char* why;
  };
  const Planted planted[] = {
      {"tRC=44.3 ns", "/timing/tRC: expected at least 44350 ps", "opens, closes and opens again"},
      {"tRAS=19 ns", "/timing/tRAS", "until it can be read"},
      {"tRCDWR=30 ns", "/timing/tRAS", "until it can be written"},
      {"tRFC=3900 ns", "/timing/tRFC: expected less than 3900 ns", "longer than the interval"},
      {"tREFI=340 ns", "/timing/tRFC", "longer than the interval"},
      {"tRFC_B=351 ns", "/timing/tRFC", "no less than one"},
      {"tCCD_L=0.8 ns", "/timing/tCCD_L", "never faster"},
      {"tCCD_L_WR=2 ns", "/timing/tCCD_L_WR", "longer time of writes"},
      {"tRRD_L=2 ns", "/timing/tRRD_L", "never faster"},
      {"tWTR_L=4 ns", "/timing/tWTR_L", "never faster"},
  };
  for (const Planted& p : planted) {
    INFO(p.assignment);
    Timing t;
    CHECK_NOTHROW(require_consistent(t, kPlace));
    timing_fields().set(t, p.assignment);
    const std::string fault = fault_of([&] { require_consistent(t, kPlace); });
    CHECK_THAT(fault, Contains(p.key) && Contains(p.why));
  }
}

TEST_CASE("timings of nothing, below nothing, without a unit, or of more than a millisecond") {
  Timing t;
  for (const char* value : {"0 ns", "-1 ns", "12.5", "nan ns", "2 ms", "1e300 ns", "0.0001 ns"}) {
    INFO(value);
    CHECK_THAT(fault_of([&] { timing_fields().set(t, std::string("tCL=") + value); }),
               Contains("tCL"));
  }
}
