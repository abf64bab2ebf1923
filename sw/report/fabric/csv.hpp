// SPDX-License-Identifier: Apache-2.0
// What a simulated fabric did, as tables for other programs: RFC 4180 with one header line, "\n"
// between lines, times in picoseconds.
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/fabric/fabric_run.hpp"

namespace jacquard::report {

// fabric,traffic,source,destination,bytes,start_ps,finish_ps,fct_ps; fct = finish - start.
std::string flows_csv(const std::vector<FabricRun>& runs);

// fabric,traffic,link,bytes,carried_ps,guard_ps,paused_ps,idle_ps,utilisation; utilisation is
// carried over the sum of the four times, 0 where that is nothing.
std::string links_csv(const std::vector<FabricRun>& runs);

// fabric,traffic,crossbar,guard_from_ps,from_ps,to_ps,columns; columns are the destinations of port
// 0, 1, ... with a space between them, -1 for an idle one.
std::string settings_csv(const std::vector<FabricRun>& runs);

// fabric,traffic,source,destination,first_byte,bytes,path; the path is the places it passed, each
// as place@head-tail with the times of its first and its last bit, with a space between them.
std::string transfers_csv(const std::vector<FabricRun>& runs);

// The share of its time in which a link carried data; 0 of no time.
double utilisation(const LinkRecord& link);

}  // namespace jacquard::report
