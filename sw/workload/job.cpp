// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/job.hpp"

namespace jacquard::workload {

void Job::add(OpGraph graph, int npus) {
  class_of.insert(class_of.end(), static_cast<std::size_t>(npus), static_cast<int>(graphs.size()));
  graphs.push_back(std::move(graph));
}

std::string Job::group_name(int group) const {
  const auto known = group_names.find(group);
  return known == group_names.end() ? std::to_string(group) : known->second;
}

}  // namespace jacquard::workload
