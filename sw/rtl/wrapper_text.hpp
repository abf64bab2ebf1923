// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/rtl/wiring.hpp"

namespace jacquard::rtl {

using PortDrivers = std::map<std::string, std::vector<std::string>>;  // per input, the lowest first
using RoleOutputs = std::map<const Role*, std::vector<std::pair<std::string, int>>>;

// The module Wiring::kTop around `top`, in SystemVerilog that Verilator, Icarus and Yosys read.
std::string wrapper_text(const std::string& top, const Interface& found, const PortDrivers& drivers,
                         const RoleOutputs& outputs, const Wiring& wiring,
                         const std::vector<std::string>& parameters);

}  // namespace jacquard::rtl
