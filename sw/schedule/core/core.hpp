// SPDX-License-Identifier: Apache-2.0
// The core contract: what a scheduler core looks like from outside, clock by clock. The C++ golden
// model, the Verilated RTL and a SystemC wrapper implement it, so any two can run in lockstep.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// The values of jq_scheduler's KIND.
enum class CoreKind { unit, ladder, minhold, shift, few, choose };

inline constexpr int kMostDigits = 4;  // of a shift core
inline constexpr int kMostRowsPerClock = 4;
inline constexpr int kGuardBits = 16;  // of jq_scheduler's guard_i, in quanta
inline constexpr std::int64_t kMostGuard = (1 << kGuardBits) - 1;
inline constexpr unsigned kAllChoices = 7;  // of choose: a bit each for ladder, few, shift

// The parameters a core is built with.
struct CoreShape {
  CoreKind kind = CoreKind::ladder;
  int ports = 16;               // N, 1..256
  int bits = 8;                 // B, 1..16: width of a demand counter
  int diagonals_per_clock = 4;  // S, 1..N; shift and few have none
  // Shift, choose: values of the ports' digits, the lowest first, 0 behind the last. All 0:
  // digits_of().
  std::array<int, kMostDigits> digits{};
  unsigned choices = kAllChoices;  // choose: the cores it is built of
  bool descend = false;            // ladder: an empty wave's second lap is strong at the next level
  int rows_per_clock = 1;          // of a load; ladder: 1..kMostRowsPerClock, divides N; else 1
  bool parity = false;  // unit, ladder, min-hold: counters have parity; the schedule is the same

  int groups() const { return (ports + diagonals_per_clock - 1) / diagonals_per_clock; }
  int laps() const { return kind == CoreKind::ladder ? 2 : 1; }
  // Registers from where a wave turns to where it is shown.
  int second_lap_clocks() const { return laps() == 1 ? 1 : groups() + (descend ? 3 : 1); }
  bool operator==(const CoreShape& o) const {
    return kind == o.kind && ports == o.ports && bits == o.bits &&
           diagonals_per_clock == o.diagonals_per_clock && digits == o.digits &&
           choices == o.choices && descend == o.descend && rows_per_clock == o.rows_per_clock &&
           parity == o.parity;
  }
};

// What its inputs hold during one clock. Ignored inputs may hold anything.
struct CoreInputs {
  bool load = false;               // `row` is what comes next of the demand, row 0 first
  std::vector<std::uint32_t> row;  // rows_per_clock rows of N counts; read only if load
  bool start = false;              // taken when all N rows are loaded
  bool abort = false;              // idle in the next clock; what was emitted stands
  bool ready = true;               // the consumer takes the permutation shown in this clock
  std::int64_t guard = 0;          // choose: of a setting, in quanta, 0..kMostGuard; read at start
  int top_offset = 0;              // run-time options of the ladder, read at start
  int floor = 0;
  bool fill = true;
};

// What its outputs show during one clock. They depend on the state before the clock edge only.
struct CoreOutputs {
  bool load_ready = false;    // rows would be taken
  bool busy = false;          // between start and done
  bool done = false;          // the decomposition is complete; stays until the next load or abort
  bool shifts = false;        // of the run that is shown or done: circuits carry for others too
  bool valid = false;         // a permutation is shown
  std::int64_t hold = 0;      // its slots; 0 unless valid
  Matching columns;           // N entries; all kUnmatched unless valid
  bool parity_error = false;  // a bit of a counter has flipped

  bool operator==(const CoreOutputs& o) const {
    return load_ready == o.load_ready && busy == o.busy && done == o.done && shifts == o.shifts &&
           valid == o.valid && hold == o.hold && columns == o.columns &&
           parity_error == o.parity_error;
  }
  bool operator!=(const CoreOutputs& o) const { return !(*this == o); }
};

class Core {
 public:
  virtual ~Core() = default;
  virtual const CoreShape& shape() const = 0;
  virtual void reset() = 0;
  // What the outputs show during the coming clock. No clock passes.
  virtual const CoreOutputs& outputs() = 0;
  // One clock: returns what the outputs show during it, then takes the clock edge with `in`.
  // The references stay valid until the next call.
  virtual const CoreOutputs& step(const CoreInputs& in) = 0;
};

// The cycle-exact C++ model of a core, written from the rules in docs/cores.md.
std::unique_ptr<Core> make_golden_core(const CoreShape& shape);

// The rows of a demand from `row` on that a core of that shape takes in a clock.
void put_rows(const CoreShape& shape, const demand::QuantaMatrix& demand, int row, CoreInputs& in);

// What a core is told of the guard of such a demand: whole quanta, at most kMostGuard.
std::int64_t guard_quanta(const demand::SlotClock& clock);

// Runs a whole demand through a core that is always drained: the loads, start, until done. The
// guard is that of the demand, whatever the options say.
struct CoreRun {
  Schedule schedule;
  std::int64_t load_cycles = 0;
  std::int64_t cycles = 0;                    // from start to done, load excluded
  std::int64_t first_permutation_cycles = 0;  // from start to the first valid; 0 if there is none
  std::vector<std::int64_t> shown_cycles;     // from start, of each permutation in order
  bool shifts = false;                        // as CoreOutputs::shifts
};
CoreRun run_core(Core& core, const demand::QuantaMatrix& demand, const CoreInputs& options);

}  // namespace jacquard::schedule
