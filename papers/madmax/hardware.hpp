// SPDX-License-Identifier: Apache-2.0
// What better hardware gives: MAD-Max's Fig. 13 and 14.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "papers/madmax/setting.hpp"

namespace jacquard::studies::madmax {

// DLRM-A's pre-training by one plan, on `to` over `from`.
std::optional<double> upgrade(const std::string& from, const std::string& to,
                              const std::string& strategy, plan::Physics physics);

// Ten times these resources, the best plan chosen anew, over the best plan before.
std::optional<double> with_10x(const std::string& model, const std::string& cluster,
                               const std::vector<Resource>& resources, plan::TaskKind task,
                               plan::Physics physics);

struct Single {
  std::optional<double> gain;  // over FSDP on the system as it is
  Resource resource = Resource::compute;
};
// The best of ten times one resource, without the network between nodes.
Single best_single_10x(const std::string& model, const std::string& cluster, plan::TaskKind task,
                       plan::Physics physics);

// DLRM-A's best plan over FSDP.
std::optional<double> baseline_gain(plan::TaskKind task, plan::Physics physics);

}  // namespace jacquard::studies::madmax
