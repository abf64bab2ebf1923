// SPDX-License-Identifier: Apache-2.0
// What a step's machine is made of: who carries exchanges, and what computations take.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/digest.hpp"
#include "jacquard/machine/detail.hpp"
#include "systemc/machine/exchange.hpp"
#include "systemc/machine/job_machine.hpp"
#include "systemc/train/run_step.hpp"
#include "systemc/train/step_meetings.hpp"
#include "systemc/train/step_products.hpp"

namespace jacquard::train {

// Communications as closed forms where `said` has it, and on the network where it takes them from
// the law of the node: changes Step::node_comms. Throws ConfigError for groups that span dimensions
// of both kinds.
void use_details(const std::vector<machine::Detail>& said, const config::Place& place, Step& step);

// Carries exchanges around the switches of each dimension. Answers are kept: equal demands have
// equal ones, unless faults or clocks are drawn for each. Faults are of all exchanges, or of the
// one that FaultConfig::exchange names. Those in the window of Step::waves leave waveforms.
class Carriers {
 public:
  Carriers(const Step& step, std::vector<machine::Detail> details);

  const machine::Exchanged& carry(int dimension, const demand::DemandMatrix& demand,
                                  std::uint64_t index,
                                  const std::optional<systemc::Foresight>& foresight,
                                  const std::optional<systemc::Before>& before,
                                  base::Picoseconds at);
  const std::vector<std::string>& waves() const { return waves_; }

 private:
  machine::ExchangeConfig config_of(int dimension, bool faults) const;
  machine::Exchanger& of(int dimension, bool faults);
  bool wants_wave(int dimension, base::Picoseconds at) const;

  const Step& step_;
  std::vector<machine::Detail> details_;
  bool repeats_ = true;
  std::map<std::pair<int, bool>, machine::Exchanger> by_dimension_;  // sound ones, and with faults
  std::map<base::Digest::Value, machine::Exchanged> known_;
  std::vector<std::string> waves_;
};

// What an operation of an NPU's class takes there, its experts' share of tokens counted; nothing of
// what is no computation. It reads no more than the memory gives in 0.98 of its time, so that one
// that has the memory to itself takes what its law says. Products on cores are no part of its time.
class Costs {
 public:
  Costs(const Step& step, StepMeetings& meetings);

  systemc::ComputeCost of(int npu, int op);
  // Experts that a meeting brings tokens begin before its last ones, by TrainConfig::expert_start:
  // what is left of their operations at the end of the exchange is all that they take then.
  void begin_early(int meeting, const machine::Exchanged& answer);
  double slowdown(int npu) const { return base::at(slowdown_, npu); }

 private:
  systemc::ComputeCost alone(int npu, int op);
  base::Picoseconds slowed(base::Picoseconds time, int npu) const;
  systemc::ComputeCost cost_of(const workload::ComputeWork& work, base::Picoseconds by_law) const;
  const workload::ExpertWork* experts_behind(int of_class, int exchange, int& op) const;
  const systemc::ComputeCost& experts_cost(int work, const workload::ExpertWork& all, double load);

  const Step& step_;
  StepMeetings& meetings_;
  StepProducts products_;
  std::map<std::pair<int, double>, systemc::ComputeCost> experts_;
  std::vector<double> slowdown_;                           // of each NPU
  std::map<std::pair<int, int>, base::Picoseconds> left_;  // of an NPU's operation
};

}  // namespace jacquard::train
