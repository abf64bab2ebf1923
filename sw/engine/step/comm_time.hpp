// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/engine/step/collective_time.hpp"
#include "jacquard/workload/step_program.hpp"

namespace jacquard::engine::step {

// Times of communications of NPUs that are numbered by a grid on the machine's fabric.
//
// Where a group has several axes in one dimension it goes axis by axis if another group has one of
// them alone, as the event engine runs a job by places. If the degrees do not divide the fabric's
// dimensions, groups are rings of the longest ways.
class CommTimes {
 public:
  // `groups`: the axes of each communication. Throws ConfigError unless the grid has as many NPUs
  // as the fabric.
  CommTimes(const CommMachine& machine, const workload::RankGrid& grid,
            const std::vector<workload::AxisMask>& groups);

  CommTime of_collective(const workload::CommWork& comm) const;
  // In which it goes; nothing where the degrees do not divide the dimensions.
  std::optional<collective::Way> way_of(const workload::CommWork& comm) const;
  std::string way_in_words(const workload::CommWork& comm) const;
  // What a chunk of it is asked as, of so many alike, in the group of NPU 0; of two members at
  // least.
  struct Rounds {
    collective::CollectiveRequest chunk;
    int chunks = 1;
    std::vector<int> npus;  // of each rank
    bool on_ring = false;   // ways of a round differ in length
    int npu(int rank) const { return base::at(npus, rank); }
  };
  Rounds rounds_of(const workload::CommWork& comm) const;
  // A message to the next place on `comm.axes`; of several ways the longest.
  CommTime of_message(const workload::CommWork& comm) const;

 private:
  struct Digit : GroupDigit {
    workload::AxisMask axes = 0;
  };
  std::vector<int> members(workload::AxisMask axes) const;
  std::vector<GroupDigit> digits_in(workload::AxisMask axes) const;

  CollectiveTimes by_;
  workload::RankGrid grid_;
  std::vector<Digit> digits_;  // ascending strides; none: the grid does not fit the fabric
};

// The way of each of a program's comms in words; "" of a message, "ring" where the degrees do not
// divide the dimensions.
std::vector<std::string> ways_in_words(const CommMachine& machine,
                                       const workload::StepProgram& program);

// The way of each of a program's collectives but of those that are timed, by kind, group and bytes,
// for a job of the same program. Empty where the machine says the way of all.
job::Ways ways_of(const CommMachine& machine, const workload::StepProgram& program,
                  const std::vector<std::optional<base::Picoseconds>>& timed);

// Of each of a program's comms; those that sends name are messages.
std::vector<CommTime> comm_times(const CommMachine& machine, const workload::StepProgram& program);

}  // namespace jacquard::engine::step
