// SPDX-License-Identifier: Apache-2.0
// A scheduler that is another program: JSON lines on its stdin and stdout (docs/schedulers.md).
#pragma once

#include <cstdint>
#include <string>

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule_file.hpp"
#include "jacquard/tool/line_program.hpp"

namespace jacquard::schedule {

class SchedulingProgram {
 public:
  // Starts `command` by the shell. `patience_s`: for each answer, in seconds. `option` is who names
  // the program in errors: "--outside".
  SchedulingProgram(const char* option, const std::string& command, double patience_s,
                    std::uint64_t seed);

  // Throws ConfigError that names the command for an answer that is late or no schedule of so many
  // ports. Whether it serves the demand is for check() to say.
  ScheduleFile run(const demand::QuantaMatrix& quanta, const std::string& name, int index);

 private:
  const char* option_;
  tool::LineProgram program_;
};

}  // namespace jacquard::schedule
