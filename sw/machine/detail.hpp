// SPDX-License-Identifier: Apache-2.0
// How closely each dimension of a network is simulated.
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/place.hpp"
#include "jacquard/topology/fabric.hpp"

namespace jacquard::machine {

// node      within a node whose links have a law: its times; elsewhere circuit around a switch, and
//           links between NPUs
// circuit   crossbars: a circuit for each message of a round; what experts exchange is scheduled
// packet    queued links, with a header for each packet; what experts exchange goes packet by
// packet links     queued links; what experts exchange takes what the busiest port takes analytic
// closed forms, which load no network
enum class Detail { node, circuit, packet, links, analytic };

const char* name_of(Detail detail);

// One for each dimension, by text: "" (node everywhere), "circuit" (everywhere), or for some,
// "0=analytic,1=circuit"; scale_up stands for the dimensions within a node (`node` NPUs), scale_out
// for the others. Throws ConfigError at `place` for other words, dimensions that are none, circuit
// and packet where there is no switch.
std::vector<Detail> details_of(const std::string& text, const topology::Fabric& fabric, int node,
                               const config::Place& place);

}  // namespace jacquard::machine
