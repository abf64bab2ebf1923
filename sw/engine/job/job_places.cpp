// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/job/job_places.hpp"

#include <fmt/format.h>

#include <set>

#include "jacquard/base/at.hpp"

namespace jacquard::engine::job {

using base::index;

JobPlaces places_of(const workload::Job& job) {
  JobPlaces out;
  std::set<int> apart;
  for (const workload::OpGraph& graph : job.graphs) {
    for (int n = 0; n < graph.size(); ++n) {
      if (graph.node(n).peer_digit >= 0) apart.insert(graph.node(n).peer_digit);
    }
  }
  out.apart.assign(apart.begin(), apart.end());
  out.first.push_back(0);
  if (out.apart.empty()) return out;
  out.stage.assign(index(job.npus()), 0);
  int stages = 1;
  for (const int digit : out.apart) {
    for (int npu = 0; npu < job.npus(); ++npu) {
      out.stage[index(npu)] += job.places.digit(npu, digit) * stages;
    }
    stages *= job.places.radix(digit);
  }
  out.first.assign(index(stages), 0);
  for (int npu = job.npus() - 1; npu >= 0; --npu) out.first[index(out.stage[index(npu)])] = npu;
  return out;
}

std::optional<SharedPlace> shared_place(const workload::Job& job, const JobPlaces& places,
                                        const topology::Fabric& fabric) {
  std::vector<std::vector<int>> partitions;
  for (const auto& [group, digits] : job.partitions) partitions.push_back(digits);
  partitions.push_back(places.apart);
  SharedPlace place;
  if (!shared_place(fabric, job.places, partitions, place)) return std::nullopt;
  return place;
}

std::string fault_of_places(const workload::Job& job, int npus) {
  const int digits = job.places.digits();
  if (digits > 0 && job.places.count() != npus) {
    return fmt::format("{} places for {} NPUs", job.places.count(), npus);
  }
  for (const auto& [group, own] : job.partitions) {
    for (const int digit : own) {
      if (digit < 0 || digit >= digits) return fmt::format("digit {} of {}", digit, digits);
    }
    if (group == 0 || job.groups.count(group) != 0) {
      return fmt::format("group {} twice", group);
    }
  }
  for (const workload::OpGraph& graph : job.graphs) {
    for (int n = 0; n < graph.size(); ++n) {
      const workload::OpNode& node = graph.node(n);
      if (node.peer_digit < 0) continue;
      if (node.peer_digit >= digits) return fmt::format("digit {} of {}", node.peer_digit, digits);
      const int place = node.kind == workload::OpKind::send ? node.to : node.from;
      if (place < 0 || place >= job.places.radix(node.peer_digit)) {
        return fmt::format("{} with place {} of {}", described(node), place,
                           job.places.radix(node.peer_digit));
      }
    }
  }
  return "";
}

}  // namespace jacquard::engine::job
