// SPDX-License-Identifier: Apache-2.0
// Figures of a run as one line of text: what a worker process tells, and what a journal keeps.
#pragma once

#include <string>

#include "sim/experiment/run_case.hpp"

namespace jacquard::experiment {

std::string figures_text(const RunFigures& figures);
// Throws ConfigError naming `source` for a text that figures_text() did not write.
RunFigures parse_figures(const std::string& text, const std::string& source);

}  // namespace jacquard::experiment
