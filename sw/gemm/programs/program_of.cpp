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
    case Algorithm::summa:
    case Algorithm::cannon:
    case Algorithm::solomonik:
      throw base::ConfigError({"--algorithm", "", "meshslice or collective", "", ""});
    case Algorithm::meshslice:
      break;
  }
  return sliced_program(runs, runs.slices);
}

}  // namespace jacquard::gemm
