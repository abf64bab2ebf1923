// SPDX-License-Identifier: Apache-2.0
// Verilog that a user brings: which files, and what they elaborate to.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "jacquard/rtl/interface.hpp"
#include "jacquard/rtl/model_cache.hpp"

namespace jacquard::rtl {

struct UserRtl {
  std::string top;
  std::vector<std::string> files;            // paths, in the order to read them
  std::vector<std::string> include_folders;  // searched after the folders of the files
  std::vector<std::string> defines;          // NAME or NAME=VALUE
  std::vector<std::string> parameters;       // NAME=VALUE, of the top module
  // Where modules and packages that no file has are looked for, each in a file of its name.
  std::vector<std::string> library_folders{};
  std::vector<std::string> library_endings{};  // ".v"; none: .sv and .v
};

// Adds what a file list says, as simulators take it: files, -f and -F LIST, -y FOLDER, -v FILE,
// +libext+.v, +incdir+FOLDER, +define+NAME=VALUE, -I, -D, -sv, $ENV and ${ENV}, "quotes", and
// comments of //, # and /* */. Paths are taken from here, else from the list's folder; those of a
// -F list only from there. Throws ConfigError with the line of what it does not know.
void read_file_list(const std::string& path, UserRtl& rtl);

struct Elaborated {
  Interface interface;
  ModelSpec spec;  // ready for build_model() but for its shim
};

// Preprocesses and elaborates. Of `wished` parameters the module is given those it has. Throws
// ConfigError for a file that cannot be read, a tool that is missing, or with the tool's own first
// complaint.
Elaborated elaborate(const UserRtl& rtl, const std::vector<std::pair<std::string, int>>& wished);

}  // namespace jacquard::rtl
