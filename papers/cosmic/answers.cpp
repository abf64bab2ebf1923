// SPDX-License-Identifier: Apache-2.0
#include "papers/cosmic/answers.hpp"

namespace jacquard::cosmic {

std::vector<report::ReproEntry> search_answers() {
  return {{"cosmic.fig4d.full_spread", full_spread},
          {"cosmic.fig6.system1", single_stacks},
          {"cosmic.fig6.system2", single_stacks},
          {"cosmic.fig7.system1", single_stacks},
          {"cosmic.fig7.system2", single_stacks},
          {"cosmic.fig8.vit_large", scalability},
          {"cosmic.fig8.gpt3_175b", scalability},
          {"cosmic.fig10.steps_to_peak", steps_to_peak},
          {"cosmic.table5", table5},
          {"cosmic.table6", table6}};
}

}  // namespace jacquard::cosmic
