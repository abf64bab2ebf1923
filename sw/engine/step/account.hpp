// SPDX-License-Identifier: Apache-2.0
// Where the time of a step goes, from when its operations ran: by the list schedule or by any other
// engine.
#pragma once

#include <array>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/base/units.hpp"
#include "jacquard/engine/interval.hpp"
#include "jacquard/workload/step_program.hpp"

namespace jacquard::engine::step {

inline constexpr std::size_t kLabels = static_cast<std::size_t>(workload::OpLabel::other) + 1;
using ByLabel = std::array<base::Picoseconds, kLabels>;

// compute + exposed + bubble is the step's time, exactly. The computation stream is idle
//   bubble   while what it waits for waits for a receive, and after the class's last operation;
//   exposed  while it waits for any other communication, or that waits for the network.
// An idle span is followed back from its end: each part belongs to the operation that then ran on
// the chain of what was waited for, or, where none ran, to the one that could not begin.
struct ClassAccount {
  base::Picoseconds end{0};  // of its last operation
  base::Picoseconds compute{0};
  base::Picoseconds exposed{0};
  base::Picoseconds bubble{0};
  ByLabel busy{};    // lengths of the operations; of receives nothing
  ByLabel waited{};  // of exposed and bubble, but for the time after its last operation
  std::vector<base::Picoseconds> comm_busy;  // by StepProgram::comms
  std::vector<base::Picoseconds> comm_exposed;
};

// Intervals of each operation of each class.
using Intervals = std::vector<base::Span<const Interval>>;

// `out` is overwritten; its memory is used again.
void account(const workload::StepProgram& program, const Intervals& intervals,
             base::Picoseconds end, std::vector<ClassAccount>& out);

// A span in which the computation stream of a class was idle.
struct Idle {
  Interval interval;
  bool bubble = false;  // else exposed
};

// Of one class, in the order of time: the same spans that account() sums up.
std::vector<Idle> idle_of(const workload::StepProgram& program, int of_class,
                          base::Span<const Interval> intervals, base::Picoseconds end);

// Why a step takes as long as it does: a chain of operations, each of which began when the one
// before it let it.
enum class Because {
  start,       // nothing was before it
  stream,      // the operation before it in its stream
  dependency,  // one that it depends on
  message,     // the send of its receive, in another class
  network,     // another collective had the network
};
const char* name_of(Because because);  // "stream"

struct PathStep {
  int of_class = 0;
  std::uint32_t op = 0;
  Interval interval;
  Because because = Because::start;  // why not earlier
};

// From the beginning to the operation that ends last.
std::vector<PathStep> critical_path(const workload::StepProgram& program,
                                    const Intervals& intervals);

}  // namespace jacquard::engine::step
