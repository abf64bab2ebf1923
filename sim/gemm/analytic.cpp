// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/picoseconds.hpp"
#include "sim/gemm/run.hpp"

namespace jacquard::gemm {

Answer run_analytic(const RunConfig& config) {
  check(config.network, of_program(config.request).mesh);
  const GemmCost cost = cost_of(config.request, config.chip, config.mode, config.network);
  Answer answer;
  answer.time = to_picoseconds(cost.time);
  answer.compute = to_picoseconds(cost.compute);
  answer.exposed = answer.time - answer.compute;
  answer.utilisation = cost.utilisation;
  answer.row = cost.row;
  answer.column = cost.column;
  answer.buffers = cost.buffers;
  answer.communication = {to_picoseconds(cost.launch), to_picoseconds(cost.sync),
                          to_picoseconds(cost.transfer)};
  return answer;
}

}  // namespace jacquard::gemm
