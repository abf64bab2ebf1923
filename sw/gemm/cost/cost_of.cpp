// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/cost/gemm_cost.hpp"
#include "jacquard/gemm/cost/paper.hpp"
#include "jacquard/gemm/program.hpp"

namespace jacquard::gemm {

GemmCost cost_of(const Request& request, const Chip& chip, Mode mode, const MeshNetwork& network) {
  check(request);
  const Request r = of_program(request);
  const PaperTime time = paper_time(r, chip, network);
  GemmCost cost;
  cost.time = base::Seconds{time.seconds};
  cost.compute = base::Seconds{time.compute};
  cost.exposed = base::Seconds{time.seconds - time.compute};
  cost.launch = base::Seconds{time.communication.launch};
  cost.sync = base::Seconds{time.communication.sync};
  cost.transfer = base::Seconds{time.communication.transfer};
  const Program program = program_of(r);
  cost.row = bytes_sent(program, Direction::row);
  cost.column = bytes_sent(program, Direction::column);
  cost.buffers = gathered_bytes(program);
  cost.utilisation =
      time.seconds > 0 ? time.compute * chip.effective.count() / (chip.peak.count() * time.seconds)
                       : 0;
  (void)mode;
  return cost;
}

GemmCost cost_of(const Request& request, const Chip& chip, Mode mode) {
  return cost_of(request, chip, mode, MeshNetwork{});
}

}  // namespace jacquard::gemm
