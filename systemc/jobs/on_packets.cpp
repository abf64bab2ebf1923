// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "systemc/jobs/exchanges.hpp"
#include "systemc/packet/packet_fabric.hpp"

namespace jacquard::jobs {

std::vector<base::Picoseconds> times_on_packets(const systemc::PacketConfig& fabric,
                                                const std::vector<Job>& jobs, std::uint64_t seed) {
  std::vector<demand::Flow> flows;
  systemc::PacketRunOptions options;
  options.seed = seed;
  std::vector<std::size_t> last(jobs.size());  // phase of each job
  std::vector<base::Picoseconds> times;        // of computations alone, until then
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    const Exchanges exchanges = exchanges_of(jobs[j]);
    for (std::size_t k = 0; k < exchanges.all.size(); ++k) {
      const Exchanges::Exchange& exchange = exchanges.all[k];
      systemc::FlowPhase phase;
      phase.first = flows.size();
      phase.count = exchange.flows.size();
      phase.gap = exchange.gap;
      if (k > 0) phase.after = options.phases.size() - 1;
      for (demand::Flow flow : exchange.flows) {
        flow.start = jobs[j].start + exchange.gap;
        flows.push_back(flow);
      }
      last[j] = options.phases.size();
      options.phases.push_back(phase);
    }
    times.push_back(exchanges.computed_after);
  }
  const systemc::PacketOutcome out = simulate_packets(fabric, flows, options);
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    if (exchanges_of(jobs[j]).all.empty()) continue;
    const systemc::FlowPhase& phase = options.phases[last[j]];
    base::Picoseconds end{0};
    for (std::size_t k = phase.first; k < phase.first + phase.count; ++k) {
      end = std::max(end, out.flow_finish[k]);
    }
    times[j] += end - jobs[j].start;
  }
  return times;
}

}  // namespace jacquard::jobs
