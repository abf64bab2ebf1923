// SPDX-License-Identifier: Apache-2.0
// What the experts' NPUs of a step exchange, layer by layer: who meets at which switch, and what
// each sends.
#pragma once

#include <vector>

#include "jacquard/machine/detail.hpp"
#include "jacquard/machine/layer_routing.hpp"
#include "systemc/machine/job_machine.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::train {

// Of a step, which exchange it is.
struct StepExchange {
  int of_class = 0;
  int op = 0;  // of the class
  int layer = 0;
  std::int64_t time = 0;  // of its routing: micro-batches count up
  bool combine = false;   // back to where the tokens came from
};

class StepMeetings {
 public:
  // All exchanges of the step that are not closed forms by `details`. Throws ConfigError where an
  // expert-parallel group spans several dimensions.
  StepMeetings(const Step& step, const std::vector<machine::Detail>& details);

  const std::vector<systemc::Meeting>& meetings() const { return meetings_; }
  const std::vector<std::map<int, int>>& meeting_of() const { return meeting_of_; }
  const StepExchange& exchange(int meeting) const { return base::at(exchanges_, meeting); }

  // Of the meeting's ports; all groups around the switch together.
  demand::DemandMatrix demand(int meeting);
  // As if it were of another layer and time.
  demand::DemandMatrix demand(int meeting, int layer, std::int64_t time);
  // False before the routing's first time. Negative times are of steps before.
  bool has_demand(int layer, std::int64_t time) const { return routing_->has(layer, time); }
  // What an NPU's experts get, over what experts get in the mean, in an operation of its class.
  double load(int of_class, int op, int npu);
  // What an NPU has for its own experts, which no exchange carries.
  base::Bytes own(int meeting, int npu);

 private:
  const StepExchange exchange_of(int of_class, int op) const;
  const std::vector<int>& group_of(int npu);

  const Step& step_;
  std::vector<systemc::Meeting> meetings_;
  std::vector<std::map<int, int>> meeting_of_;
  std::vector<StepExchange> exchanges_;
  std::vector<std::vector<int>> groups_;  // of each NPU, ascending
  std::optional<machine::LayerRouting> routing_;
  workload::AxisMask axes_ = 0;
};

}  // namespace jacquard::train
