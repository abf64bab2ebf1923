// SPDX-License-Identifier: Apache-2.0
// The one job: what each class of NPUs does, and who is in which group.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/workload/op_graph.hpp"

namespace jacquard::workload {

struct Job {
  std::vector<OpGraph> graphs;                  // one for each class; they may share nodes
  std::vector<int> class_of;                    // of each NPU, index into `graphs`
  std::map<int, std::vector<int>> groups = {};  // members by number, in the order of their ranks
  std::map<int, std::string> group_names = {};  // where a name is not the number

  int npus() const { return static_cast<int>(class_of.size()); }
  const OpGraph& graph(int npu) const { return base::at(graphs, base::at(class_of, npu)); }
  // One more class, of the next `npus` NPUs.
  void add(OpGraph graph, int npus = 1);
  // The name that the user gives a group: its name, else its number.
  std::string group_name(int group) const;
};

}  // namespace jacquard::workload
