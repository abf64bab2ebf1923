// SPDX-License-Identifier: Apache-2.0
// InfraGraph (github.com/Keysight/infragraph): infrastructure as devices made of components,
// instances of devices, and edges between them, as its OpenAPI schema has it.
#pragma once

#include "jacquard/topology/graph_plan.hpp"

namespace jacquard::topology {

// Whether a document is one: it has instances of devices.
bool is_infragraph(const config::Json& json);

// The graph of all instances. Components that are xpu are the NPUs, in the order of instances and
// components; all others are switches. A link takes its `physical` bandwidth and latency, else the
// defaults. Links that join the same two nodes become one of the sum of bandwidths, and links are
// numbered from the fastest down, so that of equally short ways `lowest` takes the fast one.
// Options::notes say what is lost. Throws ConfigError at the pointer of what cannot be, such as an
// endpoint that names no component.
GraphPlan plan_infragraph(const config::Json& json, const config::Place& place,
                          const LinkDefaults& defaults);

}  // namespace jacquard::topology
