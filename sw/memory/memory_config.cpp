// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/memory_config.hpp"

#include <algorithm>

#include "jacquard/memory/address_map.hpp"
#include "jacquard/memory/fidelity_words.hpp"

namespace jacquard::memory {
namespace {

using config::choice;
using config::field;
using config::whole_number;
using config::Words;

constexpr int kLargestQueue = 1 << 16;

const config::FieldTable<ControllerConfig>& controller_fields() {
  using C = ControllerConfig;
  static const config::FieldTable<C> table(
      "controller", "How the controller of a channel works.",
      {field<C>(
           "scheduling", [](auto& c) -> auto& { return c.scheduling; },
           choice(Words<Scheduling>{{"fr_fcfs", Scheduling::fr_fcfs}, {"fcfs", Scheduling::fcfs}}),
           "fr_fcfs: hits of open rows first, then the oldest; fcfs: the oldest."),
       field<C>(
           "page", [](auto& c) -> auto& { return c.page; },
           choice(Words<PagePolicy>{{"open", PagePolicy::open}, {"closed", PagePolicy::closed}}),
           "open: a row stays open; closed: it closes after the last waiting request for it."),
       field<C>(
           "refresh", [](auto& c) -> auto& { return c.refresh; },
           choice(Words<Refresh>{{"all_bank", Refresh::all_bank},
                                 {"per_bank", Refresh::per_bank},
                                 {"same_bank", Refresh::per_bank},
                                 {"off", Refresh::none}}),
           "per_bank: one bank at a time (hbm), one bank of every group at a time (ddr5), which "
           "JEDEC "
           "calls same_bank."),
       field<C>(
           "mapping", [](auto& c) -> auto& { return c.mapping; },
           config::text("fields such as \"row-bank-column:3-group-column-channel\""),
           "Fields of a burst's address from the most to the least significant: row, bank (with "
           "stack IDs), column, group, channel; parts of a field with bits; bank^row: hashed."),
       field<C>(
           "queue", [](auto& c) -> auto& { return c.queue; }, whole_number(1, kLargestQueue),
           "Reads, and as many writes, that wait for room in the queue of their bank."),
       field<C>(
           "bank_queue", [](auto& c) -> auto& { return c.bank_queue; },
           whole_number(1, kLargestQueue), "Bursts for one bank that commands are chosen from."),
       field<C>(
           "hit_limit", [](auto& c) -> auto& { return c.hit_limit; },
           whole_number(1, kLargestQueue),
           "Row hits that may overtake the bank's oldest burst since the row was opened."),
       field<C>(
           "write_high", [](auto& c) -> auto& { return c.write_high; },
           whole_number(1, kLargestQueue), "Writes wait until so many are there, or no read is."),
       field<C>(
           "write_low", [](auto& c) -> auto& { return c.write_low; },
           whole_number(0, kLargestQueue), "Then they go until so few are left.")});
  return table;
}

void require_usable(const ControllerConfig& c, const config::Place& place) {
  const auto bounded = [&](const char* key, int value, int limit, const char* by) {
    if (value <= limit) return;
    (place / key).fail("at most " + std::to_string(limit), std::to_string(value), by);
  };
  bounded("write_high", c.write_high, c.queue, "queue: more writes never wait");
  bounded("write_low", c.write_low, c.write_high - 1, "below write_high: writes would never go");
}

// What clocks and buses ask of the timings.
void require_on_bus(const MemoryConfig& config, const config::Place& place) {
  const ClockTiming t = clocks_of(config.timing, config.organisation);
  const int burst = config.organisation.burst_clocks();
  if (t.tCCD_S < burst) {
    (place / "tCCD_S")
        .fail("at least the " + std::to_string(burst) + " clocks of a burst",
              std::to_string(t.tCCD_S) + " clocks", "bursts would overlap on the data bus");
  }
  if (t.tRTW + t.tCWL < t.tCL + burst) {
    (place / "tRTW")
        .fail("at least " + std::to_string(t.tCL + burst - t.tCWL) + " clocks",
              std::to_string(t.tRTW) + " clocks",
              "tCL + burst - tCWL: written data would meet read data on the bus");
  }
}

// Between refreshes there must be time to close the row of one burst and to open, use and close
// that of another.
void require_refresh_keeps_up(const MemoryConfig& config, const config::Place& place) {
  if (config.controller.refresh == Refresh::none) return;
  const Organisation& o = config.organisation;
  const ClockTiming t = clocks_of(config.timing, o);
  const Clock data = t.tCWL + o.burst_clocks();
  const Clock open = std::max({t.tRAS, t.tRCDRD + t.tRTP, t.tRCDWR + data + t.tWR});
  const Clock burst = std::max({t.tCCD_L_WR, t.tRTW, data + t.tWTR_L, t.tFAW, t.tRRD_L});
  const Clock row = std::max({t.tRC, open + t.tRP, burst});
  Clock needed = t.tRFC + 2 * row;
  if (config.controller.refresh == Refresh::per_bank) {
    const Clock commands = refresh_commands(config);
    const Clock of_a_bank = o.standard == Standard::ddr5 ? 2 : 1;  // halves: refresh_commands()
    needed =
        std::max(commands * (row + std::max(t.tRREFD, t.tRRD_S)), of_a_bank * (t.tRFC_B + 2 * row));
  }
  if (t.tREFI >= needed) return;
  (place / "tREFI")
      .fail("at least " + config::show_quantity(time_of(needed, o)),
            config::show_quantity(config.timing.tREFI),
            "refreshes, and between them a row that opens, is written and closes");
}

}  // namespace

const config::FieldTable<MemoryConfig>& memory_fields() {
  using M = MemoryConfig;
  static const config::FieldTable<M> table(
      "memory", "A memory: what it is built of, and how its controllers work.",
      {field<M>(
           "source", [](auto& m) -> auto& { return m.source; }, config::text("a text"),
           "Where its figures come from."),
       config::nested<M>(
           "organisation", [](auto& m) -> auto& { return m.organisation; }, organisation_fields()),
       config::nested<M>(
           "timing", [](auto& m) -> auto& { return m.timing; }, timing_fields()),
       config::nested<M>(
           "energy", [](auto& m) -> auto& { return m.energy; }, energy_fields()),
       config::nested<M>(
           "controller", [](auto& m) -> auto& { return m.controller; }, controller_fields()),
       field<M>(
           "fidelity", [](auto& m) -> auto& { return m.fidelity; }, fidelity_codec(),
           "at: every command; lt: each access booked when it comes; ideal: peak bandwidth."),
       field<M>(
           "check", [](auto& m) -> auto& { return m.check; }, config::boolean(),
           "Whether every command is held against every constraint (at).")});
  return table;
}

int refresh_commands(const MemoryConfig& config) {
  if (config.controller.refresh != Refresh::per_bank) return 1;
  const Organisation& o = config.organisation;
  return o.standard == Standard::hbm ? o.banks() : 2 * o.banks_per_group;
}

double refresh_share(const MemoryConfig& config) { return 1.0 / refresh_commands(config); }

void require_consistent(const MemoryConfig& config, const config::Place& place) {
  require_consistent(config.organisation, place / "organisation");
  require_consistent(config.timing, place / "timing");
  require_usable(config.controller, place / "controller");
  require_on_bus(config, place / "timing");
  require_refresh_keeps_up(config, place / "timing");
  AddressMap(config.organisation, config.controller.mapping, place / "controller" / "mapping");
}

}  // namespace jacquard::memory
