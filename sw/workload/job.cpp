// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/job.hpp"

#include <numeric>

namespace jacquard::workload {

void Job::add(OpGraph graph, int npus) {
  class_of.insert(class_of.end(), static_cast<std::size_t>(npus), static_cast<int>(graphs.size()));
  graphs.push_back(std::move(graph));
}

std::string Job::group_name(int group) const {
  const auto known = group_names.find(group);
  return known == group_names.end() ? std::to_string(group) : known->second;
}

bool Job::has_group(int group) const {
  return group == 0 || groups.count(group) != 0 || partitions.count(group) != 0;
}

int Job::size_of(int group) const {
  if (group == 0) return npus();
  const auto digits = partitions.find(group);
  if (digits == partitions.end()) return static_cast<int>(groups.at(group).size());
  int size = 1;
  for (const int digit : digits->second) size *= places.radix(digit);
  return size;
}

std::vector<int> Job::members(int group, int npu) const {
  const auto digits = partitions.find(group);
  if (group != 0 && digits == partitions.end()) return groups.at(group);
  std::vector<int> members(static_cast<std::size_t>(size_of(group)));
  std::iota(members.begin(), members.end(), 0);
  if (group == 0) return members;
  const int first = first_member(group, npu);
  for (int& member : members) {
    int rank = member;
    member = first;
    for (const int digit : digits->second) {
      member += rank % places.radix(digit) * places.stride(digit);
      rank /= places.radix(digit);
    }
  }
  return members;
}

int Job::first_member(int group, int npu) const {
  if (group == 0) return 0;
  const auto digits = partitions.find(group);
  if (digits == partitions.end()) return groups.at(group).front();
  for (const int digit : digits->second) npu = places.with_digit(npu, digit, 0);
  return npu;
}

int Job::peer(const OpNode& node, int npu) const {
  const int given = node.kind == OpKind::send ? node.to : node.from;
  if (node.peer_digit < 0 || given < 0) return given;
  return places.with_digit(npu, node.peer_digit, given);
}

}  // namespace jacquard::workload
