// SPDX-License-Identifier: Apache-2.0
// A cluster in MAD-Max's terms as what engines and laws ask for.
#pragma once

#include "jacquard/cost/device.hpp"
#include "jacquard/plan/cluster.hpp"
#include "jacquard/topology/system.hpp"

namespace jacquard::plan {

// A switch inside the node and one across nodes, at line rates of each device in one direction:
// links x bandwidth / 2 inside; its share of the node's ports across. Dimensions of one are left
// out. MAD-Max's utilisations are of its own rules and not taken: laws say what is reached.
topology::System system_of(const Cluster& cluster);

// Bytes per second of a device across nodes, one way: cost::network_efficiency of the line rate.
double across_rate(const Cluster& cluster);

// The device's law with the cluster's figures: peaks, memory, links. A cluster that names no device
// has shares of its data sheet alone (architecture "other"). The bf16 peak that the cluster does
// not say follows from that of the model's dense values. Throws ConfigError naming the cluster for
// a device that is none.
cost::Device device_of(const Cluster& cluster, double dense_bytes);

}  // namespace jacquard::plan
