// SPDX-License-Identifier: Apache-2.0
#include "sim/genstack/make_stack.hpp"

#include "jacquard/stack/routes.hpp"

namespace jacquard::genstack {

stack::Stack make_stack(const JobSource& source, const GenstackConfig& config, int /*threads*/,
                        const std::function<void(const char*)>& at) {
  stack::Stack stack;
  at("the job's calls");
  stack.plan = stack::plan_of(source.work, {config.fabric.control});
  stack.plan.source = source.name;
  stack.fabric = config.fabric;
  stack.sizes = sizes_of(config.fabric, stack.plan.ranks, {"--fabric", ""});
  stack.bound = bound_of(stack.plan, stack.fabric);
  at("routes between switches");
  const stack::Routes routes(stack.plan, stack.fabric, stack.sizes, stack.seating,
                             {"--fabric", ""});
  at("slots");
  stack.clock = {stack.fabric.slot.value_or(slot_for(stack.fabric, base::Bytes{1'000'000})),
                 stack.fabric.guard, stack.fabric.flight, stack.fabric.rate, stack.fabric.sync};
  stack.timeline = compose(stack.plan, stack.clock, {stack.fabric.channels, &routes});
  return stack;
}

}  // namespace jacquard::genstack
