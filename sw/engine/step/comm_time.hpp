// SPDX-License-Identifier: Apache-2.0
// Closed forms of a step's communications: microseconds of wall clock for each.
#pragma once

#include <array>
#include <vector>

#include "jacquard/engine/analytic/phase_model.hpp"
#include "jacquard/engine/job/work.hpp"
#include "jacquard/engine/step/list_schedule.hpp"
#include "jacquard/topology/fabric.hpp"
#include "jacquard/workload/step_program.hpp"

namespace jacquard::engine::step {

// The network and how collectives run on it. The fabric outlives it.
struct CommMachine {
  const topology::Fabric* fabric = nullptr;
  Rules rules = {};
  std::array<job::Algorithms, 4> algorithms = {};  // as JobWork::algorithms
  collective::Spread spread = collective::Spread::baseline;
  int chunks = 1;
  // ASTRA-sim's accounting, as its congestion-unaware back end: whole nanoseconds, sizes rounded
  // down, a group smaller than the cluster a flat ring that is charged in its lowest dimension.
  bool astra = false;
  Origin origin = {};
};

// Times of communications of NPUs that are numbered by a grid on the machine's fabric.
//
// Each phase takes what PhaseModel says; where messages of it meet on links (direct exchange on a
// ring or a switch, halving-doubling on a ring, groups interleaved on a ring) the busiest link
// takes them one after the other. Chunks go through the phases as in a pipeline, one in a
// dimension at a time. Two-way rings count as a ring with half the bytes, trees by their depth.
// Where a group has several axes in one dimension it goes axis by axis if another group has one of
// them alone, as the event engine runs a job by places. If the degrees do not divide the fabric's
// dimensions, groups are flat rings of the longest ways.
class CommTimes {
 public:
  // `groups`: the axes of each communication. Throws ConfigError unless the grid has as many NPUs
  // as the fabric.
  CommTimes(const CommMachine& machine, const workload::RankGrid& grid,
            const std::vector<workload::AxisMask>& groups);

  // A collective. Throws ConfigError beyond 46 days.
  CommTime of_collective(const workload::CommWork& comm) const;
  // A message to the next place on `comm.axes`; of several ways the longest.
  CommTime of_message(const workload::CommWork& comm) const;

 private:
  // An evenly spaced part of a dimension.
  struct Digit {
    int dimension = 0;
    int stride = 1;  // in the dimension
    int radix = 1;
    workload::AxisMask axes = 0;
  };
  PhaseModel model_of(const Digit& digit, base::Bytes message) const;
  base::Picoseconds phase_time(const collective::Phase& phase, const Digit& digit) const;
  CommTime flat_ring(const workload::CommWork& comm, const std::vector<Digit>& digits) const;
  CommTime irregular_ring(const workload::CommWork& comm) const;
  CommTime chunked(base::Picoseconds chunk, int chunks, std::uint32_t dimensions) const;
  topology::Dimension worst_way(workload::AxisMask axes, std::uint32_t& dimensions) const;

  CommMachine machine_;
  workload::RankGrid grid_;
  std::vector<Digit> digits_;  // ascending strides; none: the grid does not fit the fabric
};

// Of each of a program's comms; those that sends name are messages.
std::vector<CommTime> comm_times(const CommMachine& machine, const workload::StepProgram& program);

}  // namespace jacquard::engine::step
