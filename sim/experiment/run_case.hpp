// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/report/fabric/fabric_run.hpp"
#include "sim/experiment/experiment.hpp"

namespace jacquard::experiment {

// One item of traffic through one case, in figures. Those that a kind of fabric does not have are
// 0.
struct RunFigures {
  base::Picoseconds completion{0};
  std::vector<base::Picoseconds> flow_times;  // of each flow, from its start
  base::Bytes bytes_asked{0};
  base::Bytes bytes_delivered{0};
  base::Bytes bytes_resent{0};
  base::Picoseconds bound{0};  // largest line sum over the link rate
  std::int64_t events = 0;
  double wall_s = 0;

  // circuit
  base::Picoseconds decision{0}, guard{0}, hold{0};
  base::Picoseconds without_faults{0};  // completion if nothing fails
  std::int64_t permutations = 0;
  std::int64_t decisions = 0;
  std::int64_t messages_lost = 0;
  std::uint64_t schedule_hash = 0;  // of the permutations, their holds and starts

  // packet
  std::int64_t data_packets = 0, marked = 0, rate_cuts = 0, pauses = 0, drops = 0;
  std::optional<base::Picoseconds> first_cut;
  base::Bytes largest_queue{0};
};

// A case made ready: parameters resolved and checked, RTL built.
class CaseRunner {
 public:
  // `waveform`: where the RTL's FST goes, "" for none. Throws ConfigError for what does not go
  // together.
  CaseRunner(const Case& c, std::uint64_t seed, const std::string& waveform = "");
  ~CaseRunner();
  CaseRunner(CaseRunner&&) noexcept;

  const Case& of() const { return case_; }

  // `seed`: of the run's own random streams (RED, faults); with `run`, the details are kept in it.
  RunFigures run(const TrafficItem& item, std::uint64_t seed, report::FabricRun* run = nullptr);

 private:
  RunFigures run_circuit(const TrafficItem& item, std::uint64_t seed, report::FabricRun* run);
  RunFigures run_packet(const TrafficItem& item, std::uint64_t seed, report::FabricRun* run);

  Case case_;
  std::optional<systemc::CircuitParameters> circuit_;
  std::unique_ptr<Scheduling> scheduling_;
  std::unique_ptr<schedule::CrossbarCore> crossbar_;
};

// How the demands of a case are counted.
demand::Quantisation counting_of(const ExperimentConfig& config,
                                 const systemc::CircuitParameters& circuit);

// What a case says of its circuits, with nothing left open. Throws ConfigError as resolve() does.
systemc::CircuitParameters circuit_of(const ExperimentConfig& config, std::uint64_t seed);

systemc::FabricBasics basics_of(const systemc::PacketConfig& fabric);

}  // namespace jacquard::experiment
