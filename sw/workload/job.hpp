// SPDX-License-Identifier: Apache-2.0
// The one job: what each class of NPUs does, and who is in which group.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/mixed_radix.hpp"
#include "jacquard/workload/op_graph.hpp"

namespace jacquard::workload {

struct Job {
  std::vector<OpGraph> graphs;                  // one for each class; they may share nodes
  std::vector<int> class_of;                    // of each NPU, index into `graphs`
  std::map<int, std::vector<int>> groups = {};  // members by number, in the order of their ranks
  std::map<int, std::string> group_names = {};  // where a name is not the number

  // How NPUs are numbered where groups and peers are said by places: NPU number = sum of the place
  // on each digit x its stride. Without digits nothing is said so.
  base::MixedRadix places = {};
  // Groups by number, as `groups`, but each stands for a whole partition: an NPU's group is the
  // NPUs that differ from it in these digits of `places` only, in the order of their numbers.
  std::map<int, std::vector<int>> partitions = {};

  // Of permutes: who receives whose data, of all NPUs, which `places` numbers.
  std::vector<rounds::SymbolicPermutation> permutations = {};

  int npus() const { return static_cast<int>(class_of.size()); }
  const OpGraph& graph(int npu) const { return base::at(graphs, base::at(class_of, npu)); }
  // One more class, of the next `npus` NPUs.
  void add(OpGraph graph, int npus = 1);
  // The name that the user gives a group: its name, else its number.
  std::string group_name(int group) const;

  bool has_group(int group) const;  // 0, all NPUs, too
  // Of a group that the job has: how many it has, and which they are, in the order of their ranks;
  // of a partition, those of the NPU's group.
  int size_of(int group) const;
  std::vector<int> members(int group, int npu) const;
  // The first of members(); equal for NPUs of one group alone.
  int first_member(int group, int npu) const;
  // The other side of an NPU's send or receive; -1 where the node does not say. Requires a peer by
  // place (OpNode::peer_digit) to be a place on a digit of the job.
  int peer(const OpNode& node, int npu) const;
};

}  // namespace jacquard::workload
