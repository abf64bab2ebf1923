// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/timing.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace jacquard::memory {
namespace {

using base::Picoseconds;

__extension__ using Wide = __int128;

constexpr Picoseconds kLongest{1'000'000'000};  // 1 ms

// A member of TimingOf, for times and for clocks.
struct Member {
  const char* name;
  Picoseconds TimingOf<Picoseconds>::*time;
  Clock TimingOf<Clock>::*clocks;
  bool positive;  // 0 means nothing
  const char* doc;
};

#define JQ_TIMING(name, positive, doc) \
  Member { #name, &TimingOf < Picoseconds> ::name, &TimingOf < Clock> ::name, positive, doc }

// Every member once: fields and clocks are made of this list.
const std::vector<Member>& members() {
  static const std::vector<Member> all = {
      JQ_TIMING(tCL, true, "Read to its first data."),
      JQ_TIMING(tCWL, true, "Write to its first data."),
      JQ_TIMING(tRCDRD, true, "Activate to read."),
      JQ_TIMING(tRCDWR, true, "Activate to write."),
      JQ_TIMING(tRP, true, "Precharge to activate."),
      JQ_TIMING(tRAS, true, "Activate to precharge."),
      JQ_TIMING(tRC, true, "Activate to activate, same bank."),
      JQ_TIMING(tWR, true, "End of written data to precharge."),
      JQ_TIMING(tRTP, true, "Read to precharge."),
      JQ_TIMING(tCCD_S, true, "Column command to column command, another bank group."),
      JQ_TIMING(tCCD_L, true, "Column command to column command, same bank group."),
      JQ_TIMING(tCCD_L_WR, true, "Write to write, same bank group."),
      JQ_TIMING(tRRD_S, true, "Activate to activate, another bank group."),
      JQ_TIMING(tRRD_L, true, "Activate to activate, same bank group."),
      JQ_TIMING(tFAW, true, "Window of at most four activations."),
      JQ_TIMING(tWTR_S, true, "End of written data to read, another bank group."),
      JQ_TIMING(tWTR_L, true, "End of written data to read, same bank group."),
      JQ_TIMING(tRTW, true, "Read to write."),
      JQ_TIMING(tREFI, true, "Between refreshes of all banks."),
      JQ_TIMING(tRFC, true, "All-bank refresh."),
      JQ_TIMING(tRFC_B, true, "Refresh of one bank (hbm), of one bank in every group (ddr5)."),
      JQ_TIMING(tRREFD, true, "Per-bank refresh to refresh or activation of another bank."),
  };
  return all;
}

#undef JQ_TIMING

// Picoseconds times bits per second in one clock.
Wide clock_length(const Organisation& o) {
  return Wide{o.bits_per_clock} * base::kPicosecondsPerSecond;
}

Wide quotient_up(Wide a, Wide b) { return a <= 0 ? 0 : (a + b - 1) / b; }

std::int64_t saturated(Wide v) {
  return static_cast<std::int64_t>(std::min(v, Wide{std::numeric_limits<std::int64_t>::max()}));
}

}  // namespace

Timing::Timing() {
  const auto ps = [](int n) { return Picoseconds{n}; };
  tCL = ps(12'500);
  tCWL = ps(6'250);
  tRCDRD = ps(19'400);
  tRCDWR = ps(9'400);
  tRP = ps(16'250);
  tRAS = ps(28'100);
  tRC = ps(45'000);
  tWR = ps(20'600);
  tRTP = ps(5'600);
  tCCD_S = ps(870);  // a burst: 2 clocks
  tCCD_L = ps(2'500);
  tCCD_L_WR = ps(2'500);
  tRRD_S = ps(2'500);
  tRRD_L = ps(3'100);
  tFAW = ps(15'000);
  tWTR_S = ps(4'400);
  tWTR_L = ps(6'250);
  tRTW = ps(12'500);
  tREFI = ps(3'900'000);
  tRFC = ps(350'000);
  tRFC_B = ps(200'000);
  tRREFD = ps(8'000);
}

const config::FieldTable<Timing>& timing_fields() {
  static const config::FieldTable<Timing> table(
      "timing", "Timing constraints by their JEDEC names; _S: another bank group, _L: the same.",
      [] {
        std::vector<config::Field<Timing>> fields;
        for (const Member& m : members()) {
          fields.push_back(config::field<Timing>(
              m.name, m.time,
              config::quantity(Picoseconds{m.positive ? 1 : 0}, kLongest), m.doc));
        }
        return fields;
      }());
  return table;
}

void require_consistent(const Timing& t, const config::Place& place) {
  using config::show_quantity;
  const auto at_least = [&](const char* key, Picoseconds value, Picoseconds least,
                            const std::string& why) {
    if (value >= least) return;
    (place / key).fail("at least " + show_quantity(least), show_quantity(value), why);
  };
  const auto below = [&](const char* key, Picoseconds value, Picoseconds limit,
                         const std::string& why) {
    if (value < limit) return;
    (place / key).fail("less than " + show_quantity(limit), show_quantity(value), why);
  };
  at_least("tRAS", t.tRAS, t.tRCDRD, "tRCDRD: a row must stay open until it can be read");
  at_least("tRAS", t.tRAS, t.tRCDWR, "tRCDWR: a row must stay open until it can be written");
  at_least("tRC", t.tRC, t.tRAS + t.tRP, "tRAS + tRP: a bank opens, closes and opens again");
  at_least("tCCD_L", t.tCCD_L, t.tCCD_S, "tCCD_S: the same bank group is never faster");
  at_least("tCCD_L_WR", t.tCCD_L_WR, t.tCCD_L, "tCCD_L: it is the longer time of writes");
  at_least("tRRD_L", t.tRRD_L, t.tRRD_S, "tRRD_S: the same bank group is never faster");
  at_least("tWTR_L", t.tWTR_L, t.tWTR_S, "tWTR_S: the same bank group is never faster");
  below("tRFC", t.tRFC, t.tREFI,
        "tREFI: a refresh would last longer than the interval of refreshes");
  at_least("tRFC", t.tRFC, t.tRFC_B, "tRFC_B: all banks take no less than one");
}

ClockTiming clocks_of(const Timing& timing, const Organisation& organisation) {
  const Wide length = clock_length(organisation);
  ClockTiming clocks;
  for (const Member& m : members()) {
    const Wide bits = Wide{(timing.*m.time).count()} * organisation.pin_rate.count();
    clocks.*m.clocks = saturated(quotient_up(bits - length / 100, length));
  }
  return clocks;
}

Picoseconds time_of(Clock clock, const Organisation& organisation) {
  const Wide rate = organisation.pin_rate.count();
  return Picoseconds{saturated((2 * Wide{clock} * clock_length(organisation) + rate) / (2 * rate))};
}

Clock clock_at(Picoseconds time, const Organisation& organisation) {
  const Wide rate = organisation.pin_rate.count();
  return saturated(
      quotient_up((2 * Wide{time.count()} - 1) * rate, 2 * clock_length(organisation)));
}

}  // namespace jacquard::memory
