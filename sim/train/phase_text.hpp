// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/workload/op_node.hpp"

namespace jacquard::train {

const char* phase_text(workload::Phase phase);  // "forward"

}  // namespace jacquard::train
