// SPDX-License-Identifier: Apache-2.0
// A scheduler that is another program: docs/schedulers.md.
#pragma once

#include <cstdint>
#include <string>

#include "jacquard/report/html/page.hpp"
#include "jacquard/tool/line_program.hpp"
#include "sim/cli/demand_source.hpp"

namespace jacquard::cli {

// What --scheduler calls it.
inline constexpr const char* kOutside = "outside";

class OutsideScheduler {
 public:
  // Starts `command` by the shell. `patience_s`: for each answer, in seconds.
  OutsideScheduler(const std::string& command, double patience_s, std::uint64_t seed);

  // Asks for a schedule, times it, the way there and back included, and judges it as any other.
  // Throws ConfigError that names the command for an answer that is late or no schedule.
  report::SchedulerRun run(const NamedDemand& demand, const demand::QuantaMatrix& quanta);

 private:
  tool::LineProgram program_;
};

}  // namespace jacquard::cli
