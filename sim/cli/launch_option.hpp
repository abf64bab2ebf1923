// SPDX-License-Identifier: Apache-2.0
// --launch: what starts a training framework with the answer.
#pragma once

#include <string>

#include "sim/cli/command.hpp"
#include "sim/plan/knobs/rows.hpp"

namespace jacquard::cli {

Option add_launch_option(Arguments& app, std::string& framework);

// Behind the tables; with --out as a file there too.
void say_launch(const knobs::LaunchRow& launch, const Common& common);

}  // namespace jacquard::cli
