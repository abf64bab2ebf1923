// SPDX-License-Identifier: Apache-2.0
// Figures of a run as JSON: what a worker process tells, and what a journal keeps.
#pragma once

#include <string>

#include "jacquard/config/json_reader.hpp"
#include "sim/experiment/run_case.hpp"

namespace jacquard::experiment {

config::Json figures_json(const RunFigures& figures);
// Throws ConfigError naming `source` for what figures_json() did not make.
RunFigures read_figures(const config::Json& json, const std::string& source);

}  // namespace jacquard::experiment
