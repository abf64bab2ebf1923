// SPDX-License-Identifier: Apache-2.0
// The models of MAD-Max's Fig. 8, each on the system that s5 gives it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "papers/madmax/setting.hpp"

namespace jacquard::studies::madmax {

struct Subject {
  std::string model;
  std::string cluster;
};
const std::vector<Subject>& fig8_models();

struct Extreme {
  std::optional<double> gain;  // nothing where no model has one
  std::string model;
  std::string strategy;
};
// The largest gain over FSDP of any of them.
Extreme extreme_gain(plan::TaskKind task, Memory memory, plan::Physics physics);
// Over those where a strategy fits; nothing where none does.
std::optional<double> mean_gain(plan::TaskKind task, plan::Physics physics,
                                Memory memory = Memory::limited);

}  // namespace jacquard::studies::madmax
