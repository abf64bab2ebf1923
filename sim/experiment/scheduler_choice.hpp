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
#include "jacquard/schedule/scheduler.hpp"
#include "sim/rtl/dumping.hpp"
#include "systemc/circuit/circuit_fabric.hpp"

namespace jacquard::experiment {

enum class SchedulerKind { software, rtl, file };
enum class Timing { automatic, cycles, fixed, measured };

struct SchedulerConfig {
  SchedulerKind kind = SchedulerKind::software;
  std::string name = "ladder";
  Timing timing = Timing::automatic;
  base::Picoseconds latency{0};
  base::Picoseconds clock{1'000};
  bool overlap = true;
  std::optional<int> bits = 8;
  std::string file;
  schedule::SchedulerOptions options;
};

// The noun `scheduler` of an experiment.
const config::FieldTable<SchedulerConfig>& scheduler_fields();

// Throws ConfigError for what does not go together: RTL of a scheduler that has none, more ports
// or bits than a core has.
void check(const SchedulerConfig& config, int ports);

// True if decisions take the clocks of a core.
bool takes_cycles(const SchedulerConfig& config);

// The core that takes them, if they do.
schedule::CoreShape core_shape(const SchedulerConfig& config, int ports);

// With `timing` measured: the mean time the scheduler takes for the demands on this machine (at
// most five of them, each the best of three), frozen as a fixed latency, so that a run depends on
// no clock but its own.
SchedulerConfig frozen(const SchedulerConfig& config, const std::vector<demand::DemandMatrix>& some,
                       const demand::Quantisation& counting);

// Makes the module that decides, run after run. RTL is built once; `waveform`: where the FST of the
// first run is written ("" for none). A scheduler's own saved schedule is read once.
class Scheduling {
 public:
  Scheduling(const SchedulerConfig& config, int ports, const std::string& waveform = "");
  std::unique_ptr<systemc::Decision> make();
  // What a saved schedule counts in; absent if it does not say, or there is none.
  std::optional<base::Bytes> quantum() const { return quantum_; }

 private:
  SchedulerConfig config_;
  std::optional<schedule::CoreShape> shape_;
  std::unique_ptr<schedule::Core> core_;
  std::optional<schedule::Schedule> saved_;
  std::optional<base::Bytes> quantum_;
};

}  // namespace jacquard::experiment
