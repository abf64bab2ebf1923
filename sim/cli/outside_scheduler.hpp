// SPDX-License-Identifier: Apache-2.0
// A scheduler that is another program, timed and judged as any other: docs/schedulers.md.
#pragma once

#include <cstdint>
#include <string>

#include "jacquard/report/html/page.hpp"
#include "jacquard/schedule/program/scheduling_program.hpp"
#include "sim/cli/demand_source.hpp"

namespace jacquard::cli {

// What --scheduler calls it.
inline constexpr const char* kOutside = "outside";

class OutsideScheduler {
 public:
  OutsideScheduler(const std::string& command, double patience_s, std::uint64_t seed);

  // Times the way there and back too. Throws as SchedulingProgram does.
  report::SchedulerRun run(const NamedDemand& demand, const demand::QuantaMatrix& quanta);

 private:
  schedule::SchedulingProgram program_;
};

}  // namespace jacquard::cli
