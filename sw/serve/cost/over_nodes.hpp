// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/serve/cost/serving_op.hpp"

namespace jacquard::serve {

// Of a collective among NPUs of several nodes, as `collective` and `train` say it: NCCL's fastest
// usual way over what links and network reach (systems::as_reached). Nodes take equal parts of the
// NPUs, as many each as divide them. Under the law of links: over links at their rates, also in a
// node.
base::Seconds over_nodes(const Deployment& deployment, const Communication& communication);

// NPUs of a collective in each node, as many as divide them.
int npus_in_each_node(int npus, int node);

}  // namespace jacquard::serve
