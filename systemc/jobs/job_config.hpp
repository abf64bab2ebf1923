// SPDX-License-Identifier: Apache-2.0
// A job as a user says it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/config/field_table.hpp"
#include "jacquard/rounds/round_graph.hpp"
#include "systemc/jobs/job.hpp"

namespace jacquard::jobs {

struct PhaseConfig {
  base::Picoseconds compute{0};
  std::string demand;  // a file or a generator; "" for none
  std::int64_t divide_by = 1;
  std::optional<rounds::CollectiveKind> collective;  // in place of a demand
  std::string algorithm = "ring";
  base::Bytes bytes{0};
  int group = 0;  // NPUs side by side among which the collective is; 0: all
  int shift = 0;  // in place of a demand: each NPU sends `bytes` so far on; 0: none
};

struct JobConfig {
  std::string name;
  int npus = 2;
  std::vector<int> ports;  // none: as the placement says
  base::Picoseconds start{0};
  int steps = 1;  // the phases are repeated so often
  std::vector<PhaseConfig> phases;
};

enum class Placement {
  packed,       // each job's NPUs side by side
  interleaved,  // jobs take ports in turn
  shared,       // each job from port 0 on: they meet at the ports
};

config::Codec<JobConfig> job_codec();
config::Codec<Placement> placement_codec();

// The jobs with their ports and demands. Step k takes the k-th matrix of a demand. A collective is
// a phase for each of its rounds. Throws ConfigError at `place`, the list of jobs.
std::vector<Job> placed(const std::vector<JobConfig>& jobs, Placement placement, int ports,
                        std::uint64_t seed, const config::Place& place);

}  // namespace jacquard::jobs
