// SPDX-License-Identifier: Apache-2.0
// From what an environment measured to what an agent is told.
#pragma once

#include <string>
#include <vector>

#include "jacquard/search/agent.hpp"
#include "jacquard/search/environment.hpp"

namespace jacquard::search {

class Rewards {
 public:
  // Rewards of the space by name. Throws ConfigError naming `source` for an unknown name, and at a
  // reward's place if it reads what is neither a knob, nor derived, nor a metric. A metric "x_ps"
  // can be read as "x_s" too.
  Rewards(const Space& space, const std::vector<std::string>& metrics,
          const std::vector<std::string>& names, const std::string& source);

  // Invalid where the point could not be evaluated, or a reward has no finite value.
  Score of(const Point& point, const Measured& measured) const;

  // No point whose `fixed` knobs are those of `point` has a higher first reward, by what the
  // environment says of its metrics and by interval arithmetic; infinity where nothing is known.
  double ceiling(const Environment& environment, const Point& point,
                 const std::vector<bool>& fixed) const;

 private:
  const Space* space_;
  std::vector<std::string> metrics_;
  std::vector<const Reward*> rewards_;
};

}  // namespace jacquard::search
