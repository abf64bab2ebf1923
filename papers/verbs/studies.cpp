// SPDX-License-Identifier: Apache-2.0
#include "papers/verbs/all.hpp"

namespace jacquard::cli {

base::Span<const Command> studies() {
  static const std::vector<Command> all = {
      appliance_study(),     arbiter_load_study(), decision_latency_study(), fig6_study(),
      findings_2026_study(), findings_study(),     guard_time_study(),       meshslice_study(),
      optical_study(),       policies_study(),     regimes_study(),          stack_study(),
  };
  return all;
}

}  // namespace jacquard::cli
