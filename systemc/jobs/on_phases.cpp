// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "systemc/jobs/exchanges.hpp"

namespace jacquard::jobs {
namespace {

using base::Picoseconds;
using Circuits = std::map<int, int>;  // from, to

void require_own_ports(const std::vector<Job>& jobs) {
  std::set<int> taken;
  for (const Job& job : jobs) {
    for (const int port : job.ports) {
      if (taken.insert(port).second) continue;
      throw base::ConfigError({"jobs", "/placement", "jobs on ports of their own",
                               "port " + std::to_string(port) + " twice",
                               "circuits that are set between phases belong to one job"});
    }
  }
}

Circuits circuits_of(const std::vector<demand::Flow>& flows, const Job& job) {
  Circuits circuits;
  std::set<int> receivers;
  for (const demand::Flow& f : flows) {
    if (circuits.emplace(f.source, f.destination).second && receivers.insert(f.destination).second)
      continue;
    throw base::ConfigError({"jobs", "/" + job.name,
                             "exchanges that are permutations, as rounds of a ring are",
                             "several partners of a port", "network=circuit takes any"});
  }
  return circuits;
}

bool stand(const Circuits& needed, const Circuits& standing) {
  return std::all_of(needed.begin(), needed.end(), [&](const auto& circuit) {
    const auto it = standing.find(circuit.first);
    return it != standing.end() && it->second == circuit.second;
  });
}

// The longest message with a header for each MTU, and two links.
Picoseconds carried_in(const systemc::LinkConfig& links, const std::vector<demand::Flow>& flows) {
  base::Bytes longest{0};
  for (const demand::Flow& f : flows) {
    const std::int64_t packets = (f.size.count() + links.mtu.count() - 1) / links.mtu.count();
    longest = std::max(longest, f.size + packets * links.header);
  }
  return base::transfer_time(longest, links.rate) + 2 * links.link_delay;
}

}  // namespace

std::vector<Picoseconds> times_on_phases(const systemc::LinkConfig& links, Picoseconds guard,
                                         const std::vector<Job>& jobs) {
  require_own_ports(jobs);
  std::vector<Picoseconds> times;
  for (const Job& job : jobs) {
    const Exchanges exchanges = exchanges_of(job);
    Circuits standing;
    Picoseconds time = exchanges.computed_after;
    for (const Exchanges::Exchange& exchange : exchanges.all) {
      const Circuits needed = circuits_of(exchange.flows, job);
      const bool is_set = stand(needed, standing);
      time += is_set ? exchange.gap : std::max(exchange.gap, guard);
      if (!is_set) standing = needed;
      time += carried_in(links, exchange.flows);
    }
    times.push_back(time);
  }
  return times;
}

}  // namespace jacquard::jobs
