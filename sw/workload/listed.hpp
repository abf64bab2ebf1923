// SPDX-License-Identifier: Apache-2.0
// Groups and peers by number, for formats that have a file for each NPU.
#pragma once

#include <map>
#include <vector>

#include "jacquard/workload/job.hpp"

namespace jacquard::workload {

// Every group of a job listed: its own lists, and behind them the groups of each partition, in the
// order of the partitions' numbers and of the groups' first members.
class GroupList {
 public:
  // Throws ConfigError where there are more groups than numbers. The job outlives it.
  explicit GroupList(const Job& job);

  // Members by number, in the order of their ranks.
  const std::map<int, std::vector<int>>& groups() const { return groups_; }
  // What the group is called here that a node of this NPU calls `group`.
  int number(int group, int npu) const;

 private:
  const Job& job_;
  std::map<int, std::vector<int>> groups_;
  std::map<int, int> first_;  // by partition
};

// A node as its NPU has it: both sides of a send or receive are NPUs, the group is of the list.
OpNode listed(const OpNode& node, int group, int npu, const Job& job, const GroupList& list);

// The same job with nothing said by places. NPUs of a class share their nodes unless these send or
// receive.
Job listed(const Job& job);

}  // namespace jacquard::workload
