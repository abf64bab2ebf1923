// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "jacquard/report/result.hpp"
#include "systemc/experiment/run_experiment.hpp"

namespace jacquard::experiment {

// Files written to a folder, each with what it holds.
using WrittenFiles = std::vector<std::pair<std::string, std::string>>;

// The report's page, flows.csv, links.csv, settings.csv, a timeline per fabric, effective.json, the
// result, and a save file for the waveform if there is one.
WrittenFiles write_report(const ExperimentAnswer& answer, const report::Result& result,
                          const std::vector<report::Row>& brief_rows, const std::string& command,
                          const std::string& folder, const std::string& waveform);

}  // namespace jacquard::experiment
