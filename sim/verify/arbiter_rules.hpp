// SPDX-License-Identifier: Apache-2.0
// What every arbiter's answer must be, and how a wrong one is shown.
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/bitset.hpp"
#include "jacquard/rtl/arbiter_device.hpp"

namespace jacquard::verify {

using rtl::ArbiterDevice;
using rtl::ArbiterRequest;

using Rows = std::vector<base::Word>;  // bit j of word i: input i and output j

// Why `grants` is no matching within `requests`, or "". `maximal`: and no pair could be added.
std::string broken_rule(const Rows& requests, const Rows& grants, bool maximal);

// As Verilog writes req_i and gnt_o: "16'h8421". Pair i*N + j is at that place from the right, or
// where `places` says.
std::string verilog_number(const Rows& rows, int ports, const std::vector<int>& places = {});

// Inputs down, outputs across: what was asked and granted. "" above 16 ports.
std::string picture(const Rows& requests, const Rows& grants, int ports);

}  // namespace jacquard::verify
