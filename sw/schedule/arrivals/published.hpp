// SPDX-License-Identifier: Apache-2.0
// What theory and the literature say of a switch, in closed form. Sources in docs/schedulers.md.
#pragma once

namespace jacquard::schedule {

// Mean wait in an output-queued switch under uniform Bernoulli traffic, in slots:
// (N - 1) / N x p / (2 (1 - p)), infinite at p = 1 (Karol, Hluchyj & Morgan 1987). A lower bound
// for every arbiter.
double output_queued_delay(int ports, double load);

// Expected share of ports matched by QPS-r when all N^2 queues wait, equally long: proposals are
// then uniform, so r rounds of balls into bins. Exact; 1 - (1 - 1/N)^N for r = 1, which is also one
// iteration of PIM (Anderson et al. 1993).
double qps_saturation_throughput(int ports, int iterations);

}  // namespace jacquard::schedule
