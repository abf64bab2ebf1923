// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/core/core_names.hpp"

#include <iterator>

#include "jacquard/base/bitset.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::schedule {

int hold_bits(const CoreShape& shape) {
  if (!has_digits(shape.kind) || shape.ports == 1) return shape.bits;
  return shape.bits + base::highest_bit(static_cast<base::Word>(shape.ports - 1));
}

void require_rows_per_clock(int rows, int ports, const config::Place& place) {
  if (rows >= 1 && rows <= kMostRowsPerClock && ports % rows == 0) return;
  place.fail("1.." + std::to_string(kMostRowsPerClock) + ", a divisor of " + std::to_string(ports) +
                 " ports",
             std::to_string(rows));
}

base::Span<const CoreName> core_names() {
  static constexpr CoreName all[] = {
      {"unit", CoreKind::unit, true},        {"ladder", CoreKind::ladder, true},
      {"minhold", CoreKind::minhold, false}, {"shift", CoreKind::shift, false},
      {"few", CoreKind::few, true},          {"choose", CoreKind::choose, false}};
  return {all, std::size(all)};
}

std::optional<CoreKind> core_named(std::string_view name) {
  for (const CoreName& core : core_names()) {
    if (name == core.name) return core.kind;
  }
  return std::nullopt;
}

std::optional<CoreKind> core_of_scheduler(std::string_view name) {
  for (const CoreName& core : core_names()) {
    if (name == core.name && core.same_schedule) return core.kind;
  }
  return std::nullopt;
}

const char* name_of(CoreKind kind) {
  for (const CoreName& core : core_names()) {
    if (kind == core.kind) return core.name;
  }
  JQ_CHECK(false, "every core has a name");
  return "";
}

}  // namespace jacquard::schedule
