// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/rtl_options.hpp"

#include <filesystem>
#include <utility>

#include "jacquard/base/error.hpp"

namespace jacquard::cli {

std::string RtlOptions::module() const {
  if (!top.empty() || rtl.size() != 1) return top;
  return std::filesystem::path(rtl[0]).stem().string();
}

void add_rtl_options(Arguments& app, RtlOptions& o) {
  app.add_option("--rtl", o.rtl, "Your own SystemVerilog files, apart by commas or spaces")
      .delimiter(',');
  app.add_option(
      "-f,--filelist", o.file_lists,
      "Your files from a list as simulators take it: names, +incdir+, +define+, -y, -v, -f");
  app.add_option("--top", o.top, "Your module");
  app.add_option("--include", o.include_folders, "Folder of `include files").delimiter(',');
  app.add_option("--define", o.defines, "Macro: NAME or NAME=VALUE").delimiter(',');
  app.add_option("--param", o.parameters, "Parameter of your module: NAME=VALUE").delimiter(',');
}

rtl::UserRtl sources_of(const RtlOptions& o, std::vector<std::string> parameters) {
  rtl::UserRtl sources{o.module(), {}, o.include_folders, o.defines, std::move(parameters)};
  for (const std::string& list : o.file_lists) rtl::read_file_list(list, sources);
  sources.files.insert(sources.files.end(), o.rtl.begin(), o.rtl.end());
  if (sources.files.empty())
    throw base::ConfigError({"--rtl", "", "at least one file", "none", ""});
  return sources;
}

}  // namespace jacquard::cli
