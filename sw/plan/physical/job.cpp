// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/physical/job.hpp"

#include "jacquard/engine/step/list_schedule.hpp"
#include "jacquard/workload/job_of_program.hpp"

namespace jacquard::plan::physical {

engine::job::JobWork job_of(const PricedSystem& machine, const Timed& timed) {
  std::vector<std::optional<base::Picoseconds>> inside(timed.comms.size());
  for (std::size_t c = 0; c < inside.size(); ++c) {
    const engine::step::CommTime& comm = timed.comms[c];
    if (comm.dimensions == engine::step::kNodeNetwork) inside[c] = comm.time;
  }
  engine::job::JobWork work;
  work.job = workload::job_of(timed.program, timed.works, inside);
  const engine::step::CommMachine& comms = machine.comms.machine();
  work.algorithms = comms.algorithms;
  work.spread = comms.spread;
  work.chunks = comms.chunks;
  return work;
}

}  // namespace jacquard::plan::physical
