// SPDX-License-Identifier: Apache-2.0
#include "sim/gemm/mesh_lanes.hpp"

namespace jacquard::gemm {

void add_mesh_lanes(report::Timeline& timeline, int group) {
  // Okabe and Ito's colours.
  timeline.kinds = {{"cores", "#0072b2"},
                    {"row links", "#d55e00"},
                    {"column links", "#009e73"},
                    {"depth links", "#cc79a7"}};
  for (const report::SpanKind& kind : timeline.kinds) {
    timeline.add_lane(group, static_cast<int>(timeline.lanes.size()), kind.name);
  }
}

int mesh_lane_of(const Op& op) {
  if (op.kind == OpKind::multiply) return 0;
  return op.communicates() ? 1 + static_cast<int>(op.direction) : -1;
}

}  // namespace jacquard::gemm
