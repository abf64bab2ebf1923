// SPDX-License-Identifier: Apache-2.0
// A cluster in MAD-Max's terms as what engines and laws ask for.
#pragma once

#include "jacquard/cost/device.hpp"
#include "jacquard/systems/cluster.hpp"
#include "jacquard/topology/system.hpp"

namespace jacquard::plan {

// Bytes per second of a device across nodes, one way: what collectives reach, which is
// cost::network_efficiency of the line rate, and that rate.
double across_rate(const systems::Cluster& cluster);
double line_rate(const systems::Cluster& cluster);

// The device's law with the cluster's figures: peaks, memory, links. A cluster that names no device
// has shares of its data sheet alone (architecture "other"). The bf16 peak that the cluster does
// not say follows from that of the model's dense values. Throws ConfigError naming the cluster for
// a device that is none.
cost::Device device_of(const systems::Cluster& cluster, double dense_bytes);

}  // namespace jacquard::plan
