// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/compose.hpp"

#include "jacquard/stack/improve.hpp"
#include "jacquard/stack/precedence.hpp"

namespace jacquard::stack {

ComposeOptions options_of(const Fabric& fabric, const Routes& routes) {
  ComposeOptions options;
  options.channels = fabric.channels;
  options.routes = &routes;
  options.headroom = fabric.headroom;
  options.decision = fabric.decision;
  return options;
}

Timeline compose(const Plan& plan, const SlotClock& clock, const ComposeOptions& options) {
  const Precedence precedence(plan);
  return improved(precedence, clock, options);
}

}  // namespace jacquard::stack
