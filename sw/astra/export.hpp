// SPDX-License-Identifier: Apache-2.0
// A job as the folder of files that ASTRA-sim runs.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "jacquard/engine/scenario.hpp"

namespace jacquard::astra {

enum class TraceFiles {
  of_npus,     // job.<npu>.et: what ASTRA-sim and jacquard astra run
  of_classes,  // class.<number>.et: of each class's first NPU, and classes.json, who is in which
};

struct Exported {
  int traces = 0;  // files
  int groups = 0;
};

using TextFiles = std::vector<std::pair<std::string, std::string>>;  // names and contents

// Writes a scenario's job into `folder`: its traces, groups.json, network.yml, system.json, and
// remote_memory.json where it has one, and the files `beside`. In ASTRA-sim's modes the folder
// takes the nanoseconds that the scenario takes. Without a roofline computations become amounts of
// a machine of 10^12 operations a second, as a trace has no durations below a microsecond. The
// folder appears when all is written. Throws ConfigError for a folder that has something in it, and
// for what ASTRA-sim's files cannot say.
Exported export_job(const engine::Scenario& scenario, const std::string& folder, TraceFiles files,
                    const TextFiles& beside = {});

}  // namespace jacquard::astra
