// SPDX-License-Identifier: Apache-2.0
// A program on the event engine: its job on a torus whose links are the chip's.
#include <algorithm>

#include "jacquard/engine/event/event_engine.hpp"
#include "jacquard/engine/job/run.hpp"
#include "sim/gemm/mesh_run.hpp"

namespace jacquard::gemm {

Answer run_event(const RunConfig& config) {
  const MeshRun run(config);
  const engine::Result result = engine::EventEngine().run(run.scenario());
  base::Picoseconds compute{0};
  for (const auto& npu : result.job->npus) compute = std::max(compute, npu.compute);
  Answer answer = answer_of(config, run.program, result.time, compute);
  answer.intervals = result.job->intervals_of(0);
  return answer;
}

}  // namespace jacquard::gemm
