// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/engine/interval.hpp"
#include "jacquard/engine/machine.hpp"

namespace jacquard::engine {

namespace job {
struct Answer;
}
namespace step {
struct Answer;
}

// What a scenario took. Times count from the scenario's start.
struct Result {
  using Interval = engine::Interval;
  // All links of one dimension of a fabric, or of a graph.
  struct Dimension {
    base::Bytes bytes{0};    // carried, once for each link a message takes
    base::Seconds busy{0};   // summed over links
    std::int64_t links = 0;  // directed
    double utilisation = 0;  // busy / (links x time)
  };

  // One link of a graph.
  struct Link {
    int from = 0;  // node
    int to = 0;
    base::Bytes bytes{0};
    base::Seconds busy{0};
    double utilisation = 0;  // busy / time
  };

  base::Picoseconds time{0};          // when the last NPU is done
  std::vector<Interval> collectives;  // from its first phase anywhere to its last end
  std::vector<Dimension> dimensions;
  std::vector<Link> links;                  // by number; none of a fabric
  std::vector<base::Picoseconds> npu_ends;  // when each NPU is done; 0 if it takes no part
  std::int64_t messages = 0;
  std::int64_t events = 0;  // the engine processed: how much work it was, not part of the answer
  int simulated_npus = 0;   // 1 where one stood for all
  std::shared_ptr<const job::Answer> job;    // what only jobs have (job/run.hpp)
  std::shared_ptr<const step::Answer> step;  // and steps (step/work.hpp)
  std::shared_ptr<MachineAnswer> machine;    // of the scenario's machine
};

}  // namespace jacquard::engine
