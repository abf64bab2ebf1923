// SPDX-License-Identifier: Apache-2.0
// RTL that a user brings, as options name it.
#pragma once

#include <string>
#include <vector>

#include "jacquard/rtl/user_rtl.hpp"
#include "sim/cli/arguments.hpp"

namespace jacquard::cli {

struct RtlOptions {
  std::vector<std::string> rtl;
  std::vector<std::string> file_lists;
  std::vector<std::string> include_folders;
  std::vector<std::string> defines;
  std::vector<std::string> parameters;
  std::string top;

  bool has_user_rtl() const { return !rtl.empty() || !file_lists.empty(); }
  // --top; of one file alone the module that goes by its name.
  std::string module() const;
};

// --rtl, -f, --top, --include, --define and --param.
void add_rtl_options(Arguments& app, RtlOptions& options);

// Throws ConfigError for no file, and as read_file_list() does.
rtl::UserRtl sources_of(const RtlOptions& options, std::vector<std::string> parameters);

}  // namespace jacquard::cli
