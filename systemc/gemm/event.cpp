// SPDX-License-Identifier: Apache-2.0
// A program on an engine of messages: its job on a torus whose links are the chip's.
#include <algorithm>

#include "jacquard/engine/job/run.hpp"
#include "systemc/engines/engines.hpp"
#include "systemc/gemm/mesh_run.hpp"

namespace jacquard::gemm {

Answer run_messages(const RunConfig& config, const std::string& engine) {
  const MeshRun mesh(config);
  const engine::Result result = run::run_on(engine, mesh.scenario());
  base::Picoseconds compute{0};
  for (const auto& npu : result.job->npus) compute = std::max(compute, npu.compute);
  Answer answer = answer_of(config, mesh.program, result.time, compute);
  answer.intervals = result.job->intervals_of(0);
  return answer;
}

}  // namespace jacquard::gemm
