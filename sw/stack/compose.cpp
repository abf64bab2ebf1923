// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/compose.hpp"

#include "jacquard/stack/composition.hpp"
#include "jacquard/stack/precedence.hpp"

namespace jacquard::stack {

Timeline compose(const Plan& plan, const SlotClock& clock, const ComposeOptions& options) {
  const Precedence precedence(plan);
  return Composition(precedence, clock, options).run();
}

}  // namespace jacquard::stack
