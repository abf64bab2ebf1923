// SPDX-License-Identifier: Apache-2.0
// A benchmark of optical circuit scheduling as a file: demands, guards, and what experts compute
// (docs/optical_benchmark.md has the format).
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/field_table.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/demand/read_demand.hpp"
#include "jacquard/schedule/suite/experts.hpp"

namespace jacquard::schedule {

inline constexpr const char* kSuites = "suites";  // folder of configs/

struct SuiteCase {
  std::string name;
  std::string demand = "moe:64";  // a file, or class:ports
  int first = 0;
  int count = 3;
  demand::ReadOptions reading;
};

struct Suite {
  std::string title;
  base::BitsPerSecond rate{400'000'000'000};  // of a port, over all switches
  int bits = 8;                               // of the counters of schedulers that ship
  base::Picoseconds forward = demand::kUsualForward;
  std::vector<base::Picoseconds> guards;
  std::vector<int> switches{1};
  ExpertCompute expert;
  std::vector<SuiteCase> cases;
};

const config::FieldTable<Suite>& suite_fields();

// Throws ConfigError at `place` for a suite without cases, guards or switches, for one of them
// twice, and for the name of a case that no file could have.
void require_consistent(const Suite& suite, const config::Place& place);

// Name or path. Throws ConfigError as the table and require_consistent do.
Suite find_suite(const std::string& name_or_path, const config::Place& place);

// One demand of a case.
struct SuiteDemand {
  std::string of_case;
  int index = 0;
  demand::DemandMatrix matrix;
};

// In the order of the cases. Throws ConfigError as the readers of demands do; what a case says is
// named by its place in the suite.
std::vector<SuiteDemand> demands_of(const Suite& suite, std::uint64_t seed,
                                    const config::Place& place);

// How a demand is counted for one of so many switches, each of which has its share of the rate.
demand::Quantisation quantisation_of(const Suite& suite, base::Picoseconds guard, int switches);

// "sparse-2-10us": what a schedule for one demand and guard is called, without its folder.
std::string entry_name(const SuiteDemand& demand, base::Picoseconds guard);

}  // namespace jacquard::schedule
