// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/launch_option.hpp"

#include <fmt/format.h>

#include "jacquard/base/file.hpp"

namespace jacquard::cli {

Option add_launch_option(Arguments& app, std::string& framework) {
  return app.add_option("--launch", framework,
                        "Behind the answer, what starts it: a command line (megatron), YAML of "
                        "Megatron-Bridge (nemo) or TOML (torchtitan); a file of --out");
}

void say_launch(const knobs::LaunchRow& launch, const Common& common) {
  if (common.for_people()) fmt::print("\n{}", launch.file);
  if (!common.out.empty()) base::write_file(common.out + "/" + launch.file_name, launch.file);
}

}  // namespace jacquard::cli
