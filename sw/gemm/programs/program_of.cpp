// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/programs/generators.hpp"

namespace jacquard::gemm {

Program program_of(const Request& request) {
  check(request);
  const Request runs = of_program(request);
  switch (runs.algorithm) {
    case Algorithm::collective:
      return sliced_program(runs, 1);
    case Algorithm::wang:
    case Algorithm::tp:
    case Algorithm::fsdp:
      return wang_program(runs);
    case Algorithm::summa:
      return summa_program(runs);
    case Algorithm::cannon:
    case Algorithm::solomonik:
      return cannon_program(runs);
    case Algorithm::meshslice:
      break;
  }
  return sliced_program(runs, runs.slices);
}

}  // namespace jacquard::gemm
