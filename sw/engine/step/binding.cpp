// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/step/binding.hpp"

#include <array>

#include "jacquard/base/at.hpp"

namespace jacquard::engine::step {

Binding::Binding(const workload::ClassProgram& of_class, base::Span<const Interval> intervals)
    : class_(of_class), intervals_(intervals), before_(of_class.ops.size()) {
  std::array<std::uint32_t, workload::kStreams> last{};
  last.fill(kNone);
  for (std::uint32_t op = 0; op < before_.size(); ++op) {
    std::uint32_t& before = base::at(last, class_.ops[op].stream);
    before_[op] = before;
    before = op;
  }
}

std::uint32_t Binding::of(std::uint32_t op) const {
  std::uint32_t latest = before_[op];
  const workload::StepOp& own = class_.ops[op];
  const std::uint32_t* dependencies = class_.dependencies.data() + own.first_dependency;
  for (std::uint32_t i = 0; i < own.dependencies; ++i) {
    const std::uint32_t d = dependencies[i];
    if (latest == kNone || intervals_[d].end >= intervals_[latest].end) latest = d;
  }
  return latest;
}

}  // namespace jacquard::engine::step
