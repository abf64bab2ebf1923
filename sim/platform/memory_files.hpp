// SPDX-License-Identifier: Apache-2.0
// What an experiment on a memory writes with --out.
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/metric.hpp"
#include "systemc/memory/player.hpp"

namespace jacquard::platform {

// index, address, bytes, direction, at_ps, done_ps, latency_ps of each access.
std::string latencies_csv(const std::vector<systemc::Played>& played);

// Where the time of the data buses went, a bar for each row: a stand-alone picture. `rows`: rows of
// --json that have memory_metrics().
std::string bandwidth_picture(const std::string& title, const std::vector<report::Row>& rows);

// A page with that picture and a table of the rows' `cells`.
std::string bandwidth_page(const std::string& title, const std::vector<report::Row>& rows,
                           const std::vector<report::Row>& cells);

}  // namespace jacquard::platform
