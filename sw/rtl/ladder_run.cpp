// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/ladder_run.hpp"

#include <algorithm>
#include <filesystem>

#include "jacquard/base/file.hpp"
#include "jacquard/rtl/rtl_core.hpp"
#include "jacquard/rtl/scheduler_waves.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/core/core.hpp"
#include "jacquard/schedule/core/lockstep.hpp"
#include "jacquard/schedule/core/recorder.hpp"

namespace jacquard::rtl {
namespace {

constexpr std::uint32_t kPowerUpSeed = 1;
constexpr const char* kWaveform = "ladder.fst";
constexpr const char* kPins = "ladder.waves.json";
constexpr const char* kSaveFile = "ladder.gtkw";

}  // namespace

report::RtlRun run_ladder_rtl(const demand::QuantaMatrix& quanta, int bits,
                              const schedule::SchedulerOptions& options,
                              const schedule::Schedule& expected, const std::string& folder) {
  schedule::CoreShape shape;
  shape.kind = schedule::CoreKind::ladder;
  shape.ports = quanta.ports();
  shape.bits = bits;
  shape.diagonals_per_clock = std::min(options.diagonals_per_clock, shape.ports);
  shape.descend = options.descend;

  report::RtlRun outcome;
  outcome.core = "ladder";
  outcome.ports = shape.ports;
  outcome.bits = shape.bits;
  outcome.diagonals_per_clock = shape.diagonals_per_clock;
  outcome.waveform = kWaveform;
  outcome.save_file = kSaveFile;
  std::filesystem::create_directories(folder);

  const auto golden = schedule::make_golden_core(shape);
  const auto device = make_rtl_core(shape, kPowerUpSeed, folder + "/" + kWaveform);
  schedule::Recorder recorded(*device);
  schedule::Lockstep both(*golden, recorded);
  both.reset();
  schedule::CoreInputs inputs;
  inputs.top_offset = options.top_offset;
  inputs.floor = options.floor;
  inputs.fill = options.fill;
  const schedule::CoreRun run = run_core(both, quanta, inputs);
  outcome.load_cycles = run.load_cycles;
  outcome.cycles = run.cycles;
  outcome.first_permutation_cycles = run.first_permutation_cycles;
  outcome.permutations = static_cast<std::int64_t>(run.schedule.permutations());
  outcome.slots = run.schedule.slots();
  outcome.efficiency = outcome.slots == 0 ? 1.0
                                          : static_cast<double>(quanta.largest_line_sum()) /
                                                static_cast<double>(outcome.slots);
  outcome.compared_cycles = both.clocks();
  if (both.difference()) {
    outcome.mismatches = 1;
    outcome.first_mismatch = both.difference()->text();
  }
  if (outcome.mismatches == 0 && !equal(run.schedule, expected)) {
    outcome.mismatches = 1;
    outcome.first_mismatch = "the schedule is not the software ladder's";
  }
  outcome.valid = check(quanta, run.schedule).valid;
  base::write_file(folder + "/" + kPins, recorded.json("ladder"));
  base::write_file(folder + "/" + kSaveFile, scheduler_save_file(shape, kWaveform));
  return outcome;
}

}  // namespace jacquard::rtl
