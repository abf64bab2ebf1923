// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/collective/request.hpp"

namespace jacquard::collective {

inline CollectiveRequest one_dimension(CollectiveKind kind, Method method, int members,
                                       std::int64_t bytes, int chunks) {
  CollectiveRequest r;
  r.kind = kind;
  r.shape = rounds::Shape({members});
  r.algorithms = {Algorithm{method, 0}};
  r.bytes = base::Bytes{bytes};
  r.chunks = chunks;
  return r;
}

}  // namespace jacquard::collective
