// SPDX-License-Identifier: Apache-2.0
// Traffic as it was served, in files: a table, a timeline for https://ui.perfetto.dev, and a page.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/serve/server.hpp"
#include "sim/serve/traffic_row.hpp"

namespace jacquard::serve {

// Keeps what an instance did in each of its first kMostSteps steps.
class StepLog : public StepWatcher {
 public:
  static constexpr std::size_t kMostSteps = 1'000'000;
  struct Step {
    base::Picoseconds begin{0};
    base::Picoseconds end{0};
    std::int64_t prompt_tokens = 0;
    std::int64_t decodes = 0;
    std::int64_t waiting = 0;
    std::int64_t blocks = 0;
  };

  void seen(const StepSeen& step) override;
  const std::vector<Step>& steps() const { return steps_; }

 private:
  std::vector<Step> steps_;
};

// Writes requests.csv (a line a request), timeline.json and serve.html to the folder. `names`: of
// the instances whose logs stand in `logs`.
void write_traffic(const TrafficRow& row, const std::vector<RequestRecord>& records,
                   const std::vector<StepLog>& logs, const std::vector<std::string>& names,
                   const std::string& folder);

}  // namespace jacquard::serve
