// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/config/field_table.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/rtl/dumping.hpp"
#include "jacquard/schedule/core/recorder.hpp"
#include "jacquard/schedule/program/scheduling_program.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "systemc/circuit/circuit_fabric.hpp"
#include "systemc/control/timed_decision.hpp"

namespace jacquard::experiment {

enum class SchedulerKind { software, rtl, file, program };
enum class Timing { automatic, cycles, fixed, measured };

// What a file of configs/schedulers may say of the job it is meant for: an experiment says the same
// elsewhere, and the two must agree.
struct JobTerms {
  std::optional<base::BitsPerSecond> rate;
  std::optional<base::Picoseconds> guard;
  std::optional<bool> guard_per_slot;
};

struct SchedulerConfig {
  SchedulerKind kind = SchedulerKind::software;
  std::string name = "ladder";
  Timing timing = Timing::automatic;
  base::Picoseconds latency{0};
  base::Picoseconds clock{1'000};
  bool overlap = true;
  std::optional<int> bits = 8;
  int rows_per_clock = 1;
  std::string file;
  std::string program;
  schedule::SchedulerOptions options;
  JobTerms terms;  // read, and not shown
};

// The noun `scheduler` of an experiment. It reads files of `jacquard schedule --config` too, if
// they say nothing that is another noun's.
const config::FieldTable<SchedulerConfig>& scheduler_fields();

// Throws ConfigError for what does not go together: RTL of a scheduler that has none, more ports
// or bits than a core has.
void check(const SchedulerConfig& config, int ports);

// True if decisions take the clocks of a core.
bool takes_cycles(const SchedulerConfig& config);

// The core that takes them, if they do.
schedule::CoreShape core_shape(const SchedulerConfig& config, int ports);

// The mean time that a software scheduler takes for the demands on this machine: at most five of
// them, each the best of three.
base::Picoseconds measured_latency(const SchedulerConfig& config,
                                   const std::vector<demand::DemandMatrix>& some,
                                   const demand::Quantisation& counting);

// Makes the module that decides, run after run. RTL is built once; `waveform`: where the FST of the
// first run is written ("" for none), and what passed its pins beside it, for a page. A scheduler's
// own saved schedule is read once, and a program of the user's is started once.
class Scheduling {
 public:
  Scheduling(const SchedulerConfig& config, int ports, const std::string& waveform = "");
  ~Scheduling();
  std::unique_ptr<systemc::Decision> make();
  // What that module would say. Requires a kind other than rtl.
  systemc::TimedSchedule decide(const demand::QuantaMatrix& demand);
  // What a saved schedule counts in; absent if it does not say, or there is none.
  std::optional<base::Bytes> quantum() const { return quantum_; }

 private:
  // As decided, without what the shifts of a core carry.
  std::unique_ptr<systemc::Decision> make_plain();

  SchedulerConfig config_;
  bool traced_ = false;  // clock by clock at the pins, beside the waveform
  std::optional<schedule::CoreShape> shape_;
  std::unique_ptr<schedule::Core> core_;
  std::optional<schedule::Recorder> recorded_;
  std::string pins_;  // where it is written
  std::optional<schedule::Schedule> saved_;
  std::optional<schedule::SchedulingProgram> program_;
  int asked_ = 0;  // of the program
  std::optional<base::Bytes> quantum_;
};

}  // namespace jacquard::experiment
