// SPDX-License-Identifier: Apache-2.0
// What a user says of the ports of their module: which port plays which role, and the rest.
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/field_table.hpp"

namespace jacquard::rtl {

// Each list in the words of its option.
struct PortMap {
  std::vector<std::string> roles;       // "req=req_i", "data=flit_i.data", "req=req0,req1"
  std::vector<std::string> resets;      // "rst:high", "rst_n:low,async"
  std::vector<std::string> ties;        // "clr_i=0", "keep=1" (all ones), "mode=8'h3"
  std::vector<std::string> parameters;  // "NAME=VALUE"
  std::vector<std::string> contract;    // "order=fixed"
};

// The same as a file: {"map": ["req=req_i"], "reset": ["rst:high"], ...}.
const config::FieldTable<PortMap>& port_map_fields();

// Replaces every word of `roles` that has no '=' by what the file of that name says.
void read_port_map_files(PortMap& map);

// The two sides of "NAME=VALUE". Throws ConfigError about `option`.
std::pair<std::string, std::string> assignment(const std::string& option, const std::string& text);

struct Reset {
  std::string port;
  bool high = false;
};
// "rst:high", "rst_n:async": where neither high nor low is said, the name says it.
Reset reset_of(const std::string& text);

}  // namespace jacquard::rtl
