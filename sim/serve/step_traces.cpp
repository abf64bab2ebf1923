// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/step_traces.hpp"

#include <algorithm>
#include <vector>

#include "jacquard/astra/files/comm_groups.hpp"
#include "jacquard/base/new_folder.hpp"
#include "jacquard/interop/chakra/job_traces.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"
#include "jacquard/serve/step_job.hpp"

namespace jacquard::serve {
namespace {

void write(const Setup& s, const StepLoad& load, const std::string& folder) {
  const std::vector<StepLoad> groups(static_cast<std::size_t>(s.deployment.attention_dp), load);
  const workload::Job job = step_job(s.deployment, groups);
  interop::JobTraces traces(job, interop::ComputeAttributes::durations);
  const base::NewFolder aside(folder);
  for (int npu = 0; npu < traces.ranks(); ++npu) {
    aside.write(interop::rank_file("step", npu), interop::write_chakra(traces.of(npu)));
  }
  aside.write("groups.json", astra::write_comm_groups(traces.groups()));
  aside.complete();
}

}  // namespace

void write_step_traces(const Setup& s, std::int64_t batch, const std::string& folder) {
  StepLoad prefill;
  const int tokens = std::min(s.config.input, s.config.max_batched_tokens);
  prefill.prompts.push_back({tokens, 0, tokens == s.config.input});
  write(s, prefill, folder + "/prefill");
  StepLoad decode;
  decode.decodes = static_cast<int>(std::max<std::int64_t>(1, batch / s.deployment.attention_dp));
  decode.decode_keys = std::int64_t{decode.decodes} *
                       (std::int64_t{s.config.input} + std::max(1, s.config.output / 2));
  write(s, decode, folder + "/decode");
}

}  // namespace jacquard::serve
