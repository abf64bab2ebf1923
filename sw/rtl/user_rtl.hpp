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
};

// Adds what a file list says: a file a word, +incdir+FOLDER, +define+NAME=VALUE, -f LIST, and
// comments of //, # and /* */. Paths are taken from here, else from the list's folder. Throws
// ConfigError with the line of what it does not know.
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
