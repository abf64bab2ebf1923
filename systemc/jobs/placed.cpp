// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <set>

#include "jacquard/base/at.hpp"
#include "jacquard/base/data_path.hpp"
#include "jacquard/collective/generate.hpp"
#include "jacquard/demand/demand_from.hpp"
#include "systemc/jobs/job_config.hpp"

namespace jacquard::jobs {
namespace {

using config::Place;
using demand::DemandMatrix;

std::vector<int> run_of(int first, int count) {
  std::vector<int> ports;
  for (int k = 0; k < count; ++k) ports.push_back(first + k);
  return ports;
}

// The ports of each job that says none itself.
std::vector<std::vector<int>> ports_of(const std::vector<JobConfig>& jobs, Placement placement) {
  std::vector<std::vector<int>> all(jobs.size());
  if (placement == Placement::interleaved) {
    int next = 0;
    for (int k = 0; k < demand::kMaxPorts; ++k) {
      for (std::size_t j = 0; j < jobs.size(); ++j) {
        if (k < jobs[j].npus) all[j].push_back(next++);
      }
    }
    return all;
  }
  int next = 0;
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    all[j] = run_of(next, jobs[j].npus);
    if (placement == Placement::packed) next += jobs[j].npus;
  }
  return all;
}

void require_ports(const JobConfig& job, const std::vector<int>& mine, int ports,
                   const Place& place) {
  if (static_cast<int>(mine.size()) != job.npus) {
    (place / "ports")
        .fail("one for each of " + std::to_string(job.npus) + " NPUs",
              std::to_string(mine.size()) + " of them");
  }
  const int last = *std::max_element(mine.begin(), mine.end());
  if (last >= ports) {
    (place / (job.ports.empty() ? "npus" : "ports"))
        .fail("ports below the fabric's " + std::to_string(ports), std::to_string(last),
              "fabric.ports says how many there are");
  }
  if (std::set<int>(mine.begin(), mine.end()).size() != mine.size()) {
    (place / "ports").fail("a port of its own for each NPU", "one twice");
  }
}

DemandMatrix matrix_of(const PhaseConfig& phase, int npus, int step, std::uint64_t seed,
                       const Place& place) {
  const std::string source = demand::names_generator(phase.demand)
                                 ? phase.demand
                                 : base::as_given_or_shipped(phase.demand);
  const DemandMatrix whole = demand::demand_from(source, step, seed, {});
  if (whole.ports() != npus) {
    (place / "demand")
        .fail("a matrix of the job's " + std::to_string(npus) + " NPUs",
              std::to_string(whole.ports()) + " ports");
  }
  DemandMatrix part(npus);
  for (int i = 0; i < npus; ++i) {
    for (int j = 0; j < npus; ++j) {
      const std::int64_t bytes = whole.at(i, j).count();
      part.set(i, j, base::Bytes{(bytes + phase.divide_by - 1) / phase.divide_by});
    }
  }
  return part;
}

// Switches that add are no part of these fabrics.
collective::Algorithm algorithm_of(const PhaseConfig& phase, int group, const Place& place) {
  const auto algorithm =
      collective::algorithm_named(phase.algorithm, place.source + "#" + place.where);
  if (is_in_switch(algorithm.method)) {
    place.fail("an algorithm whose messages go from one NPU to one", phase.algorithm);
  }
  const std::string fault = unsupported(algorithm, *phase.collective, group);
  if (!fault.empty()) place.fail("an algorithm that can: " + fault, phase.algorithm);
  return algorithm;
}

std::vector<DemandMatrix> rounds_of(const PhaseConfig& phase, int npus, const Place& place) {
  const int group = phase.group == 0 ? npus : phase.group;
  if (npus % group != 0) {
    (place / "group")
        .fail("a divisor of the job's " + std::to_string(npus) + " NPUs", std::to_string(group));
  }
  collective::CollectiveRequest request;
  request.kind = *phase.collective;
  request.shape = group == npus ? rounds::Shape({npus}) : rounds::Shape({group, npus / group});
  request.involved = {0};
  request.algorithms = {algorithm_of(phase, group, place / "algorithm")};
  request.bytes = phase.bytes;
  const rounds::RoundGraph graph = collective::generate(request);
  std::vector<DemandMatrix> all;
  for (const rounds::Round& round : graph.rounds) {
    DemandMatrix one(npus);
    for (const rounds::Message& m : rounds::expand(graph, round)) {
      one.set(m.from.id, m.to.id, one.at(m.from.id, m.to.id) + m.bytes);
    }
    all.insert(all.end(), static_cast<std::size_t>(round.repeat), one);
  }
  return all;
}

DemandMatrix shifted(const PhaseConfig& phase, int npus) {
  DemandMatrix one(npus);
  for (int i = 0; phase.shift != 0 && i < npus; ++i) {
    const int to = i + phase.shift;
    if (to >= 0 && to < npus) one.set(i, to, phase.bytes);
  }
  return one;
}

void add_phase(const PhaseConfig& phase, int npus, int step, std::uint64_t seed, const Place& place,
               std::vector<Phase>& phases) {
  const int kinds =
      (phase.demand.empty() ? 0 : 1) + (phase.collective ? 1 : 0) + (phase.shift != 0);
  if (kinds > 1) place.fail("one of demand, collective and shift", std::to_string(kinds));
  if (kinds == 0 && phase.compute == base::Picoseconds{0}) {
    place.fail("a computation or an exchange", "neither");
  }
  if ((phase.collective || phase.shift != 0) && phase.bytes == base::Bytes{0}) {
    (place / "bytes").fail("what each NPU sends, above 0 B", "none");
  }
  if (phase.group != 0 && !phase.collective) {
    (place / "group").fail("a collective beside it", "none");
  }
  if (std::abs(phase.shift) >= npus) {
    (place / "shift")
        .fail("less than the job's " + std::to_string(npus) + " NPUs", std::to_string(phase.shift));
  }
  if (!phase.demand.empty()) {
    phases.push_back({phase.compute, matrix_of(phase, npus, step, seed, place)});
    return;
  }
  phases.push_back({phase.compute, shifted(phase, npus)});
  if (!phase.collective || npus == 1 || phase.group == 1) return;
  for (DemandMatrix& round : rounds_of(phase, npus, place)) {
    phases.push_back({base::Picoseconds{0}, std::move(round)});
  }
}

}  // namespace

std::vector<Job> placed(const std::vector<JobConfig>& jobs, Placement placement, int ports,
                        std::uint64_t seed, const Place& place) {
  const std::vector<std::vector<int>> by_placement = ports_of(jobs, placement);
  std::vector<Job> all;
  std::set<std::string> names;
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    const JobConfig& config = jobs[j];
    const Place here = place / std::to_string(j);
    if (config.name.empty()) (here / "name").fail("a name", "none");
    if (!names.insert(config.name).second) {
      (here / "name").fail("a name of its own", "'" + config.name + "' again");
    }
    Job job{config.name, config.ports.empty() ? by_placement[j] : config.ports, config.start, {}};
    require_ports(config, job.ports, ports, here);
    for (int step = 0; step < config.steps; ++step) {
      for (std::size_t p = 0; p < config.phases.size(); ++p) {
        add_phase(config.phases[p], config.npus, step, seed, here / "phases" / std::to_string(p),
                  job.phases);
      }
    }
    all.push_back(std::move(job));
  }
  return all;
}

}  // namespace jacquard::jobs
