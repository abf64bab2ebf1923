// SPDX-License-Identifier: Apache-2.0
// Rules that every file of the tree keeps, as functions over texts so that a test can plant faults.
#pragma once

#include <string>
#include <vector>

namespace jacquard::tb {

struct TreeFile {
  std::string path;  // relative to the root: "sw/base/error.hpp"
  std::string text;
};

// The project's own texts: code, scripts, docs and configurations (no traces, nothing built).
std::vector<TreeFile> read_tree(const std::string& root);

// Each returns one line per fault, beginning with the file's path.
// sw/ < systemc/ < sim/ < papers/, and within the first three a later folder may include an earlier
// one: base < config < ... < search; kernel < ... < serve; tool < ... < cli. No model includes a
// verb or what prints, no verb includes a part of a machine, and only verbs parse options. rtl/
// includes nothing above it.
std::vector<std::string> wrong_includes(const std::vector<TreeFile>& files);
std::vector<std::string> without_spdx(const std::vector<TreeFile>& files);
std::vector<std::string> too_long(const std::vector<TreeFile>& files);  // over 600 lines
// A port or parameter of a Verilog module without a /// line right above it.
std::vector<std::string> undocumented_ports(const std::vector<TreeFile>& files);
// Two headers that define a class of one name in one namespace: linked together, either's functions
// serve both.
std::vector<std::string> classes_of_one_name(const std::vector<TreeFile>& files);
std::vector<std::string> machine_paths(
    const std::vector<TreeFile>& files);  // a home or work folder

}  // namespace jacquard::tb
