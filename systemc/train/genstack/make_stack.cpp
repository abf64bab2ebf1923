// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/genstack/make_stack.hpp"

#include <fmt/format.h>

#include "jacquard/base/error.hpp"
#include "jacquard/stack/routes.hpp"
#include "jacquard/tool/worker_pool.hpp"

namespace jacquard::genstack {
namespace {

void require_room(const stack::SlotClock& clock) {
  if (clock.capacity(1, true).count() > 0) return;
  const bool flies = clock.sync == stack::Sync::per_slot;
  throw base::ConfigError(
      {"--fabric", "/slot",
       fmt::format("more than {} ps, in which nothing is carried",
                   flies ? (clock.guard + clock.flight).count() : clock.guard.count()),
       fmt::format("{} ps", clock.slot.count()), ""});
}

// The stack itself among the slot lengths that were tried.
stack::SlotPoint point_of(const stack::Stack& stack) {
  const base::Picoseconds step = stack.timeline.step;
  const double efficiency = step.count() > 0 ? stack.bound.time() / step : 1;
  return {stack.clock.slot, step, stack.timeline.slots, efficiency, stack::kPasses};
}

}  // namespace

MadeStack make_stack(const JobSource& source, const GenstackConfig& config, int threads,
                     const std::function<void(const char*)>& at) {
  MadeStack made;
  stack::Stack& stack = made.stack;
  at("the job's calls");
  stack.plan = stack::plan_of(source.work, {config.fabric.control});
  stack.plan.source = source.name;
  stack.fabric = config.fabric;
  stack.sizes = sizes_of(config.fabric, stack.plan.ranks, {"--fabric", ""});
  stack.bound = bound_of(stack.plan, stack.fabric);
  at("routes between switches");
  const stack::Routes routes(stack.plan, stack.fabric, stack.sizes, stack.seating,
                             {"--fabric", ""});
  stack::ComposeOptions options = options_of(stack.fabric, routes);
  stack.clock = clock_of(stack.fabric, stack.fabric.slot.value_or(base::Picoseconds{0}));
  if (!stack.fabric.slot) {
    at("the length of a slot");
    stack::SlotChoice choice = choose_slot(stack.plan, stack.fabric, options,
                                           threads > 0 ? threads : tool::machine_workers());
    stack.clock.slot = choice.slot;
    made.tried = std::move(choice.curve);
  }
  require_room(stack.clock);
  at("slots");
  options.passes = stack::kPasses;
  stack.timeline = compose(stack.plan, stack.clock, options);
  for (stack::SlotPoint& point : made.tried) {
    if (point.slot == stack.clock.slot) point = point_of(stack);
  }
  return made;
}

}  // namespace jacquard::genstack
