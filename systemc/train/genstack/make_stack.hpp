// SPDX-License-Identifier: Apache-2.0
// From a job to a stack, with the figures that the verb prints.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "jacquard/stack/choose_slot.hpp"
#include "jacquard/stack/stack.hpp"
#include "systemc/train/genstack/job_source.hpp"

namespace jacquard::genstack {

// Calls of one label ("tp") or kind.
struct LabelFigures {
  std::string label;
  std::int64_t calls = 0;
  std::int64_t collectives = 0;  // groups side by side counted each
  double bytes = 0;              // sent by all ranks
  std::int64_t port_slots = 0;   // summed over actors
};

struct Figures {
  std::string name;
  int ranks = 0;
  int actors = 0;
  std::int64_t calls = 0;
  std::int64_t collectives = 0;
  std::int64_t patterns = 0;
  std::int64_t permutations = 0;  // successive settings of the whole fabric
  std::int64_t control_calls = 0;
  std::int64_t control_slots = 0;  // in which a control call sends, others beside it or not
  std::int64_t placeholders = 0;
  double lower_bound_ps = 0;
};

Figures figures_of(const stack::Stack& stack, const std::string& name);
std::vector<LabelFigures> labels_of(const stack::Stack& stack);

struct MadeStack {
  stack::Stack stack;
  // Slot lengths, none where the fabric says it. The chosen one has the figures of the stack.
  std::vector<stack::SlotPoint> tried;
};

// Composes the job on the fabric. `at` is told what is being done. Throws ConfigError at the
// fabric's key for too few ports, and for what no schedule can be made of.
MadeStack make_stack(const JobSource& source, const GenstackConfig& config, int threads,
                     const std::function<void(const char*)>& at);

}  // namespace jacquard::genstack
