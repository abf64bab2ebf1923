// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/config/json_reader.hpp"

namespace jacquard::topology {

// What NCCL dumps of a host (NCCL_TOPO_DUMP_FILE), as a graph of ours with npus and links.
// GPUs are the NPUs, in the order of their ranks. Switches are each host's CPUs, PCIe switches,
// NICs and NVSwitch, and one that joins all NICs. NVLinks have the data sheet's rate of the GPU's
// generation, PCIe links that of their lanes, NICs their `speed`; CPUs join as NCCL has it. `hosts`
// copies are joined. Throws ConfigError naming the line.
config::Json nccl_topology(const std::string& text, const std::string& source, int hosts);

// "topo.xml", or "4xtopo.xml" for so many such hosts, where no file has the whole name.
bool is_nccl_topology(const std::string& topology);
config::Json read_nccl_topology(const std::string& topology);
// What decides the network of a graph's file, whichever.
std::string graph_text(const std::string& topology);

}  // namespace jacquard::topology
