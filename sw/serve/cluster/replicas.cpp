// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/cluster/replicas.hpp"

#include "jacquard/serve/cluster/pool.hpp"

namespace jacquard::serve {

ServerRun serve_replicas(const EngineSettings& settings, int groups,
                         const std::vector<StepClock*>& clocks, Traffic& traffic,
                         const std::vector<StepWatcher*>& watchers) {
  Pool pool(settings, groups, clocks, traffic.prefix_block(), watchers);
  ServerRun run;
  std::vector<RequestRecord> ended;
  while (true) {
    const Request* next = traffic.next();
    const auto wake = pool.wake();
    if (next != nullptr && (!wake || next->arrival <= *wake)) {
      pool.submit(pool.for_request(*next), *next);
      traffic.take();
      continue;
    }
    if (!wake) break;
    pool.act(ended);
    for (const RequestRecord& record : ended) {
      traffic.finished(record);
      run.records.push_back(record);
    }
    ended.clear();
    if (traffic.over()) break;
  }
  pool.add_to(run);
  return run;
}

}  // namespace jacquard::serve
