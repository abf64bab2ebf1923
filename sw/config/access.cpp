// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/access.hpp"

namespace jacquard::config {

Access::Access(AnyFunction member, void* (*call)(AnyFunction, void*)) : steps_{{member, call, 0}} {}

Access::Access(std::ptrdiff_t offset) : steps_{{nullptr, nullptr, offset}} {}

Access Access::then(const Access& inner) const {
  Access way = *this;
  way.steps_.insert(way.steps_.end(), inner.steps_.begin(), inner.steps_.end());
  return way;
}

}  // namespace jacquard::config
