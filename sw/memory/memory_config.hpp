// SPDX-License-Identifier: Apache-2.0
// A memory: what it is built of, and how its controllers work. The noun of configs/memories.
#pragma once

#include <string>

#include "jacquard/config/field_table.hpp"
#include "jacquard/memory/energy.hpp"
#include "jacquard/memory/organisation.hpp"
#include "jacquard/memory/timing.hpp"

namespace jacquard::memory {

enum class Scheduling { fr_fcfs, fcfs };
enum class PagePolicy { open, closed };
// per_bank: one bank at a time (HBM), the same bank of every group at a time (DDR5).
enum class Refresh { all_bank, per_bank, none };

struct ControllerConfig {
  Scheduling scheduling = Scheduling::fr_fcfs;
  PagePolicy page = PagePolicy::open;
  Refresh refresh = Refresh::all_bank;
  // As AddressMap has it.
  std::string mapping = "row-bank-column-group-channel";
  int queue = 64;      // reads, and as many writes, that wait for room in a bank's queue
  int bank_queue = 8;  // bursts for one bank that commands are chosen from
  // Row hits that may overtake the bank's oldest burst since the row was opened.
  int hit_limit = 4;
  // Writes wait until so many are there, or no read is, and then go until so few are left.
  int write_high = 64;
  int write_low = 0;
};

// How the memory is simulated: at, every command in an approximately-timed model; lt, each access
// booked when it comes, in a loosely-timed model; ideal, a server of the peak bandwidth with a
// latency of tRCDRD + tCL.
enum class Fidelity { at, lt, ideal };

struct MemoryConfig {
  std::string source;  // of its figures
  Organisation organisation;
  Timing timing;
  EventEnergy energy;
  ControllerConfig controller;
  Fidelity fidelity = Fidelity::at;
  bool check = false;  // every command is held against every constraint
};

// Defaults: one pseudo-channel of hbm3e_9200.
const config::FieldTable<MemoryConfig>& memory_fields();

// The folder of the noun.
inline constexpr const char* kMemories = "memories";

// Commands that refresh every row that is due in tREFI: 1; one for each bank (HBM); two for each
// bank of a group (DDR5), as JESD79-5 has REFsb in its fine-granularity mode alone, where a command
// refreshes half the rows.
int refresh_commands(const MemoryConfig& config);

// Of all rows that are due in tREFI, what one refresh command refreshes.
double refresh_share(const MemoryConfig& config);

// What a run of `channels` cost.
inline EnergyParts energy_of(const MemoryConfig& config, const CommandCounts& commands,
                             base::Bytes bursts, base::Picoseconds elapsed, int channels) {
  return energy_of(config.energy, commands, refresh_share(config), bursts, elapsed, channels);
}

// Throws ConfigError below `place` for parts that do not fit each other: timings, sizes, mapping,
// watermarks, a refresh that cannot keep up.
void require_consistent(const MemoryConfig& config, const config::Place& place);

}  // namespace jacquard::memory
